import type { BilledStatus } from '../lib/enums'
import { sumCents } from '../lib/money'

/** As in the parent list: all fees minus all payments, never below 0. */
export function outstandingCents(feesCents: Iterable<number>, paymentsCents: Iterable<number>): number {
  return Math.max(0, sumCents(feesCents) - sumCents(paymentsCents))
}

/** What a submission's own payments have not covered. An overpayment does not count towards another submission. */
export const openCents = ({
  totalFeeCents,
  paidCents,
}: {
  totalFeeCents: number
  paidCents: number
}): number => Math.max(0, totalFeeCents - paidCents)

export const OUTSTANDING_HINT = 'all fees minus all payments, never below $0'
export const BALANCE_DUE_HINT = 'Billed fees minus all payments; below $0 when more was paid than billed'

export const PAYMENT_STATUSES = ['paid', 'unpaid'] as const
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number]

export const PAYMENT_STATUS_LABELS: Record<PaymentStatus, string> = { paid: 'Paid', unpaid: 'Unpaid' }

/** An overpaid parent is paid: the negative balance shows the rest. */
export function balanceDue(billedCents: number, paidCents: number) {
  const balanceCents = billedCents - paidCents
  const status: PaymentStatus = balanceCents <= 0 ? 'paid' : 'unpaid'
  return { balanceCents, status }
}

/** As in the parent detail: only billed fees, but all payments, including general ones. */
export function parentTotals(
  submissions: Iterable<{ totalFeeCents: number; billedStatus: BilledStatus }>,
  paymentsCents: Iterable<number>,
) {
  const billed = [...submissions].filter((submission) => submission.billedStatus === 'billed')
  const billedCents = sumCents(billed.map((submission) => submission.totalFeeCents))
  const paidCents = sumCents(paymentsCents)
  return { billedCents, paidCents, ...balanceDue(billedCents, paidCents) }
}

export const PAYMENT_METHODS = [
  'cash',
  'check',
  'credit_card',
  'bank_transfer',
  'brightwheel',
  'facts',
  'other',
] as const
export type PaymentMethod = (typeof PAYMENT_METHODS)[number]

export const PAYMENT_METHOD_LABELS: Record<PaymentMethod, string> = {
  cash: 'Cash',
  check: 'Check',
  credit_card: 'Credit Card',
  bank_transfer: 'Bank Transfer',
  brightwheel: 'Brightwheel',
  facts: 'FACTS',
  other: 'Other',
}

export function paymentMethodLabel(method: PaymentMethod | null): string {
  return method === null ? '-' : PAYMENT_METHOD_LABELS[method]
}

export function appliedToLabel(submissionId: string | null): 'Specific Submission' | 'General Payment' {
  return submissionId === null ? 'General Payment' : 'Specific Submission'
}

/** What a row of the payments says beside its amount; null for a payment with nothing else to say. */
export function paymentRowLabel(row: {
  amount: number
  submission_id: string | null
  reverses_payment_id: string | null
  moved_from_payment_id: string | null
  left_amount: number
  reversed_amount: number
}): 'Moved' | 'Moved back' | 'Made general' | 'Reversal' | 'Reversal undone' | 'Reversed' | 'Applied' | null {
  const { amount, left_amount, reversed_amount } = row
  const isMoved = row.moved_from_payment_id !== null
  if (row.reverses_payment_id !== null) {
    if (isMoved) return 'Moved'
    return amount > 0 ? 'Reversal undone' : 'Reversal'
  }
  if (left_amount > 0 || amount === 0) return isMoved ? 'Moved' : null
  if (reversed_amount === amount) return 'Reversed'
  if (row.submission_id === null) return 'Applied'
  return isMoved ? 'Moved back' : 'Made general'
}
