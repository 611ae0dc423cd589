import type { Day } from '../lib/days'
import type { SubmissionStatus } from '../lib/enums'
import { MAX_LENGTH } from '../lib/field-lengths'
import { multiLineRule } from '../lib/field-rules'
import { toCents } from '../lib/money'

/** What staff may write to the family with their answer. */
export const DECISION_RULES = { message: multiLineRule(MAX_LENGTH.cancelRequest) }

/** As stored in submissions.approval: a request of a drop-in that staff approve or decline. */
export type Approval = {
  /** In dollars, as shown when it was requested: what it costs once it is approved. */
  fee: number
  decided_at: string | null
  message: string | null
}

export const DECISIONS = ['approve', 'decline'] as const
export type Decision = (typeof DECISIONS)[number]

/** The stored columns of a request. Its fee is 0 until it is approved, so that no sum has to leave it out. */
type RequestedRow = { status: SubmissionStatus; total_fee_cents: number; approval: Approval | null }

export const waitForApproval = (feeCents: number): RequestedRow => ({
  status: 'waiting',
  total_fee_cents: 0,
  approval: { fee: feeCents / 100, decided_at: null, message: null },
})

/** Or never had to be. Until then there is nothing to expect or to bill. */
export const isApproved = (status: SubmissionStatus): boolean => status !== 'waiting' && status !== 'declined'

type DecidedDay = { day: Day; today: Day; isCancelled: boolean }
type DecisionError = 'not-waiting' | 'drop-in-over' | 'drop-in-day-cancelled'

/**
 * Why staff cannot answer so, as an error's code; null if they can. Once its day is over, or cancelled, a request can only
 * be declined: approved it would cost a family that was told to wait.
 */
export function decisionError(
  decision: Decision,
  { status }: Pick<RequestedRow, 'status'>,
  { day, today, isCancelled }: DecidedDay,
): DecisionError | null {
  if (status !== 'waiting') return 'not-waiting'
  if (decision === 'decline') return null
  if (day < today) return 'drop-in-over'
  return isCancelled ? 'drop-in-day-cancelled' : null
}

/** It costs what was shown when it was requested, whatever the price is now. */
export const decide = (
  decision: Decision,
  approval: Approval,
  answer: Pick<Approval, 'decided_at' | 'message'>,
): RequestedRow => ({
  status: decision === 'approve' ? 'approved' : 'declined',
  total_fee_cents: decision === 'approve' ? toCents(approval.fee) : 0,
  approval: { ...approval, ...answer },
})

/** `unanswered`: its day passed while it waited. */
const APPROVAL_STATES = ['waiting', 'unanswered', 'approved', 'declined'] as const
export type ApprovalState = (typeof APPROVAL_STATES)[number]

/** Null for what never had to be approved. */
export function approvalState(status: SubmissionStatus, day: Day | null, today: Day): ApprovalState | null {
  if (status === 'waiting') return day !== null && day < today ? 'unanswered' : 'waiting'
  return status === 'approved' || status === 'declined' ? status : null
}

/** In English; families read theirs in their language. */
export const APPROVAL_LABELS: Record<ApprovalState, string> = {
  waiting: 'Waiting',
  unanswered: 'Not answered',
  approved: 'Approved',
  declined: 'Declined',
}
