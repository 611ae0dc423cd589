import type { EmailPreference } from '@aftercare/domain/admins/email-preferences'
import { allergiesText } from '@aftercare/domain/children/allergies'
import { isolate } from '@aftercare/domain/lib/isolate'
import type { Language } from '@aftercare/domain/lib/language'
import type { TemplateWordings } from '@aftercare/domain/mail/spanish-templates'
import type { ChildRow, MonthRow, ProfileRow, SubmissionRow } from '../db/tables'
import type { AdminRecipient } from './admin-recipients.queries'
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
import { MAIL_TEXTS } from './texts/texts'

export type MailedAdult = Pick<ProfileRow, 'id' | 'full_name' | 'email' | 'phone' | 'language'>

/** A submission with the rows that its emails use. */
type SubmissionWithRows = {
  submission: SubmissionRow
  /** The adult who caused the email, else the first adult. */
  parent: MailedAdult | null
  /** The other adults of the family, who get it too. */
  others: readonly MailedAdult[]
  /** Whether `parent` caused it; else staff did. */
  hasSender: boolean
  child: Pick<ChildRow, 'name' | 'allergies' | 'notes'> | null
  month: Pick<MonthRow, 'month_name' | 'year' | 'cancelled_days'> | null
}

/** Recipients and templates of submission emails. */
type SubmissionMailSettings = { templates: TemplateWordings; admins: AdminRecipient[] }

type Kind =
  | { parent: 'monthly-parent'; admin: 'monthly-admin' }
  | { parent: 'dropin-parent'; admin: 'dropin-admin' }
  | { parent: 'registration-changed'; admin: 'registration-changed-admin' }
  | { parent: 'dropin-withdrawn'; admin: 'dropin-withdrawn-admin' }

/**
 * One submission's emails: a confirmation to the family, a notification to each admin who wants it and a copy of the
 * confirmation to each admin who wants that. One that cannot be addressed is logged and skipped.
 */
export function submissionMails(
  source: SubmissionWithRows,
  { templates, admins }: SubmissionMailSettings,
  context: MailContext,
): OutboxEntry[] {
  return addressMails(source, composerOf(source, templates, context), 'created', admins, context)
}

/** The emails of an edit, to the same people. */
export function editMails(
  source: SubmissionWithRows,
  { before, changedBy, sendAfter }: Pick<EditMail, 'before' | 'changedBy'> & { sendAfter: string },
  admins: AdminRecipient[],
  context: MailContext,
): OutboxEntry[] {
  const compose = (template: EditMail['template'], about: SubmissionWithRows, language: Language = 'en') => {
    const facts = monthlyFacts(about)
    const mail = composeMail({ template, facts, before, changedBy, language }, context.config)
    return { ...mail, content: { ...mail.content, before } }
  }
  const kind: Kind = { parent: 'registration-changed', admin: 'registration-changed-admin' }
  const composer: Composer = {
    kind,
    toParent: (about, language) => compose(kind.parent, about, language),
    toAdmins: (about) => compose(kind.admin, about),
  }
  const event = `edit ${source.submission.version}`
  return addressMails(source, composer, event, admins, context).map((mail) => ({ ...mail, sendAfter }))
}

/** The emails of a withdrawn drop-in, to the same people. */
export function withdrawalMails(
  source: SubmissionWithRows,
  admins: AdminRecipient[],
  context: MailContext,
): OutboxEntry[] {
  const kind: Kind = { parent: 'dropin-withdrawn', admin: 'dropin-withdrawn-admin' }
  const compose =
    (template: (typeof kind)[keyof typeof kind]) =>
    (about: SubmissionWithRows, language: Language = 'en') =>
      composeMail({ template, facts: dropInFacts(about), language }, context.config)
  const composer: Composer = { kind, toParent: compose(kind.parent), toAdmins: compose(kind.admin) }
  return addressMails(source, composer, `withdrawn ${context.clock.now().toISOString()}`, admins, context)
}

/** To the family or guest, in whose name nobody acted. */
export function declinedDropInMails(
  source: SubmissionWithRows,
  message: string | null,
  context: MailContext,
): OutboxEntry[] {
  const template = 'dropin-declined'
  const compose: Compose = (about, language) =>
    composeMail({ template, facts: dropInFacts(about), message, language }, context.config)
  return mailsToAdults(source, compose, context)
    .map((mail) => ({ ...mail, template, isSecret: false, submissionId: source.submission.id }))
    .filter((mail) => isAddressable(mail, context))
}

/** To the admins with the monthly mail on. */
export function cancelRequestMails(
  source: SubmissionWithRows,
  text: string,
  admins: AdminRecipient[],
  context: MailContext,
): OutboxEntry[] {
  const template = 'cancellation-requested'
  const request = composeMail({ template, facts: monthlyFacts(source), text }, context.config)
  const composed = withMember(request, source)
  const { id } = source.submission
  return admins
    .filter(({ wants }) => wants.monthly_submission_admin)
    .map((to) => ({ template, to, composed, isSecret: false, submissionId: id }))
    .filter((mail) => isAddressable(mail, context))
}

/** To the family alone, each adult greeted by name. */
export function familyEventMails(
  source: SubmissionWithRows,
  event: FamilyEvent,
  context: MailContext,
): OutboxEntry[] {
  const { id, version } = source.submission
  const compose: Compose = (about, language) =>
    composeMail({ ...event, facts: monthlyFacts(about), language }, context.config)
  return mailsToAdults(source, compose, context)
    .map((mail) => ({
      ...mail,
      template: event.template,
      isSecret: false,
      submissionId: id,
      dedupeKey: `submission ${id} ${event.template} ${'asked_at' in event ? event.asked_at : version}`,
    }))
    .filter((mail) => isAddressable(mail, context))
}

type Compose = (source: SubmissionWithRows, language: Language) => ComposedMail
type Composer = { kind: Kind; toParent: Compose; toAdmins: (source: SubmissionWithRows) => ComposedMail }

/** Of a guest, and of an account without a choice, what was read while submitting. */
const languageOf = ({ parent, submission }: SubmissionWithRows): Language =>
  parent?.language ?? submission.language

/** One mail per adult, in their language, or the submitter's if they chose none: what the sender gets, with their name before it for the others. */
function mailsToAdults(source: SubmissionWithRows, compose: Compose, context: MailContext) {
  const language = languageOf(source)
  const copyFor = (parent: MailedAdult) => {
    const own = parent.language ?? language
    return source.hasSender
      ? withSender(compose(source, own), source, own, context)
      : compose({ ...source, parent }, own)
  }
  return [
    { to: familyRecipient(source), composed: withGuestLink(compose(source, language), source, language) },
    ...source.others.map((adult) => ({
      to: { address: adult.email, name: adult.full_name },
      composed: copyFor(adult),
    })),
  ]
}

function withSender(
  composed: ComposedMail,
  source: SubmissionWithRows,
  language: Language,
  { config }: MailContext,
): ComposedMail {
  const line = MAIL_TEXTS[language].sentBy(isolate(factsOf(source).parentName))
  const content = { ...composed.content, intro: [line, ...composed.content.intro] }
  return { ...composed, content, text: renderText(content, config) }
}

/** So that it can be found when they delete their account; those of a first adult are found by the submission. */
function withMember(composed: ComposedMail, source: SubmissionWithRows): ComposedMail {
  const { hasSender, parent, submission } = source
  if (!hasSender || !parent || parent.id === submission.parent_id) return composed
  return { ...composed, sentBy: parent.id }
}

function addressMails(
  source: SubmissionWithRows,
  { kind, toParent, toAdmins }: Composer,
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
  const own: Compose = (about, language) => withMember(toParent(about, language), source)
  const toFamily = mailsToAdults(source, own, context)
    .map(({ to, composed }) => entry(kind.parent, to, composed, 'confirmation'))
    .filter((mail) => isAddressable(mail, context))
  const notification = withMember(toAdmins(source), source)
  const copy = asCopy(own(source, 'en'), toFamily[0]?.to ?? null, context)
  return [
    ...toFamily,
    ...[
      ...wanting(notificationPreference).map((admin) =>
        entry(kind.admin, admin, notification, 'notification'),
      ),
      ...wanting(copyPreference).map((admin) => entry(kind.parent, admin, copy, 'copy')),
    ].filter((mail) => isAddressable(mail, context)),
  ]
}

/** For the guest only: staff's copies have no link. */
function withGuestLink(
  composed: ComposedMail,
  { submission, month }: SubmissionWithRows,
  language: Language,
): ComposedMail {
  if (submission.parent_id !== null) return composed
  const { seeRegistration, seeDropIn } = MAIL_TEXTS[language]
  const guestLink = { submissionId: submission.id, label: month ? seeRegistration : seeDropIn }
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

export function isAddressable(entry: OutboxEntry, context: MailContext): boolean {
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

function composerOf(
  { month }: SubmissionWithRows,
  templates: TemplateWordings,
  { config }: MailContext,
): Composer {
  if (month) {
    const compose =
      (template: MonthlyMail['template']) =>
      (source: SubmissionWithRows, language: Language = 'en') => {
        const facts = monthlyFacts(source)
        return composeMail({ template, wording: templates[template], facts, language }, config)
      }
    const kind: Kind = { parent: 'monthly-parent', admin: 'monthly-admin' }
    return { kind, toParent: compose('monthly-parent'), toAdmins: compose('monthly-admin') }
  }
  const compose =
    (template: DropInMail['template']) =>
    (source: SubmissionWithRows, language: Language = 'en') => {
      const facts = dropInFacts(source)
      return composeMail({ template, wording: templates[template], facts, language }, config)
    }
  const kind: Kind = { parent: 'dropin-parent', admin: 'dropin-admin' }
  return { kind, toParent: compose('dropin-parent'), toAdmins: compose('dropin-admin') }
}

function dropInFacts(source: SubmissionWithRows): DropInMail['facts'] {
  const { dropin_date: day, total_fee_cents, dismissal_type } = source.submission
  if (day === null) throw new Error('A submission has neither a month nor a date')
  return { ...factsOf(source), day, feeCents: total_fee_cents, dismissalType: dismissal_type }
}

function monthlyFacts(source: SubmissionWithRows): MonthlyMail['facts'] {
  const { submission, month } = source
  if (!month) throw new Error('A registration has no month')
  return {
    ...factsOf(source),
    monthName: month.month_name,
    year: month.year,
    selectedDays: submission.selected_days,
    cancelledDays: month.cancelled_days,
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
    parentPhone: parent?.phone || submission.guest_parent_phone,
    childName: child?.name ?? submission.guest_child_name ?? '',
    allergies: allergiesText(child?.allergies, submission.guest_child_allergies),
    notes: [child?.notes, submission.guest_child_notes].filter(Boolean).join('; ') || null,
    isGuest: submission.parent_id === null,
  }
}
