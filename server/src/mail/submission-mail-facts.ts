import { allergiesText, hasAllergies } from '@aftercare/domain/children/allergies'
import { isolate } from '@aftercare/domain/lib/isolate'
import { joinList } from '@aftercare/domain/lib/join-list'
import type { Language } from '@aftercare/domain/lib/language'
import type { SubmissionFacts } from '../mail-events/mail-events'
import type { DropInMail, MonthlyMail, SubmissionEmailData } from './mail'
import type { MailedAdult, SubmissionPeople } from './submission-mails.queries'

/** A submission as of its event, and who its mails name and go to. */
export type Source = {
  facts: SubmissionFacts
  people: SubmissionPeople
  /** The family's other children, of drop-ins that were requested together. */
  siblings: readonly SubmissionPeople[]
  isGuest: boolean
  /** Whom the mails name: the adult who caused them, else the first adult. */
  parent: MailedAdult | null
  /** `parent`, if they get it; null if they have left the family. */
  recipient: MailedAdult | null
  /** The other adults of the family, who get it too. */
  others: readonly MailedAdult[]
  /** Whether `parent` caused it; else staff did. */
  hasSender: boolean
  /** `parent`, unless it is the first adult: mails to others name them. */
  namedMember: string | null
}

/** Of a drop-in whose row was deleted with its child. */
export const peopleOf = ({ id }: SubmissionFacts, childName: string | null): SubmissionPeople | null =>
  childName === null
    ? null
    : {
        id,
        child: { name: childName, allergies: null, notes: null },
        typed_by: null,
        guest_parent_name: null,
        guest_parent_email: null,
        guest_parent_phone: null,
        guest_child_name: null,
        guest_child_allergies: null,
        guest_child_notes: null,
      }

export function dropInFacts(source: Source, language: Language = 'en'): DropInMail['facts'] {
  const { day, feeCents, dismissalType, isWaiting } = source.facts
  if (day === null) throw new Error('A submission has neither a month nor a date')
  const shown = source.siblings.length > 0 ? childrenData(source, language) : emailData(source)
  return { ...shown, day, feeCents, dismissalType, isWaiting }
}

/** With all names; allergies and notes on a child say whose they are. */
function childrenData(source: Source, language: Language): SubmissionEmailData & { hasSiblings: true } {
  const children = [source.people, ...source.siblings].map((people) => ({
    ...emailData({ ...source, people }),
    ownNotes: people.child?.notes?.trim(),
  }))
  const named = (childName: string, text: string) => `${isolate(childName)}: ${text}`
  const allergies = children.flatMap((child) =>
    hasAllergies(child.allergies) ? named(child.childName, child.allergies) : [],
  )
  const notes = children.flatMap(({ childName, ownNotes }) => (ownNotes ? named(childName, ownNotes) : []))
  return {
    ...emailData(source),
    childName: joinList(
      children.map(({ childName }) => isolate(childName)),
      language,
    ),
    hasSiblings: true,
    allergies: allergies.join('; ') || null,
    notes: [...notes, source.people.guest_child_notes].filter(Boolean).join('; ') || null,
  }
}

export function monthlyFacts(source: Source): MonthlyMail['facts'] {
  const { month, days, feeCents } = source.facts
  if (!month) throw new Error('A registration has no month')
  return {
    ...emailData(source),
    monthName: month.name,
    year: month.year,
    selectedDays: days,
    cancelledDays: month.cancelledDays,
    totalFeeCents: feeCents,
  }
}

export function emailData({ facts, people, isGuest, parent }: Source): SubmissionEmailData {
  // A guest's is not read from the family that has claimed it meanwhile.
  const child = isGuest ? null : people.child
  const isTyped = parent === null || parent.id === people.typed_by
  return {
    submissionId: facts.id,
    // A parent may have emptied the name: the email replaces it, as for a sign-up without a name.
    parentName: parent ? parent.full_name || parent.email : (people.guest_parent_name ?? ''),
    parentEmail: parent?.email ?? people.guest_parent_email ?? '',
    // Never by another's name.
    parentPhone: parent?.phone || (isTyped ? people.guest_parent_phone : null),
    childName: child?.name ?? people.guest_child_name ?? '',
    allergies: allergiesText(child?.allergies, people.guest_child_allergies),
    notes: [child?.notes, people.guest_child_notes].filter(Boolean).join('; ') || null,
    isGuest,
  }
}
