import type { ChildDetails } from '../children/child-changes'
import { MAX_LENGTH } from '../lib/field-lengths'
import { isolate } from '../lib/isolate'
import { nameKey } from '../lib/name-key'
import { pluralize } from '../lib/pluralize'
import type { FamilyLine } from './family-lines'
import { nameChanges } from './review-changes'

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
  isAdmin: boolean
  /** The names of the family's children. */
  children: readonly string[]
}

export type ReviewedFamilyLine = {
  line: number
  state: FamilyLineState
  reason: string | null
  /** The family that has the email; null for one that is created, and for a line that is left out. */
  familyId: string | null
}

/** What the import writes: children for a family, which is created where `familyId` is null. */
export type ImportedFamily = {
  familyId: string | null
  email: string
  full_name: string
  phone: string | null
  children: Omit<ChildDetails, 'pickup_people' | 'must_not_pick_up'>[]
}

export type FamilyReview = { lines: (FamilyLine & ReviewedFamilyLine)[]; families: ImportedFamily[] }

/** Decides every line from the first to the last: earlier lines count for later ones. */
export function reviewFamilies(
  lines: readonly FamilyLine[],
  accounts: ReadonlyMap<string, KnownAccount>,
): FamilyReview {
  const groups = new Map<string, Group>()
  const reviewed = lines.map((line) => {
    const account = accounts.get(line.email)
    const error = line.error ?? (account?.isAdmin ? "This is an admin's address" : undefined)
    if (error !== undefined) return { ...line, ...leaveOut(line, error) }
    // By family: two adults of one have an address each.
    const key = account?.familyId ?? line.email
    const group = groups.get(key) ?? newGroup(line, account)
    groups.set(key, group)
    return { ...line, ...addLine(group, line) }
  })
  const families = [...groups.values()].map(({ family }) => family)
  return { lines: reviewed, families: families.filter(({ children }) => children.length > 0) }
}

/** `childLines`: where each child's name was seen first, null for a child on file. */
type Group = { family: ImportedFamily; childLines: Map<string, number | null> }

const newGroup = (line: FamilyLine, account: KnownAccount | undefined): Group => ({
  family: {
    familyId: account?.familyId ?? null,
    email: line.email,
    full_name: '',
    phone: null,
    children: [],
  },
  childLines: new Map(account?.children.map((name) => [nameKey(name), null])),
})

function addLine({ family, childLines }: Group, line: FamilyLine): ReviewedFamilyLine {
  const name = nameKey(line.child)
  const seen = childLines.get(name)
  const { familyId } = family
  if (seen !== undefined) {
    const reason = seen === null ? null : `Same child as line ${seen}`
    return { line: line.line, state: 'known', reason, familyId }
  }
  if (childLines.size >= MAX_LENGTH.children)
    return leaveOut(line, `A family can have up to ${MAX_LENGTH.children} children`)
  childLines.set(name, line.line)
  family.children.push({
    name: line.child,
    allergies: line.allergies || null,
    notes: line.notes || null,
    grade: line.grade || null,
  })
  // The first line that has them.
  family.full_name ||= line.parent
  family.phone ||= line.phone || null
  return { line: line.line, state: familyId === null ? 'new-family' : 'new-child', reason: null, familyId }
}

export const leaveOut = ({ line }: Pick<FamilyLine, 'line'>, reason: string): ReviewedFamilyLine => ({
  line,
  state: 'left-out',
  reason,
  familyId: null,
})

/** What changed for lines to import since they were shown, in words; null if nothing did. */
export function familyReviewChanges(
  before: readonly (FamilyLine & ReviewedFamilyLine)[],
  after: readonly ReviewedFamilyLine[],
): string | null {
  const changes = before.flatMap((line, n) => {
    const now = after[n]
    const change = now && changeOf(line, now)
    return change ? [`Line ${line.line} (${isolate(line.child)}) ${change}.`] : []
  })
  return nameChanges(changes)
}

function changeOf(before: ReviewedFamilyLine, after: ReviewedFamilyLine): string | null {
  if (!isImported(before.state) && !isImported(after.state)) return null
  if (before.state !== after.state) return `is now "${FAMILY_LINE_LABELS[after.state]}"`
  // A review that an earlier version stored names no families.
  return (before.familyId ?? null) === after.familyId ? null : 'belongs to another family now'
}

const isImported = (state: FamilyLineState) => state === 'new-family' || state === 'new-child'

export type FamilyTotals = {
  lines: Record<FamilyLineState, number>
  newFamilies: number
  /** Known families that get a child. */
  knownFamilies: number
}

export function familyTotals(lines: readonly (FamilyLine & ReviewedFamilyLine)[]): FamilyTotals {
  const count = (state: FamilyLineState) => lines.filter((line) => line.state === state).length
  const families = (state: FamilyLineState) =>
    new Set(lines.filter((line) => line.state === state).map(({ familyId, email }) => familyId ?? email)).size
  return {
    lines: {
      'new-family': count('new-family'),
      'new-child': count('new-child'),
      known: count('known'),
      'left-out': count('left-out'),
    },
    newFamilies: families('new-family'),
    knownFamilies: families('new-child'),
  }
}

export const importedChildren = ({ lines }: Pick<FamilyTotals, 'lines'>): number =>
  lines['new-family'] + lines['new-child']

/** "12 families (20 children)" */
export const importedFamiliesText = (families: number, children: number): string =>
  `${pluralize(families, 'family', 'families')} (${pluralize(children, 'child', 'children')})`
