import type { EmailPreference } from '@aftercare/domain/admins/email-preferences'
import type { MailTemplates } from '@aftercare/domain/mail/mail-templates'
import type { ChildRow, MonthRow, ProfileRow, SubmissionRow } from '../db/tables'
import type { AdminRecipient } from './admin-recipients.queries'
import { failureForLog } from './failure-reason'
import type {
  DropInMail,
  EditMail,
  FamilyEvent,
  MailContext,
  MonthlyMail,
  Recipient,
  SubmissionEmailData,
} from './mail'
import type { OutboxEntry } from './outbox.queries'
import { parseRecipient, RecipientError } from './recipient'
import { type ComposedMail, composeMail } from './render'
import { renderText } from './templates/plain-text'

/** A submission with the rows that its emails use. */
type SubmissionWithRows = {
  submission: SubmissionRow
  parent: Pick<ProfileRow, 'full_name' | 'email' | 'phone'> | null
  child: Pick<ChildRow, 'name' | 'allergies' | 'notes'> | null
  month: Pick<MonthRow, 'month_name' | 'year'> | null
}

/** Recipients and templates of submission emails. */
type SubmissionMailSettings = { templates: MailTemplates; admins: AdminRecipient[] }

type Kind =
  | { parent: 'monthly-parent'; admin: 'monthly-admin' }
  | { parent: 'dropin-parent'; admin: 'dropin-admin' }
  | { parent: 'registration-changed'; admin: 'registration-changed-admin' }

/**
 * One submission's emails: a confirmation to the family, a notification to each admin who wants it and a copy of the
 * confirmation to each admin who wants that. One that cannot be composed or addressed is logged and skipped.
 */
export function submissionMails(
  source: SubmissionWithRows,
  { templates, admins }: SubmissionMailSettings,
  context: MailContext,
): OutboxEntry[] {
  return bestEffortMails(source, context, () =>
    addressMails(source, composeBoth(source, templates, context), 'created', admins, context),
  )
}

/** The emails of an edit, to the same people. */
export function editMails(
  source: SubmissionWithRows,
  { before, changedBy, sendAfter }: Pick<EditMail, 'before' | 'changedBy'> & { sendAfter: string },
  admins: AdminRecipient[],
  context: MailContext,
): OutboxEntry[] {
  const compose = (template: EditMail['template']) => {
    const mail = composeMail({ template, facts: monthlyFacts(source), before, changedBy }, context.config)
    return { ...mail, content: { ...mail.content, before } }
  }
  return bestEffortMails(source, context, () => {
    const kind: Kind = { parent: 'registration-changed', admin: 'registration-changed-admin' }
    const composed = { kind, toParent: compose(kind.parent), toAdmins: compose(kind.admin) }
    const event = `edit ${source.submission.version}`
    return addressMails(source, composed, event, admins, context).map((mail) => ({ ...mail, sendAfter }))
  })
}

/** To the admins with the monthly mail on. */
export function requestMails(
  source: SubmissionWithRows,
  text: string,
  admins: AdminRecipient[],
  context: MailContext,
): OutboxEntry[] {
  return bestEffortMails(source, context, () => {
    const template = 'cancellation-requested'
    const composed = composeMail({ template, facts: monthlyFacts(source), text }, context.config)
    const { id } = source.submission
    return admins
      .filter(({ wants }) => wants.monthly_submission_admin)
      .map((to) => ({ template, to, composed, isSecret: false, submissionId: id }))
      .filter((mail) => isAddressable(mail, context))
  })
}

/** To the family alone. */
export function familyEventMail(
  source: SubmissionWithRows,
  event: FamilyEvent,
  context: MailContext,
): OutboxEntry[] {
  return bestEffortMails(source, context, () => {
    const { id, version } = source.submission
    const composed = composeMail({ ...event, facts: monthlyFacts(source) }, context.config)
    const mail: OutboxEntry = {
      template: event.template,
      to: familyRecipient(source),
      composed: withGuestLink(composed, source),
      isSecret: false,
      submissionId: id,
      dedupeKey: `submission ${id} ${event.template} ${'asked_at' in event ? event.asked_at : version}`,
    }
    return isAddressable(mail, context) ? [mail] : []
  })
}

function bestEffortMails(
  { submission: { id } }: SubmissionWithRows,
  context: MailContext,
  compose: () => OutboxEntry[],
): OutboxEntry[] {
  try {
    return compose()
  } catch (error) {
    context.log.error(
      { reason: failureForLog(error), submissionId: id },
      'a submission email could not be rendered',
    )
    return []
  }
}

type Composed = { kind: Kind; toParent: ComposedMail; toAdmins: ComposedMail }

function addressMails(
  source: SubmissionWithRows,
  { kind, toParent, toAdmins }: Composed,
  event: string,
  admins: AdminRecipient[],
  context: MailContext,
): OutboxEntry[] {
  const { id } = source.submission
  const entry = (template: string, to: OutboxEntry['to'], composed: ComposedMail, use: string) => ({
    template,
    to,
    composed,
    isSecret: false,
    submissionId: id,
    dedupeKey: `submission ${id} ${event} ${use}`,
  })
  const wanting = (preference: EmailPreference) => admins.filter((admin) => admin.wants[preference])
  const [copyPreference, notificationPreference] = preferencesOf(source)
  const family = familyRecipient(source)
  const toFamily = entry(kind.parent, family, withGuestLink(toParent, source), 'confirmation')
  const isReached = isAddressable(toFamily, context)
  const copy = asCopy(toParent, isReached ? family : null, context)
  return [
    ...(isReached ? [toFamily] : []),
    ...[
      ...wanting(notificationPreference).map((admin) => entry(kind.admin, admin, toAdmins, 'notification')),
      ...wanting(copyPreference).map((admin) => entry(kind.parent, admin, copy, 'copy')),
    ].filter((mail) => isAddressable(mail, context)),
  ]
}

/** For the guest only: staff's copies have no link. */
function withGuestLink(composed: ComposedMail, { submission, month }: SubmissionWithRows): ComposedMail {
  if (submission.parent_id !== null) return composed
  const guestLink = { submissionId: submission.id, label: month ? 'See the registration' : 'See the request' }
  return { ...composed, content: { ...composed.content, guestLink } }
}

/** Says that it is a copy: it addresses the family, and staff must not think it was misdirected. */
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
    // A removed account's email is in the reserved domain.
    return !parseRecipient(entry.to).address.endsWith('.invalid')
  } catch (error) {
    if (!(error instanceof RecipientError)) throw error
    context.log.warn(
      { submissionId: entry.submissionId, template: entry.template },
      'a mail has no usable address',
    )
    return false
  }
}

function preferencesOf({
  month,
}: SubmissionWithRows): [copy: EmailPreference, notification: EmailPreference] {
  return month
    ? ['monthly_submission_parent', 'monthly_submission_admin']
    : ['dropin_submission_parent', 'dropin_submission_admin']
}

/** Each is composed once per submission, however many admins get it. */
function composeBoth(
  source: SubmissionWithRows,
  templates: MailTemplates,
  { config }: MailContext,
): Composed {
  const { submission, month } = source
  if (month) {
    const facts = monthlyFacts(source)
    const compose = (template: MonthlyMail['template']) =>
      composeMail({ template, wording: templates[template], facts }, config)
    const kind: Kind = { parent: 'monthly-parent', admin: 'monthly-admin' }
    return { kind, toParent: compose('monthly-parent'), toAdmins: compose('monthly-admin') }
  }
  if (submission.dropin_date === null) throw new Error('A submission has neither a month nor a date')
  const facts = {
    ...factsOf(source),
    day: submission.dropin_date,
    feeCents: submission.total_fee_cents,
    dismissalType: submission.dismissal_type,
  }
  const compose = (template: DropInMail['template']) =>
    composeMail({ template, wording: templates[template], facts }, config)
  const kind: Kind = { parent: 'dropin-parent', admin: 'dropin-admin' }
  return { kind, toParent: compose('dropin-parent'), toAdmins: compose('dropin-admin') }
}

function monthlyFacts(source: SubmissionWithRows): MonthlyMail['facts'] {
  const { submission, month } = source
  if (!month) throw new Error('A registration has no month')
  return {
    ...factsOf(source),
    monthName: month.month_name,
    year: month.year,
    selectedDays: submission.selected_days,
    totalFeeCents: submission.total_fee_cents,
  }
}

function familyRecipient({ submission, parent }: SubmissionWithRows) {
  return {
    address: parent?.email ?? submission.guest_parent_email ?? '',
    name: parent?.full_name ?? submission.guest_parent_name,
  }
}

function factsOf({ submission, parent, child }: SubmissionWithRows): SubmissionEmailData {
  return {
    submissionId: submission.id,
    // A parent may have emptied the name: the email replaces it, as for a sign-up without a name.
    parentName: parent ? parent.full_name || parent.email : (submission.guest_parent_name ?? ''),
    parentEmail: parent?.email ?? submission.guest_parent_email ?? '',
    parentPhone: parent?.phone ?? submission.guest_parent_phone,
    childName: child?.name ?? submission.guest_child_name ?? '',
    allergies: child?.allergies ?? submission.guest_child_allergies,
    notes: [child?.notes, submission.guest_child_notes].filter(Boolean).join('; ') || null,
    isGuest: submission.parent_id === null,
  }
}
