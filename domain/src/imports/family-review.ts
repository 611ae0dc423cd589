import type { ChildDetails } from '../children/child-changes'
import { MAX_LENGTH } from '../lib/field-lengths'
import { isolate } from '../lib/isolate'
import { pluralize } from '../lib/pluralize'
import type { FamilyLine } from './family-lines'
import { nameKey } from './payer-names'

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

export type ReviewedFamilyLine = { line: number; state: FamilyLineState; reason: string | null }

/** What the import writes: children for a family, which is created where `familyId` is null. */
export type ImportedFamily = {
  familyId: string | null
  email: string
  full_name: string
  phone: string | null
  children: Omit<ChildDetails, 'pickup_people'>[]
}

export type FamilyReview = { lines: ReviewedFamilyLine[]; families: ImportedFamily[] }

/** Decides every line from the first to the last: earlier lines count for later ones. */
export function reviewFamilies(
  lines: readonly FamilyLine[],
  accounts: ReadonlyMap<string, KnownAccount>,
): FamilyReview {
  const groups = new Map<string, Group>()
  const reviewed = lines.map((line) => {
    const account = accounts.get(line.email)
    const error = line.error ?? (account?.isAdmin ? "This is an admin's address" : undefined)
    if (error !== undefined) return decide(line, 'left-out', error)
    // By family: two adults of one have an address each.
    const key = account?.familyId ?? line.email
    const group = groups.get(key) ?? newGroup(line, account)
    groups.set(key, group)
    return addLine(group, line)
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
  if (seen !== undefined) return decide(line, 'known', seen === null ? null : `Same child as line ${seen}`)
  if (childLines.size >= MAX_LENGTH.children)
    return decide(line, 'left-out', `A family can have up to ${MAX_LENGTH.children} children`)
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
  return decide(line, family.familyId === null ? 'new-family' : 'new-child')
}

const decide = ({ line }: FamilyLine, state: FamilyLineState, reason: string | null = null) => ({
  line,
  state,
  reason,
})

const MAX_NAMED_CHANGES = 5

/** What changed for lines to import since they were shown, in words; null if nothing did. */
export function familyReviewChanges(
  before: readonly (FamilyLine & ReviewedFamilyLine)[],
  after: readonly ReviewedFamilyLine[],
): string | null {
  const changes = before.flatMap(({ line, child, state }, n) => {
    const now = after[n]?.state
    if (now === undefined || now === state || !(isImported(state) || isImported(now))) return []
    return [`Line ${line} (${isolate(child)}) is now "${FAMILY_LINE_LABELS[now]}".`]
  })
  if (changes.length === 0) return null
  const more = changes.length - MAX_NAMED_CHANGES
  const named = changes.slice(0, MAX_NAMED_CHANGES)
  return [...named, ...(more > 0 ? [`And ${pluralize(more, 'more line')}.`] : [])].join(' ')
}

const isImported = (state: FamilyLineState) => state === 'new-family' || state === 'new-child'

export type FamilyTotals = {
  lines: Record<FamilyLineState, number>
  newFamilies: number
  /** Known families that get a child. */
  knownFamilies: number
}

export function familyTotals({ lines, families }: FamilyReview): FamilyTotals {
  const count = (state: FamilyLineState) => lines.filter((line) => line.state === state).length
  const newFamilies = families.filter(({ familyId }) => familyId === null).length
  return {
    lines: {
      'new-family': count('new-family'),
      'new-child': count('new-child'),
      known: count('known'),
      'left-out': count('left-out'),
    },
    newFamilies,
    knownFamilies: families.length - newFamilies,
  }
}

export const importedChildren = ({ lines }: Pick<FamilyTotals, 'lines'>): number =>
  lines['new-family'] + lines['new-child']

/** "12 families (20 children)" */
export const importedFamiliesText = (families: number, children: number): string =>
  `${pluralize(families, 'family', 'families')} (${pluralize(children, 'child', 'children')})`
