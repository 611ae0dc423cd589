import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { dayState } from '@aftercare/domain/months/availability'
import { isLimited } from '@aftercare/domain/months/seats'
import { en as enDays } from '@aftercare/domain/months/texts/en'
import { priceDays } from '@aftercare/domain/pricing/day-prices'
import { useMemo } from 'react'
import { toggleDay } from '../../features/months/day-choice'
import { useMonthCells } from '../../features/months/month-cells'
import { useOfferedMonths } from '../../features/months/months.api'
import { QuickChoices } from '../../features/months/quick-choices'
import { AgreementLines } from '../../features/submissions/agreement'
import { NewTotal } from '../../features/submissions/new-total'
import {
  type EditableRegistration,
  useEarlierRegistrations,
} from '../../features/submissions/submissions.api'
import { useTexts } from '../../language/language'
import { useToday } from '../../lib/program'
import { Callout } from '../../ui/feedback/callout'
import { ConflictAlert, ServerValues } from '../../ui/feedback/conflict-alert'
import { Checkbox } from '../../ui/inputs/checkbox'
import { DayLegend } from '../../ui/month-calendar/day-legend'
import type { LegendKind } from '../../ui/month-calendar/day-type-icon'
import { MonthCalendar } from '../../ui/month-calendar/month-calendar'
import { useFullDays } from '../seat-watches/use-full-days'
import { editNeedsOf, monthCalendarOf, pricedDaysOf } from './submission-summary'
import { en } from './texts/en'
import type { SubmissionEditState } from './use-submission-edit'

const NONE: LegendKind[] = []
const FULL_ONLY: LegendKind[] = ['full']

const listed = (days: readonly number[], cents: number, t: typeof en) =>
  days.length > 0 && t.daysAndFee(days, formatUsd(cents))

type SubmissionEditorProps = { submission: EditableRegistration; edit: SubmissionEditState }

/** Edits the days of a submission, with what is added, removed and the new fee. */
export function SubmissionEditor({ submission, edit }: SubmissionEditorProps) {
  const t = useTexts(en)
  const today = useToday()
  const month = useMemo(() => monthCalendarOf(submission), [submission])
  const childIds = useMemo(() => (submission.child_id ? [submission.child_id] : []), [submission.child_id])
  const earlier = useEarlierRegistrations(submission.month_id)
  // Its month may be back in draft: the days can still be changed, but not watched.
  const isOffered = useOfferedMonths().data?.some(({ id }) => id === submission.month_id) ?? false
  const fullDays = useFullDays(submission.month_id, month?.calendar ?? null, {
    isParent: submission.child_id !== null,
    isOffered,
  })
  const { days, agreed } = edit
  const original = submission.selected_days
  const booked = useMemo(() => pricedDaysOf(submission), [submission])
  // While no day has changed, nothing is repriced.
  const priced = month && edit.isDirty ? priceDays(month.calendar, days, booked) : booked
  const cells = useMonthCells(month?.calendar ?? null, today, {
    selected: days,
    original,
    attended: submission.attended_days,
    begunDaysStay: submission.begun_days_stay,
    dropIns: edit.dropIns,
    // A day given up still shows what it costs to keep it.
    dayPrices: priced.dayPrices && { ...booked.dayPrices, ...priced.dayPrices },
    watched: fullDays.watched,
    mayWatch: fullDays.mayWatch,
  })
  const dayTexts = useTexts(enDays)
  if (!month) return null
  const { calendar, monthIndex } = month
  const hasBegunDays = original.some(
    (n) => dayState(calendar, n, today, editNeedsOf(submission)).reason === 'begun',
  )
  const newFee = priced.feeCents
  return (
    <div className="grid gap-5 lg:grid-cols-[1fr_21rem] lg:gap-x-8">
      <ConflictAlert conflict={edit.conflict} className="rounded-control lg:col-span-full">
        <ServerValues
          rows={[[t.days, listed(original, toCents(submission.total_fee), t), listed(days, newFee, t)]]}
        />
      </ConflictAlert>
      <div className="grid content-start gap-3">
        <QuickChoices
          month={calendar}
          today={today}
          booked={booked}
          dropIns={edit.dropIns}
          chosen={days}
          onChoose={(change) => edit.change({ days: change(days) })}
          earlier={earlier}
          childIds={childIds}
        />
        <MonthCalendar
          monthIndex={monthIndex}
          year={calendar.year}
          cells={cells}
          onPressDay={(day) => edit.change({ days: toggleDay(days, day) })}
          onOpenDay={fullDays.openDay}
        />
        {fullDays.panel}
        {hasBegunDays && <Callout>{dayTexts.begunStays}</Callout>}
        <DayLegend kinds={isLimited(calendar.seating) ? FULL_ONLY : NONE} edit />
      </div>
      <div className="grid content-start gap-3">
        <NewTotal cancelledDays={calendar.cancelledDays} before={booked} after={{ days, feeCents: newFee }} />
        {days.length === 0 && <Callout>{t.daysMissing}</Callout>}
        <Checkbox
          checked={agreed}
          onCheckedChange={edit.setAgreed}
          disabled={edit.agreement.isPending}
          label={t.agree}
        />
        <details className="text-sm" open={edit.isAgreementChanged}>
          <summary className="inline-flex min-h-tap cursor-pointer items-center font-semibold text-accent underline">
            {t.readAgreement}
          </summary>
          <AgreementLines {...edit.agreement.text} />
        </details>
      </div>
    </div>
  )
}
