import { withdrawalError } from '@aftercare/domain/drop-ins/withdrawals'
import { capitalize } from '@aftercare/domain/lib/capitalize'
import { formatLongDate } from '@aftercare/domain/lib/dates-format'
import { formatDateTime } from '@aftercare/domain/lib/instants-format'
import { isolate } from '@aftercare/domain/lib/isolate'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { formatDayCount } from '@aftercare/domain/submissions/day-count'
import { isAgreedByPhone } from '@aftercare/domain/submissions/submissions'
import { CircleSlash, Zap } from 'lucide-react'
import { monthCells } from '../../features/months/month-cells'
import { ApprovalNote } from '../../features/submissions/approval-note'
import { EditHistory } from '../../features/submissions/edit-history'
import { GivenUpDays } from '../../features/submissions/given-up-days'
import { createCancelRequest, type Submission } from '../../features/submissions/submissions.api'
import { useLanguage, useTexts } from '../../language/language'
import { richText } from '../../language/rich-text'
import { programFacts, useToday } from '../../lib/program'
import { cx } from '../../ui/cx'
import { Description, DescriptionList } from '../../ui/data/description-list'
import { Callout } from '../../ui/feedback/callout'
import { LINK_IN_TEXT } from '../../ui/link-in-text'
import { useProgram } from '../../ui/program'
import { PaidNote } from '../balance/paid-note'
import { BookedDays } from './booked-days'
import { CancelRequestBox } from './cancel-request'
import { cancelledDaysOf, childNameOf, isEditable, monthCalendarOf, pricedDaysOf } from './submission-summary'
import { en } from './texts/en'
import { en as enWithdraw } from './texts/withdraw.en'

/** A submission, read-only. */
export function SubmissionDetail({ submission }: { submission: Submission }) {
  const t = useTexts(en)
  const language = useLanguage()
  return (
    <div className={cx('grid gap-5', submission.months && 'lg:grid-cols-[1fr_21rem] lg:gap-x-8')}>
      <DescriptionList className="grid-cols-2 lg:col-span-full lg:grid-cols-subgrid">
        <Description label={t.child}>{childNameOf(submission)}</Description>
        <Description label={t.submitted}>
          {formatDateTime(submission.submitted_at, programFacts().timeZone, language)}
          {submission.entered_by && (
            <span className="block text-note text-muted">
              {t.enteredBy(isolate(submission.entered_by), isAgreedByPhone(submission))}
            </span>
          )}
        </Description>
      </DescriptionList>
      <ChosenDays submission={submission} />
      <ApprovalNote submission={submission} isDayCancelled={submission.is_cancelled} />
      <div className="grid content-start gap-5">
        <p className="flex items-baseline justify-between border-t-2 border-text pt-2.5">
          <span>
            <b className="font-semibold">{t.totalFee}</b>{' '}
            {!submission.cancellation && (
              <span className="text-muted">
                {formatDayCount(submission.selected_days, cancelledDaysOf(submission), language)}
              </span>
            )}
          </span>
          <span className="font-display text-2xl font-extrabold tabular-nums">
            {formatUsd(toCents(submission.total_fee))}
          </span>
        </p>
        <PaidNote submission={submission} />
        <EditHistory entries={submission.edit_history} />
        <CancelRequestSection submission={submission} />
        <AskToWithdraw submission={submission} />
      </div>
    </div>
  )
}

function CancelRequestSection({ submission }: { submission: Submission }) {
  const today = useToday()
  if (!submission.months || submission.cancellation) return null
  return (
    <CancelRequestBox
      name={`ask to cancel ${submission.id}`}
      request={submission.cancel_request}
      mayAsk={isEditable(submission, today)}
      send={(text) => createCancelRequest(submission.id, text)}
    />
  )
}

/** For a coming drop-in that only staff can remove. */
function AskToWithdraw({ submission }: { submission: Submission }) {
  const { ask } = useTexts(enWithdraw)
  const { contactEmail } = useProgram()
  const today = useToday()
  const { dropin_date } = submission
  const error = withdrawalError(submission, today)
  const isForStaff = error === 'drop-in-billed' || error === 'drop-in-of-staff'
  if (!isForStaff || !dropin_date || dropin_date <= today || submission.is_cancelled) return null
  const email = (
    <a href={`mailto:${contactEmail}`} className={LINK_IN_TEXT}>
      {contactEmail}
    </a>
  )
  return <p className="text-muted">{richText(ask, { email })}</p>
}

function ChosenDays({ submission }: { submission: Submission }) {
  const today = useToday()
  const t = useTexts(en)
  const language = useLanguage()
  const { cancellation } = submission
  if (cancellation) {
    return (
      <Callout tone="danger" icon={<CircleSlash />}>
        <p>
          <b>{t.cancelledOn(formatDateTime(cancellation.cancelled_at, programFacts().timeZone, language))}</b>
          <GivenUpDays cancellation={cancellation} submission={submission} />
        </p>
      </Callout>
    )
  }
  const month = monthCalendarOf(submission)
  if (month) {
    const cells = monthCells(month.calendar, today, {
      selected: submission.selected_days,
      dayPrices: pricedDaysOf(submission).dayPrices,
      isReadOnly: true,
    })
    return (
      <BookedDays
        submission={submission}
        year={month.calendar.year}
        monthIndex={month.monthIndex}
        cells={cells}
      />
    )
  }
  return (
    <Callout tone="warning" icon={<Zap />}>
      {submission.dropin_date
        ? capitalize(formatLongDate(submission.dropin_date, language))
        : t.dayNumbers(submission.selected_days)}
    </Callout>
  )
}
