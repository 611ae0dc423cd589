import { formatShortDate } from '../lib/dates-format'
import type { Day } from '../lib/days'
import { formatUsd, sumCents } from '../lib/money'
import type { DateOrder } from './import-dates'
import type { PaymentColumns } from './payment-fields'
import type { PaymentLine } from './payment-lines'
import type { FamilyFound, FoundBy } from './payment-matching'
import { reviewChanges } from './review-changes'

export const REVIEW_STATES = ['ready', 'choose', 'choose_payment', 'recorded', 'skipped'] as const
export type ReviewState = (typeof REVIEW_STATES)[number]

export const REVIEW_STATE_LABELS: Record<ReviewState, string> = {
  ready: 'Ready',
  choose: 'Choose a family',
  choose_payment: 'Choose a payment',
  recorded: 'Already recorded',
  skipped: 'Skipped',
}

/** What staff decided in the review. Families by payer (or by line, where a line names nobody), the rest by line. */
export type PaymentChoices = {
  columns: PaymentColumns
  /** Null if the file decides. */
  dateOrder: DateOrder | null
  families: Record<string, string>
  skipped: Record<string, boolean>
  /** "Already recorded", to be imported all the same. */
  included: Record<string, boolean>
  /** A submission's id, or null for a General Payment. */
  applyTo: Record<string, string | null>
  /** The payment that a line below $0 reverses. Missing in a review that an older version began. */
  reverses?: Record<string, string>
}

type LineChoices = Omit<PaymentChoices, 'columns' | 'dateOrder'>

export const NO_CHOICES: Omit<PaymentChoices, 'columns'> = {
  dateOrder: null,
  families: {},
  skipped: {},
  included: {},
  applyTo: {},
}

/** The key of a line's family in the choices. */
export const familyChoiceKey = ({ payerKey, line }: Pick<PaymentLine, 'payerKey' | 'line'>): string =>
  payerKey === '' ? `line ${line}` : payerKey

export type ReviewedPayment = PaymentLine & {
  state: ReviewState
  reason: string | null
  familyId: string | null
  foundBy: FoundBy | null
  submissionId: string | null
  /** Of that submission, before this line pays for it. */
  openCents: number | null
  /** The payment that a line below $0 reverses, and what is left of it before. */
  reversesId: string | null
  leftCents: number | null
  /** The latest import of the same line. */
  importId: string | null
}

/** What the review has to know besides the file. */
export type ReviewContext = {
  findFamily: (line: PaymentLine) => FamilyFound | null
  /** Whether the family still exists. */
  isFamily: (id: string) => boolean
  /** The latest import of the same line; payments reversed since do not count. */
  lastImport: (line: PaymentLine) => { id: string; day: Day } | null
  hasPayment: (familyId: string, line: PaymentLine) => boolean
  /** The family's submissions with what is still to be paid. */
  openAmounts: (familyId: string) => Iterable<readonly [submissionId: string, openCents: number]>
  /** The family's payments with what is left of them. */
  leftAmounts: (familyId: string) => Iterable<readonly [paymentId: string, leftCents: number]>
}

/** Equal lines: the same date, amount, payer and reference. */
export const lineKey = ({ date, cents, payerKey, reference }: PaymentLine): string =>
  JSON.stringify([date, cents, payerKey, reference])

/** Money that went back to the family. */
export const isRefund = ({ cents }: Pick<PaymentLine, 'cents'>): boolean => cents !== null && cents < 0

type Reversed = { reversesId: string; leftCents: number }

/** The payment that staff chose for the line, as long as it is the family's and that much of it is left. */
function reversedBy(
  line: PaymentLine,
  choices: LineChoices,
  context: ReviewContext,
  left: ReturnType<typeof createAmounts>,
): Reversed | null {
  const chosen = choices.reverses?.[line.line]
  const { familyId } = familyOf(line, choices, context)
  if (!isRefund(line) || chosen === undefined || familyId === null) return null
  const leftCents = left.of(familyId, chosen)
  if (leftCents === null || leftCents < -(line.cents ?? 0)) return null
  return { reversesId: chosen, leftCents }
}

/** Decides every line from the first to the last: earlier lines count for later ones. */
export function reviewPayments(
  lines: readonly PaymentLine[],
  choices: LineChoices,
  context: ReviewContext,
): ReviewedPayment[] {
  const earlier = new Map<string, number>()
  const open = createAmounts(context.openAmounts)
  const left = createAmounts(context.leftAmounts)
  return lines.map((line) => {
    const reversed = reversedBy(line, choices, context, left)
    const decided = decideState(line, choices, context, { sameAs: earlier.get(lineKey(line)), reversed })
    if (line.error === undefined && !earlier.has(lineKey(line))) earlier.set(lineKey(line), line.line)
    const { familyId, state } = decided
    const none = { submissionId: null, openCents: null, reversesId: null, leftCents: null }
    if (isRefund(line)) {
      if (state === 'ready' && reversed && familyId !== null)
        left.take(familyId, reversed.reversesId, -(line.cents ?? 0))
      return { ...line, ...decided, ...none, ...reversed }
    }
    if (familyId === null || state === 'skipped') return { ...line, ...decided, ...none }
    const chosen = choices.applyTo[line.line]
    const submissionId =
      chosen !== undefined && (chosen === null || open.of(familyId, chosen) !== null)
        ? chosen
        : open.find(familyId, line.cents ?? 0)
    const openCents = submissionId === null ? null : open.of(familyId, submissionId)
    if (state === 'ready' && submissionId !== null) open.take(familyId, submissionId, line.cents ?? 0)
    return { ...line, ...decided, ...none, submissionId, openCents }
  })
}

function decideState(
  line: PaymentLine,
  choices: LineChoices,
  context: ReviewContext,
  { sameAs, reversed }: { sameAs: number | undefined; reversed: Reversed | null },
): Omit<ReviewedPayment, keyof PaymentLine | 'submissionId' | 'openCents' | keyof Reversed> {
  const { familyId, foundBy } = familyOf(line, choices, context)
  const decide = (state: ReviewState, reason: string | null = null) => ({
    state,
    reason,
    familyId,
    foundBy,
    importId: context.lastImport(line)?.id ?? null,
  })
  if (line.error !== undefined) return decide('skipped', line.error)
  if (choices.skipped[line.line]) return decide('skipped', 'Skipped in the review')
  // A bank's file is full of them, and most are not about a family.
  if (isRefund(line) && familyId === null) return decide('skipped', 'The amount is negative')
  const recorded = recordedReason(line, familyId, context, sameAs)
  if (recorded !== null && !choices.included[line.line]) return decide('recorded', recorded)
  if (isRefund(line) && !reversed) return decide('choose_payment', recorded)
  return familyId === null ? decide('choose', recorded) : decide('ready', recorded)
}

/** The family chosen for the line as long as it exists, else the one found. */
export function familyOf(
  line: PaymentLine,
  choices: Pick<LineChoices, 'families'>,
  { findFamily, isFamily }: Pick<ReviewContext, 'findFamily' | 'isFamily'>,
) {
  const chosen = choices.families[familyChoiceKey(line)]
  if (chosen !== undefined && isFamily(chosen)) return { familyId: chosen, foundBy: 'chosen' as const }
  return findFamily(line) ?? { familyId: null, foundBy: null }
}

function recordedReason(
  line: PaymentLine,
  familyId: string | null,
  { lastImport, hasPayment }: ReviewContext,
  sameAs: number | undefined,
): string | null {
  const last = lastImport(line)
  if (last !== null) return `Imported on ${formatShortDate(last.day)}`
  if (sameAs !== undefined) return `Same as line ${sameAs}`
  if (familyId !== null && hasPayment(familyId, line))
    return `The family has a ${isRefund(line) ? 'reversal' : 'payment'} of this date and amount`
  return null
}

/** Amounts of each family that count down line by line: what is open on submissions, or left of payments. */
function createAmounts(amountsOf: ReviewContext['openAmounts']) {
  const byFamily = new Map<string, Map<string, number>>()
  const ofFamily = (familyId: string) => {
    const known = byFamily.get(familyId) ?? new Map(amountsOf(familyId))
    byFamily.set(familyId, known)
    return known
  }
  return {
    /** Null where it is not the family's. */
    of: (familyId: string, id: string) => ofFamily(familyId).get(id) ?? null,
    /** The one submission with exactly that open amount; null if there is none, or several. */
    find(familyId: string, cents: number): string | null {
      const [first, second] = [...ofFamily(familyId)].filter(([, open]) => open === cents)
      return first && !second ? first[0] : null
    },
    take(familyId: string, id: string, cents: number) {
      const amounts = ofFamily(familyId)
      amounts.set(id, Math.max(0, (amounts.get(id) ?? 0) - cents))
    },
  }
}

/**
 * What changed for the lines to import since they were shown, in words; null if nothing did. Lines that are imported
 * neither way do not matter.
 */
export const paymentReviewChanges = (
  before: readonly ReviewedPayment[],
  after: readonly ReviewedPayment[],
): string | null =>
  reviewChanges(before, after, (line, now) => {
    const change = changeOf(line, now)
    return change && `(${formatUsd(line.cents ?? 0)}): ${change}`
  })

function changeOf(before: ReviewedPayment, after: ReviewedPayment): string | null {
  if (before.state !== 'ready' && after.state !== 'ready') return null
  if (after.state === 'recorded') return after.reason
  if (after.familyId === null) return 'The family is no longer there'
  if (before.familyId !== after.familyId) return 'It belongs to another family now'
  if (before.state !== after.state) return `It is now "${REVIEW_STATE_LABELS[after.state]}"`
  const recorded = recordedChange(before, after)
  if (recorded !== null) return recorded
  if (before.reversesId !== after.reversesId || before.leftCents !== after.leftCents)
    return 'What is left of the payment has changed'
  const isOwed = before.submissionId === after.submissionId && before.openCents === after.openCents
  return isOwed ? null : 'What the family owes has changed'
}

/** A line that staff ticked although it was recorded may have been recorded once more since. */
function recordedChange(before: ReviewedPayment, after: ReviewedPayment): string | null {
  if (before.reason !== after.reason) return after.reason
  return after.importId === null || before.importId === after.importId
    ? null
    : 'It was imported once more meanwhile'
}

type Figures = { count: number; cents: number }
/** Of the ready lines, `reversals` are those below $0. */
export type ReviewTotals = Record<ReviewState | 'reversals', Figures>

export function reviewTotals(lines: readonly ReviewedPayment[]): ReviewTotals {
  const of = (state: ReviewState, shown: readonly ReviewedPayment[] = lines) => {
    const amounts = shown.filter((line) => line.state === state).map(({ cents }) => cents ?? 0)
    return { count: amounts.length, cents: sumCents(amounts) }
  }
  return {
    ready: of('ready'),
    reversals: of('ready', lines.filter(isRefund)),
    choose: of('choose'),
    choose_payment: of('choose_payment'),
    recorded: of('recorded'),
    skipped: of('skipped'),
  }
}
