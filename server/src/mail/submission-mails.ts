import type { EmailPreference } from '@aftercare/domain/admins/email-preferences'
import { isolate } from '@aftercare/domain/lib/isolate'
import type { Language } from '@aftercare/domain/lib/language'
import type { TemplateWordings } from '@aftercare/domain/mail/spanish-templates'
import type { Tx } from '../db/client'
import type { MailEvent } from '../mail-events/mail-events'
import type { AdminRecipient } from './admin-recipients.queries'
import type { DropInMail, EditMail, Mail, MailContext, MonthlyMail, Recipient } from './mail'
import type { ClaimedEvent, OutboxEntry } from './outbox.queries'
import { isAddressable } from './recipient'
import { type ComposedMail, composeMail } from './render'
import { readWordings } from './stored-templates.queries'
import { dropInFacts, emailData, monthlyFacts, peopleOf, type Source } from './submission-mail-facts'
import { findMailData, type MailedAdult } from './submission-mails.queries'
import { renderText } from './templates/plain-text'
import { MAIL_TEXTS } from './texts/texts'

type SubmissionEvent = Extract<MailEvent, { submission: object } | { submissions: object }>

type Settings = { templates: TemplateWordings; admins: AdminRecipient[] }

/** The mails of what happened to submissions. Those of a child that is gone with its drop-in need its name in the event. */
export async function submissionMails(
  tx: Tx,
  claimed: ClaimedEvent,
  event: SubmissionEvent,
  context: MailContext,
): Promise<OutboxEntry[]> {
  const submissions = event.kind === 'submitted' ? event.submissions : [event.submission]
  const found = await findMailData(
    tx,
    submissions.map(({ id }) => id),
    claimed,
  )
  const settings = { templates: readWordings(found.templates), admins: found.admins }
  const childName = 'childName' in event ? event.childName : null
  const isGuest = claimed.family_id === null
  const sources = submissions.flatMap((facts): Source[] => {
    const people = found.submissions.find(({ id }) => id === facts.id) ?? peopleOf(facts, childName)
    return people ? [{ facts, people, siblings: [], isGuest, ...addressees(found.adults, claimed) }] : []
  })
  return together(sources).flatMap((source) => mailsAbout(source, event, settings, claimed, context))
}

/** Drop-ins of one request are one mail, about the one with the lowest id, whichever of them was confirmed. */
function together(sources: Source[]): Source[] {
  const [first] = sources.toSorted((a, b) => (a.facts.id < b.facts.id ? -1 : 1))
  if (!first || first.facts.month || sources.length === 1) return sources
  const feeCents = sources.reduce((sum, { facts }) => sum + facts.feeCents, 0)
  const [people, ...siblings] = sources.map((source) => source.people)
  return people ? [{ ...first, people, siblings, facts: { ...first.facts, feeCents } }] : []
}

/**
 * The adult who caused the mail gets it, else the first adult; each other adult a copy. Only the first adult gets mails
 * while suspended, and nobody else while the first adult is.
 */
function addressees(
  adults: Awaited<ReturnType<typeof findMailData>>['adults'],
  { family_id, sent_by }: ClaimedEvent,
) {
  const first = adults.find(({ id }) => id === family_id) ?? null
  const sender = adults.find(({ id }) => id === sent_by) ?? null
  const parent = sender ?? first
  const isOpen = first !== null && first.status !== 'suspended'
  const mailed = adults.filter(
    (adult) => adult === first || (isOpen && adult.is_member && adult.status !== 'suspended'),
  )
  return {
    parent,
    recipient: mailed.find((adult) => adult === parent) ?? null,
    others: mailed.filter((adult) => adult !== parent),
    hasSender: sender !== null,
    namedMember: sender && sender.id !== family_id ? sender.id : null,
  }
}

function mailsAbout(
  source: Source,
  event: SubmissionEvent,
  { templates, admins }: Settings,
  { created_at }: ClaimedEvent,
  context: MailContext,
): OutboxEntry[] {
  const compose =
    (mailOf: (about: Source, language: Language) => Mail) =>
    (about: Source, language: Language = 'en'): Composed => {
      const mail = mailOf(about, language)
      return { template: mail.template, composed: composeMail({ ...mail, language }, context.config) }
    }
  const { id } = source.facts
  const toBoth = (toParent: Compose, notification: Compose, key: string) =>
    toFamilyAndAdmins(source, toParent, notification, `submission ${id} ${key}`, admins, context)
  switch (event.kind) {
    case 'submitted': {
      if (source.facts.month) {
        const worded = (template: MonthlyMail['template']) =>
          compose((about) => ({ template, wording: templates[template], facts: monthlyFacts(about) }))
        return toBoth(worded('monthly-parent'), worded('monthly-admin'), 'created')
      }
      const worded = (template: DropInMail['template']) =>
        compose((about, language) => ({
          template,
          wording: templates[template],
          facts: dropInFacts(about, language),
        }))
      return toBoth(worded('dropin-parent'), worded('dropin-admin'), 'created')
    }
    case 'edited': {
      const { before, changedBy, version } = event
      const changed = (template: EditMail['template']) =>
        compose((about) => ({ template, facts: monthlyFacts(about), before, changedBy }))
      return toBoth(changed('registration-changed'), changed('registration-changed-admin'), `edit ${version}`)
    }
    case 'dropin-withdrawn': {
      const gone = (template: 'dropin-withdrawn' | 'dropin-withdrawn-admin') =>
        compose((about) => ({ template, facts: dropInFacts(about) }))
      return toBoth(gone('dropin-withdrawn'), gone('dropin-withdrawn-admin'), `withdrawn ${created_at}`)
    }
    case 'dropin-approved':
    case 'dropin-declined': {
      const { kind: template, message, isDayCancelled } = event
      const answer = compose((about) => ({ template, facts: dropInFacts(about), message, isDayCancelled }))
      return toFamily(source, answer, undefined, context)
    }
    case 'family-event': {
      const { news, version } = event
      const key = `submission ${id} ${news.template} ${'asked_at' in news ? news.asked_at : version}`
      return toFamily(
        source,
        compose((about) => ({ ...news, facts: monthlyFacts(about) })),
        key,
        context,
      )
    }
    case 'cancellation-requested': {
      const { text } = event
      const request = compose((about) => ({ template: event.kind, facts: monthlyFacts(about), text }))
      return toAdmins(source, 'monthly_submission_admin', request(source), undefined, admins)
    }
  }
}

type Composed = { template: string; composed: ComposedMail }
type Compose = (about: Source, language?: Language) => Composed

/** A mail to the family, a notification to each admin who wants it and a copy of the mail to each who wants that. */
function toFamilyAndAdmins(
  source: Source,
  toParent: Compose,
  notification: Compose,
  key: string,
  admins: AdminRecipient[],
  context: MailContext,
): OutboxEntry[] {
  const [copyPreference, notificationPreference] = preferencesOf(source)
  const family = toFamily(source, toParent, `${key} confirmation`, context)
  const own = toParent(source)
  const copy = { ...own, composed: asCopy(own.composed, family[0]?.to ?? null, context) }
  return [
    ...family,
    ...toAdmins(source, notificationPreference, notification(source), `${key} notification`, admins),
    ...toAdmins(source, copyPreference, copy, `${key} copy`, admins),
  ]
}

const preferencesOf = ({
  facts: { month },
}: Source): [copy: EmailPreference, notification: EmailPreference] =>
  month
    ? ['monthly_submission_parent', 'monthly_submission_admin']
    : ['dropin_submission_parent', 'dropin_submission_admin']

const toAdmins = (
  { facts, namedMember }: Source,
  preference: EmailPreference,
  mail: Composed,
  dedupeKey: string | undefined,
  admins: AdminRecipient[],
): OutboxEntry[] =>
  admins
    .filter((admin) => admin.wants[preference])
    .map((to) => ({
      ...mail,
      to,
      accountId: to.id,
      sentBy: namedMember,
      submissionId: facts.id,
      ...(dedupeKey && { dedupeKey }),
    }))

/**
 * One mail per adult, in their language, or the submitter's if they chose none: what the sender gets, with their name
 * before it for the others.
 */
function toFamily(
  source: Source,
  compose: Compose,
  dedupeKey: string | undefined,
  context: MailContext,
): OutboxEntry[] {
  const { facts, people, isGuest, recipient, others, hasSender, namedMember } = source
  // Of a guest, and of an account without a choice, what was read while submitting.
  const language = source.parent?.language ?? facts.language
  const copyFor = (parent: MailedAdult) => {
    const own = parent.language ?? language
    return hasSender
      ? withSender(compose(source, own), source, own, context)
      : compose({ ...source, parent }, own)
  }
  const ofAdult = (adult: MailedAdult, mail: Composed) => ({
    ...mail,
    to: { address: adult.email, name: adult.full_name },
    accountId: adult.id,
  })
  const guest = { address: people.guest_parent_email ?? '', name: people.guest_parent_name }
  const mails = [
    ...(isGuest
      ? [{ ...withGuestLink(compose(source, language), source, language), to: guest, accountId: null }]
      : []),
    ...(recipient ? [ofAdult(recipient, compose(source, language))] : []),
    ...others.map((adult) => ofAdult(adult, copyFor(adult))),
  ]
  return mails
    .map((mail) => ({
      ...mail,
      sentBy: namedMember,
      submissionId: facts.id,
      ...(dedupeKey && { dedupeKey }),
    }))
    .filter((mail) => isAddressable(mail, context.log))
}

function withSender(
  { composed, ...mail }: Composed,
  source: Source,
  language: Language,
  { config }: MailContext,
): Composed {
  const line = MAIL_TEXTS[language].sentBy(isolate(emailData(source).parentName))
  const content = { ...composed.content, intro: [line, ...composed.content.intro] }
  return { ...mail, composed: { ...composed, content, text: renderText(content, config) } }
}

/** For the guest only: staff's copies have no link. */
function withGuestLink({ composed, ...mail }: Composed, { facts }: Source, language: Language): Composed {
  const { seeRegistration, seeDropIn } = MAIL_TEXTS[language]
  const guestLink = { submissionId: facts.id, label: facts.month ? seeRegistration : seeDropIn }
  return { ...mail, composed: { ...composed, content: { ...composed.content, guestLink } } }
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
