import { approvalState } from '@aftercare/domain/drop-ins/approvals'
import type { Day } from '@aftercare/domain/lib/days'
import type { SubmissionStatus } from '@aftercare/domain/lib/enums'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { Check, CircleSlash, Hourglass } from 'lucide-react'
import { useTexts } from '../../language/language'
import { useToday } from '../../lib/program'
import { StatusBadge } from '../../ui/data/badge'
import { Callout } from '../../ui/feedback/callout'
import { en } from './texts/approval.en'

type Requested = {
  status: SubmissionStatus
  dropin_date: Day | null
  approval: { fee: number; message: string | null } | null
}

const LOOKS = {
  waiting: { tone: 'warning', icon: <Hourglass /> },
  unanswered: { tone: 'warning', icon: <Hourglass /> },
  approved: { tone: 'success', icon: <Check /> },
  declined: { tone: 'danger', icon: <CircleSlash /> },
} as const

/** Nothing for what never had to be approved. */
export function ApprovalBadge({ submission }: { submission: Pick<Requested, 'status' | 'dropin_date'> }) {
  const t = useTexts(en)
  const state = approvalState(submission.status, submission.dropin_date, useToday())
  return state && <StatusBadge status={state}>{t.labels[state]}</StatusBadge>
}

/** For a family or guest: what the office answered, or that it has not, with the fee once approved. */
export function ApprovalNote({
  submission,
  isDayCancelled,
}: {
  submission: Requested
  isDayCancelled: boolean
}) {
  const t = useTexts(en)
  const state = approvalState(submission.status, submission.dropin_date, useToday())
  const { approval } = submission
  if (!state || !approval) return null
  const note =
    state === 'waiting' && isDayCancelled ? t.dayCancelled : t.notes[state](formatUsd(toCents(approval.fee)))
  return (
    <Callout {...LOOKS[state]}>
      <p>
        <b>{t.labels[state]}.</b> {note}
        {approval.message && (
          <span className="mt-1 block whitespace-pre-line">{t.officeWrites(approval.message)}</span>
        )}
      </p>
    </Callout>
  )
}
