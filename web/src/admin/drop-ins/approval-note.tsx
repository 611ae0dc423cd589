import {
  APPROVAL_LABELS,
  type ApprovalState,
  approvalState,
  type Decision,
  decisionError,
} from '@aftercare/domain/drop-ins/approvals'
import { type Day, getDayParts } from '@aftercare/domain/lib/days'
import type { SubmissionStatus } from '@aftercare/domain/lib/enums'
import { formatDateTime } from '@aftercare/domain/lib/instants-format'
import { isolate } from '@aftercare/domain/lib/isolate'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { CircleSlash, Hourglass } from 'lucide-react'
import { programFacts, useToday } from '../../lib/program'
import { Callout } from '../../ui/feedback/callout'
import { Button } from '../../ui/inputs/button'

type Requested = {
  status: SubmissionStatus
  dropin_date: Day | null
  approval: { fee: number; decided_at: string | null; message: string | null } | null
}

export const isDayCancelled = (dropinDate: Day | null, cancelledDays: readonly number[]): boolean =>
  dropinDate !== null && cancelledDays.includes(getDayParts(dropinDate).dayOfMonth)

/** Below the fee of a request that waits, which is 0 until it is approved. */
export function FeeOnceApproved({ dropIn, isCancelled }: { dropIn: Requested; isCancelled: boolean }) {
  const { status, dropin_date: day, approval } = dropIn
  const today = useToday()
  if (day === null || !approval || decisionError('approve', { status }, { day, today, isCancelled }))
    return null
  return (
    <span className="ml-auto block text-xs font-normal text-muted lg:w-13 lg:whitespace-normal">
      {formatUsd(toCents(approval.fee))} once approved
    </span>
  )
}

type AnswerButtonsProps = {
  day: Day
  isCancelled: boolean
  /** Names it in a list. */
  child?: string
  className?: string
  onAnswer: (decision: Decision) => void
}

/** The two answers. Once its day is over, or cancelled, a request can only be declined. */
export function AnswerButtons({ day, isCancelled, child, className, onAnswer }: AnswerButtonsProps) {
  const canApprove = !decisionError('approve', { status: 'waiting' }, { day, today: useToday(), isCancelled })
  const nameOf = (label: string) => child && `${label} drop-in for ${isolate(child)}`
  return (
    <>
      {canApprove && (
        <Button className={className} aria-label={nameOf('Approve')} onClick={() => onAnswer('approve')}>
          Approve
        </Button>
      )}
      <Button
        variant="danger-quiet"
        className={className}
        aria-label={nameOf('Decline')}
        onClick={() => onAnswer('decline')}
      >
        Decline
      </Button>
    </>
  )
}

/** For the panel: that it waits, with the two answers, or what was answered. */
export function AnswerNote({
  dropIn,
  onAnswer,
}: {
  dropIn: Requested & { cancelled_days: readonly number[] }
  onAnswer: (decision: Decision) => void
}) {
  const state = approvalState(dropIn.status, dropIn.dropin_date, useToday())
  const { approval, dropin_date, cancelled_days } = dropIn
  if (!state || !approval || dropin_date === null) return null
  const isCancelled = isDayCancelled(dropin_date, cancelled_days)
  if (approval.decided_at !== null)
    return (
      <Callout
        tone={state === 'declined' ? 'danger' : undefined}
        icon={state === 'declined' ? <CircleSlash /> : undefined}
      >
        <p>
          <b>
            {APPROVAL_LABELS[state]} on {formatDateTime(approval.decided_at, programFacts().timeZone)}
          </b>
          {approval.message && (
            <span className="block wrap-anywhere whitespace-pre-line">{approval.message}</span>
          )}
        </p>
      </Callout>
    )
  return (
    <Callout tone="warning" icon={<Hourglass />}>
      <p>
        <b>{state === 'waiting' ? 'Waiting for approval' : APPROVAL_LABELS[state]}</b>
        <span className="block">{whatItCosts(state, isCancelled, approval.fee)}</span>
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <AnswerButtons day={dropin_date} isCancelled={isCancelled} onAnswer={onAnswer} />
      </div>
    </Callout>
  )
}

function whatItCosts(state: ApprovalState, isCancelled: boolean, fee: number): string {
  if (state !== 'waiting') return 'Its day is over. It costs nothing.'
  if (isCancelled) return 'Aftercare is cancelled on its day, so it can only be declined.'
  return `It holds its seat. Once approved the child is expected, and it costs ${formatUsd(toCents(fee))}.`
}
