import type { BarredPerson } from '../children/pickup-people'
import { isolate } from '../lib/isolate'

/** A child on file who may be the one that a guest submitted. */
export type SameChild = {
  id: string
  name: string
  grade: string | null
  allergies: string | null
  /** Read for the board alone. */
  must_not_pick_up?: BarredPerson[]
  /** The family's first adult. */
  parent_name: string
  /**
   * Whether staff may say that it is the same child: the guest has the email of an adult of its family. Whom only the
   * names point to would keep a private link to the family's booking.
   */
  may_link: boolean
}

/** What staff see about a guest whose child may be on file. The guest never sees it: anybody can type an email or a name. */
export type KnownFamily = {
  /**
   * Children of that name, until staff have said which child it is: of the family whose adult has the guest's email, or
   * of any with an entry of who must not pick up.
   */
  same_children: SameChild[]
  is_suspended: boolean
}

export const SUSPENDED_ACCOUNT = 'Suspended account'

export const sameChildQuestion = ({ name }: Pick<SameChild, 'name'>): string =>
  `Same child as ${isolate(name)}?`

/** So that they are not missed before staff have answered. */
export const sameChildAllergies = (known: KnownFamily | null | undefined): (string | null)[] =>
  known?.same_children.map(({ allergies }) => allergies) ?? []

/** In words; two children of one name are one question. */
export const sameChildQuestions = (known: KnownFamily | null | undefined): string[] => [
  ...new Set(known?.same_children.map(sameChildQuestion)),
]

export const knownFamilyNotes = (known: KnownFamily | null | undefined): string[] =>
  known?.is_suspended ? [...sameChildQuestions(known), SUSPENDED_ACCOUNT] : sameChildQuestions(known)
