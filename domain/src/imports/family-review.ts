import type { ChildDetails } from '../children/child-changes'
import { MAX_LENGTH } from '../lib/field-lengths'
import { isolate } from '../lib/isolate'
import { nameKey } from '../lib/name-key'
import { pluralize } from '../lib/pluralize'
import type { FamilyLine } from './family-lines'
import { reviewChanges } from './review-changes'

export const FAMILY_LINE_STATES = ['new-family', 'new-child', 'known', 'left-out'] as const
export type FamilyLineState = (typeof FAMILY_LINE_STATES)[number]

export const FAMILY_LINE_LABELS: Record<FamilyLineState, string> = {
  'new-family': 'New family',
  'new-child': 'New child',
  known: 'Already there',
  'left-out': 'Left out',
}

/** An account that has the email of a line. */
export type KnownAccount = {
  email: string
  /** Whose children they are: the family's first adult. */
  familyId: string
  isStaff: boolean
  /** The names of the family's children. */
  children: readonly string[]
}

export type ReviewedFamilyLine = FamilyLine & {
  state: FamilyLineState
  reason: string | null
  /** The family that has the email; null for one that is created, and for a line that is left out. */
  familyId: string | null
}

/** Decides every line from the first to the last: earlier lines count for later ones. */
export function reviewFamilies(
  lines: readonly FamilyLine[],
  accounts: ReadonlyMap<string, KnownAccount>,
): ReviewedFamilyLine[] {
  /** By family, where each child's name was seen first; null for a child on file. Two adults of one have an email each. */
  const families = new Map<string, Map<string, number | null>>()
  return lines.map((line) => {
    const account = accounts.get(line.email)
    const familyId = account?.familyId ?? null
    const leaveOut = (reason: string) => ({ ...line, state: 'left-out' as const, reason, familyId: null })
    if (line.error !== undefined) return leaveOut(line.error)
    if (account?.isStaff) return leaveOut("This is an admin's address")
    const key = familyId ?? line.email
    const children = families.get(key) ?? new Map(account?.children.map((name) => [nameKey(name), null]))
    families.set(key, children)
    const seen = children.get(nameKey(line.child))
    if (seen !== undefined) {
      const reason = seen === null ? null : `Same child as line ${seen}`
      return { ...line, state: 'known', reason, familyId }
    }
    if (children.size >= MAX_LENGTH.children)
      return leaveOut(`A family can have up to ${MAX_LENGTH.children} children`)
    children.set(nameKey(line.child), line.line)
    return { ...line, state: familyId === null ? 'new-family' : 'new-child', reason: null, familyId }
  })
}

/** What the import writes: children for a family, which is created where `familyId` is null. */
export type ImportedFamily = {
  familyId: string | null
  email: string
  full_name: string
  phone: string | null
  children: Omit<ChildDetails, 'must_not_pick_up'>[]
}

export function importedFamilies(lines: readonly ReviewedFamilyLine[]): ImportedFamily[] {
  const families = new Map<string, ImportedFamily>()
  for (const line of lines.filter(isImported)) {
    const { familyId, email, parent, phone, child, allergies, notes, grade, pickup_people } = line
    const key = familyId ?? email
    const family = families.get(key) ?? { familyId, email, full_name: '', phone: null, children: [] }
    families.set(key, family)
    // Of the first line that has them.
    family.full_name ||= parent
    family.phone ||= phone || null
    family.children.push({
      name: child,
      allergies: allergies || null,
      notes: notes || null,
      grade: grade || null,
      pickup_people: pickup_people.map((person) => ({ name: person.name, phone: person.phone || null })),
    })
  }
  return [...families.values()]
}

/** What changed for lines to import since they were shown, in words; null if nothing did. */
export const familyReviewChanges = (
  before: readonly ReviewedFamilyLine[],
  after: readonly ReviewedFamilyLine[],
): string | null =>
  reviewChanges(before, after, (line, now) => {
    const change = changeOf(line, now)
    return change && `(${isolate(line.child)}) ${change}`
  })

function changeOf(before: ReviewedFamilyLine, after: ReviewedFamilyLine): string | null {
  if (!isImported(before) && !isImported(after)) return null
  if (before.state !== after.state) return `is now "${FAMILY_LINE_LABELS[after.state]}"`
  return before.familyId === after.familyId ? null : 'belongs to another family now'
}

export const isImported = ({ state }: ReviewedFamilyLine): boolean =>
  state === 'new-family' || state === 'new-child'

export type FamilyTotals = {
  lines: Record<FamilyLineState, number>
  newFamilies: number
  /** Known families that get a child. */
  knownFamilies: number
}

export function familyTotals(lines: readonly ReviewedFamilyLine[]): FamilyTotals {
  const count = (state: FamilyLineState) => lines.filter((line) => line.state === state).length
  const families = (state: FamilyLineState) =>
    new Set(lines.filter((line) => line.state === state).map(({ familyId, email }) => familyId ?? email)).size
  return {
    lines: Object.fromEntries(
      FAMILY_LINE_STATES.map((state) => [state, count(state)]),
    ) as FamilyTotals['lines'],
    newFamilies: families('new-family'),
    knownFamilies: families('new-child'),
  }
}

export const importedChildren = ({ lines }: Pick<FamilyTotals, 'lines'>): number =>
  lines['new-family'] + lines['new-child']

/** "12 families (20 children)" */
export const importedFamiliesText = (families: number, children: number): string =>
  `${pluralize(families, 'family', 'families')} (${pluralize(children, 'child', 'children')})`
