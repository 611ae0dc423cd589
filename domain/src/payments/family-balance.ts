import type { BilledStatus } from '../lib/enums'
import { formatUsd } from '../lib/money'
import { en } from './texts/en'

/** The Balance Due as its family reads it: first what to pay, then what else there is to know. */
export function balanceTexts(
  { balanceCents, generalCents }: { balanceCents: number; generalCents: number },
  t: typeof en = en,
): [string, ...string[]] {
  const notes = generalCents > 0 ? [t.general(formatUsd(generalCents))] : []
  if (balanceCents > 0) return [t.owe(formatUsd(balanceCents)), ...notes]
  return [t.nothing, ...(balanceCents < 0 ? [t.credit(formatUsd(-balanceCents))] : []), ...notes]
}

export type PaidSubmission = {
  billedStatus: BilledStatus
  feeCents: number
  paidCents: number
  /** Or not approved: it costs nothing. */
  isCancelled: boolean
}

/** What was paid for a registration or drop-in; nothing for a cancelled one that cost and got nothing. */
export function paidTexts(submission: PaidSubmission, t: typeof en = en): string[] {
  const { billedStatus, feeCents, paidCents, isCancelled } = submission
  if (isCancelled && feeCents === 0) return paidCents > 0 ? [t.paidSoFar(formatUsd(paidCents))] : []
  if (billedStatus !== 'billed')
    return [t.notBilled, ...(paidCents > 0 ? [t.paidSoFar(formatUsd(paidCents))] : [])]
  return [paidCents >= feeCents ? t.paid : t.paidOf(formatUsd(paidCents), formatUsd(feeCents))]
}
