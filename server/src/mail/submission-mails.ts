import type { EmailPreference } from '@aftercare/domain/admins/email-preferences'
import type { MailTemplates } from '@aftercare/domain/mail/mail-templates'
import type { ChildRow, MonthRow, ProfileRow, SubmissionRow } from '../db/tables'
import type { AdminRecipient } from './admin-recipients.queries'
import { failureForLog } from './failure-reason'
import type { DropInMail, MailContext, MonthlyMail, Recipient, SubmissionEmailData } from './mail'
import type { OutboxEntry } from './outbox.queries'
import { parseRecipient, RecipientError } from './recipient'
import { type ComposedMail, composeMail } from './render'
import { renderText } from './templates/plain-text'

/** A submission with all that its mails tell. */
type SubmissionStory = {
  submission: SubmissionRow
  parent: Pick<ProfileRow, 'full_name' | 'email' | 'phone'> | null
  child: Pick<ChildRow, 'name' | 'allergies' | 'notes'> | null
  month: Pick<MonthRow, 'month_name' | 'year'> | null
}

/** Who gets submission mails, and in which words. */
type SubmissionMailSettings = { templates: MailTemplates; admins: AdminRecipient[] }

type Kind = { parent: 'monthly-parent' | 'dropin-parent'; admin: 'monthly-admin' | 'dropin-admin' }

/**
 * One submission's mails: a confirmation to the family, a notification to each admin who wants it and a copy of the
 * confirmation to each admin who wants that. A row that cannot be worded or addressed is logged and leaves the others
 * alone.
 */
export function submissionMails(
  story: SubmissionStory,
  { templates, admins }: SubmissionMailSettings,
  context: MailContext,
): OutboxEntry[] {
  const { id } = story.submission
  try {
    const { kind, toParent, toAdmins } = composeBoth(story, templates, context)
    const entry = (template: string, to: OutboxEntry['to'], composed: ComposedMail, use: string) => ({
      template,
      to,
      composed,
      isSecret: false,
      submissionId: id,
      dedupeKey: `submission ${id} ${use}`,
    })
    const wanting = (preference: EmailPreference) => admins.filter((admin) => admin.wants[preference])
    const [wantsCopy, wantsNotice] = preferencesOf(kind)
    const family = familyRecipient(story)
    const confirmation = entry(kind.parent, family, withGuestLink(toParent, story), 'confirmation')
    const isReached = isAddressable(confirmation, context)
    const copy = asCopy(toParent, isReached ? family : null, context)
    return [
      ...(isReached ? [confirmation] : []),
      ...[
        ...wanting(wantsNotice).map((admin) => entry(kind.admin, admin, toAdmins, 'notification')),
        ...wanting(wantsCopy).map((admin) => entry(kind.parent, admin, copy, 'copy')),
      ].filter((mail) => isAddressable(mail, context)),
    ]
  } catch (error) {
    context.log.error(
      { reason: failureForLog(error), submissionId: id },
      'a submission email could not be rendered',
    )
    return []
  }
}

/** For the guest alone: staff's copies of the same mail have no place for the link. */
function withGuestLink(composed: ComposedMail, { submission, month }: SubmissionStory): ComposedMail {
  if (submission.parent_id !== null) return composed
  const guestLink = { submissionId: submission.id, label: month ? 'See the registration' : 'See the request' }
  return { ...composed, content: { ...composed.content, guestLink } }
}

/** Staff's copy says what it is: it speaks to the family, and whoever reads it must not think it went astray. */
function asCopy(composed: ComposedMail, to: Recipient | null, { config }: MailContext): ComposedMail {
  const original = to
    ? `The original went to ${to.name ? `${to.name} (${to.address})` : to.address}.`
    : 'The original was not sent: the family has no usable email address.'
  const content = {
    ...composed.content,
    intro: [`This is a copy for staff. ${original}`, ...composed.content.intro],
  }
  return { ...composed, content, text: renderText(content, config) }
}

function isAddressable(entry: OutboxEntry, context: MailContext): boolean {
  try {
    parseRecipient(entry.to)
    return true
  } catch (error) {
    if (!(error instanceof RecipientError)) throw error
    context.log.warn(
      { submissionId: entry.submissionId, template: entry.template },
      'a mail has no usable address',
    )
    return false
  }
}

function preferencesOf(kind: Kind): [copy: EmailPreference, notice: EmailPreference] {
  return kind.parent === 'monthly-parent'
    ? ['monthly_submission_parent', 'monthly_submission_admin']
    : ['dropin_submission_parent', 'dropin_submission_admin']
}

/** Each text is composed once per row, however many admins read it. */
function composeBoth(story: SubmissionStory, templates: MailTemplates, { config }: MailContext) {
  const { submission, month } = story
  if (month) {
    const facts = {
      ...factsOf(story),
      monthName: month.month_name,
      year: month.year,
      selectedDays: submission.selected_days,
      totalFeeCents: submission.total_fee_cents,
    }
    const compose = (template: MonthlyMail['template']) =>
      composeMail({ template, wording: templates[template], facts }, config)
    const kind: Kind = { parent: 'monthly-parent', admin: 'monthly-admin' }
    return { kind, toParent: compose('monthly-parent'), toAdmins: compose('monthly-admin') }
  }
  if (submission.dropin_date === null) throw new Error('A submission has neither a month nor a date')
  const facts = {
    ...factsOf(story),
    day: submission.dropin_date,
    feeCents: submission.total_fee_cents,
    dismissalType: submission.dismissal_type,
  }
  const compose = (template: DropInMail['template']) =>
    composeMail({ template, wording: templates[template], facts }, config)
  const kind: Kind = { parent: 'dropin-parent', admin: 'dropin-admin' }
  return { kind, toParent: compose('dropin-parent'), toAdmins: compose('dropin-admin') }
}

function familyRecipient({ submission, parent }: SubmissionStory) {
  return {
    address: parent?.email ?? submission.guest_parent_email ?? '',
    name: parent?.full_name ?? submission.guest_parent_name,
  }
}

function factsOf({ submission, parent, child }: SubmissionStory): SubmissionEmailData {
  return {
    submissionId: submission.id,
    // A parent may have emptied the name: the address stands for it, as where nobody gave one at the sign-up.
    parentName: parent ? parent.full_name || parent.email : (submission.guest_parent_name ?? ''),
    parentEmail: parent?.email ?? submission.guest_parent_email ?? '',
    parentPhone: parent?.phone ?? submission.guest_parent_phone,
    childName: child?.name ?? submission.guest_child_name ?? '',
    allergies: child?.allergies ?? submission.guest_child_allergies,
    notes: [child?.notes, submission.guest_child_notes].filter(Boolean).join('; ') || null,
    isGuest: submission.parent_id === null,
  }
}
