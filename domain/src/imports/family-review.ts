import { allergiesText } from '../children/allergies'
import type { ChildDetails } from '../children/child-changes'
import { MAX_LENGTH } from '../lib/field-lengths'
import { isolate } from '../lib/isolate'
import { nameKey } from '../lib/name-key'
import { pluralize } from '../lib/pluralize'
import { createAdults, type KnownAccount } from './family-adults'
import type { FamilyLine, SecondAdult } from './family-lines'
import { reviewChanges } from './review-changes'
import { addDetails, allergiesFit, type LineDetails } from './same-child-lines'

export const FAMILY_LINE_STATES = ['new-family', 'new-child', 'known', 'left-out'] as const
export type FamilyLineState = (typeof FAMILY_LINE_STATES)[number]

export const FAMILY_LINE_LABELS: Record<FamilyLineState, string> = {
  'new-family': 'New family',
  'new-child': 'New child',
  known: 'Already there',
  'left-out': 'Left out',
}

export type ReviewedFamilyLine = FamilyLine & {
  state: FamilyLineState
  reason: string | null
  /** The family that has the email; null for one that is created, and for a line that is left out. */
  familyId: string | null
  /** Of the first adult. Another one than the line's where it names the same two adults the other way round. */
  familyEmail: string
  /** Whether its second adult is invited into the family. */
  invitesSecond: boolean
}

/**
 * Decides every line from the first to the last: earlier lines count for later ones, and a child's first line gets the
 * details of its others. `invited`: by email, the family that somebody without an account is invited into.
 */
export function reviewFamilies(
  lines: readonly FamilyLine[],
  accounts: ReadonlyMap<string, KnownAccount>,
  invited: ReadonlyMap<string, string> = new Map(),
): ReviewedFamilyLine[] {
  const adults = createAdults(accounts, invited)
  /** By family, where each child's name was seen first; null for a child on file. Two adults of one have an email each. */
  const families = new Map<string, Map<string, number | null>>()
  const reviewed = lines.map((line): ReviewedFamilyLine => {
    if (line.error !== undefined) return leaveOut(line, line.error)
    if (accounts.get(line.email)?.isStaff) return leaveOut(line, "This is an admin's address")
    const family = adults.familyOf(line)
    if (typeof family === 'string') return leaveOut(line, family)
    const decide = (state: FamilyLineState, reason: string | null) => ({
      ...line,
      ...family,
      state,
      reason,
      invitesSecond: false,
    })
    const { familyId } = family
    const key = familyId ?? family.familyEmail
    const onFile = accounts.get(family.familyEmail)?.children
    const children = families.get(key) ?? new Map(onFile?.map((name) => [nameKey(name), null]))
    families.set(key, children)
    const seen = children.get(nameKey(line.child))
    if (seen !== undefined) return decide('known', seen === null ? null : `Same child as line ${seen}`)
    if (children.size >= MAX_LENGTH.children)
      return leaveOut(line, `A family can have up to ${MAX_LENGTH.children} children`)
    children.set(nameKey(line.child), line.line)
    return { ...decide(familyId === null ? 'new-family' : 'new-child', null), ...adults.second(line, family) }
  })
  const firstLineOf = ({ email, child }: FamilyLine) =>
    families.get(adults.familyKeyOf(email))?.get(nameKey(child)) ?? null
  return nameOtherAllergies(mergeDetails(reviewed, firstLineOf), firstLineOf)
}

const leaveOut = (line: FamilyLine, reason: string): ReviewedFamilyLine => ({
  ...line,
  state: 'left-out',
  reason,
  familyId: null,
  familyEmail: line.email,
  invitesSecond: false,
})

/** The line that a new child is imported from; null for a child on file, or of no family. */
type FirstLineOf = (line: FamilyLine) => number | null

/** Lines that are left out give their child's allergies and notes too, but nobody who may pick it up. */
function mergeDetails(lines: readonly ReviewedFamilyLine[], firstLineOf: FirstLineOf): ReviewedFamilyLine[] {
  const children = new Map<number, LineDetails>(lines.filter(isImported).map((line) => [line.line, line]))
  /** By first line, the line whose allergies do not fit. */
  const overfull = new Map<number, number>()
  const merged = lines.map((line) => {
    const first = firstLineOf(line)
    const child = first === null ? undefined : children.get(first)
    if (first === null || !child || first === line.line) return line
    const isLeftOut = line.state === 'left-out'
    const { details, tooMuch } = addDetails(
      child,
      isLeftOut ? { ...line, grade: '', pickup_people: [] } : line,
    )
    children.set(first, details)
    if (!overfull.has(first) && !allergiesFit(details)) overfull.set(first, line.line)
    if (tooMuch.length === 0 && (!isLeftOut || (line.allergies === '' && line.notes === ''))) return line
    const same = `Same child as line ${first}`
    const given =
      tooMuch.length === 0
        ? `${same}, which gets its allergies and notes`
        : `${same}, with more ${tooMuch.join(' and ')} than fit: add them on the child's page`
    return { ...line, state: 'left-out' as const, reason: isLeftOut ? `${line.reason}. ${given}` : given }
  })
  return merged.map((line) => {
    const first = firstLineOf(line)
    const last = first === null ? undefined : overfull.get(first)
    if (first === null || last === undefined)
      return { ...line, ...detailsOf(children.get(line.line) ?? line) }
    const other = line.line === first ? last : first
    return leaveOut(
      line,
      line.error ??
        `Its allergies and those of line ${other} cannot be imported together, so the child is left out`,
    )
  })
}

/** Two adults who do not name each other make two families, and what one of them says may be missing in the other's. */
function nameOtherAllergies(
  lines: readonly ReviewedFamilyLine[],
  firstLineOf: FirstLineOf,
): ReviewedFamilyLine[] {
  const allergiesOf = ({ allergies }: LineDetails) => allergiesText(allergies).toLowerCase()
  /** By child's name, the first line of two texts: every line differs from one of them. */
  const names = new Map<string, Map<string, number>>()
  for (const line of lines) {
    if ((firstLineOf(line) ?? line.line) !== line.line) continue
    const known = names.get(nameKey(line.child)) ?? new Map<string, number>()
    names.set(nameKey(line.child), known)
    if (known.size < 2 && !known.has(allergiesOf(line))) known.set(allergiesOf(line), line.line)
  }
  return lines.map((line) => {
    if (!isImported(line)) return line
    const known = [...(names.get(nameKey(line.child)) ?? [])]
    const other = known.find(([allergies]) => allergies !== allergiesOf(line))
    if (!other) return line
    const warning = `Line ${other[1]} has a child of this name with other allergies: check whether it is the same child`
    return { ...line, reason: line.reason === null ? warning : `${line.reason}. ${warning}` }
  })
}

const detailsOf = ({ allergies, notes, grade, pickup_people }: LineDetails): LineDetails => ({
  allergies,
  notes,
  grade,
  pickup_people,
})

/** What the import writes: children for a family, which is created where `familyId` is null. */
export type ImportedFamily = {
  familyId: string | null
  email: string
  full_name: string
  phone: string | null
  children: Omit<ChildDetails, 'must_not_pick_up'>[]
  /** Who is invited into it. */
  adults: SecondAdult[]
}

export function importedFamilies(lines: readonly ReviewedFamilyLine[]): ImportedFamily[] {
  const families = new Map<string, ImportedFamily>()
  for (const line of lines.filter(isImported)) {
    const { familyId, familyEmail, child, allergies, notes, grade, pickup_people, second } = line
    const key = familyId ?? familyEmail
    const empty = { familyId, email: familyEmail, full_name: '', phone: null, children: [], adults: [] }
    const family: ImportedFamily = families.get(key) ?? empty
    families.set(key, family)
    // Of the first line that has them, and never those of the other adult.
    if (line.email === familyEmail) {
      family.full_name ||= line.parent
      family.phone ||= line.phone || null
    }
    if (second && line.invitesSecond && family.adults.every(({ email }) => email !== second.email))
      family.adults.push(second)
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
  if (before.invitesSecond !== after.invitesSecond)
    return after.invitesSecond ? 'now invites a second adult' : 'no longer invites its second adult'
  return before.familyId === after.familyId ? null : 'belongs to another family now'
}

export const isImported = ({ state }: ReviewedFamilyLine): boolean =>
  state === 'new-family' || state === 'new-child'

export type FamilyTotals = {
  lines: Record<FamilyLineState, number>
  newFamilies: number
  /** Known families that get a child. */
  knownFamilies: number
  secondAdults: number
}

export function familyTotals(lines: readonly ReviewedFamilyLine[]): FamilyTotals {
  const count = (state: FamilyLineState) => lines.filter((line) => line.state === state).length
  const families = (state: FamilyLineState) =>
    new Set(
      lines
        .filter((line) => line.state === state)
        .map(({ familyId, familyEmail }) => familyId ?? familyEmail),
    ).size
  return {
    lines: Object.fromEntries(
      FAMILY_LINE_STATES.map((state) => [state, count(state)]),
    ) as FamilyTotals['lines'],
    newFamilies: families('new-family'),
    knownFamilies: families('new-child'),
    secondAdults: new Set(lines.flatMap((line) => (line.invitesSecond && line.second?.email) || [])).size,
  }
}

export const importedChildren = ({ lines }: Pick<FamilyTotals, 'lines'>): number =>
  lines['new-family'] + lines['new-child']

/** "12 families (20 children)" */
export const importedFamiliesText = (families: number, children: number): string =>
  `${pluralize(families, 'family', 'families')} (${pluralize(children, 'child', 'children')})`
