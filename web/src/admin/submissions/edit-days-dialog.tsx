import { monthIndexOf } from '@aftercare/domain/lib/days'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { toMonthCalendar } from '@aftercare/domain/months/months'
import { isLimited } from '@aftercare/domain/months/seats'
import { bookedDaysOf, priceDays } from '@aftercare/domain/pricing/day-prices'
import { formatDayCount } from '@aftercare/domain/submissions/day-count'
import { submissionTitle } from '@aftercare/domain/submissions/submissions'
import { useMemo } from 'react'
import { toggleDay } from '../../features/months/day-choice'
import { useMonthCells } from '../../features/months/month-cells'
import { NewTotal } from '../../features/submissions/new-total'
import { FormDialog } from '../../lib/form-dialog'
import { useToday } from '../../lib/program'
import { Callout } from '../../ui/feedback/callout'
import { ConflictAlert, ServerValues } from '../../ui/feedback/conflict-alert'
import { DayLegend } from '../../ui/month-calendar/day-legend'
import { MonthCalendar } from '../../ui/month-calendar/month-calendar'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import type { AdminSubmission } from './submissions.api'
import type { DaysEdit } from './use-edit-days'

type DaysEditorProps = { submission: AdminSubmission; edit: DaysEdit }
type EditDaysDialogProps = DaysEditorProps & { isSamePage: (url: URL) => boolean }

export function EditDaysDialog({ submission, edit, isSamePage }: EditDaysDialogProps) {
  return (
    <FormDialog
      open={edit.isEditing}
      draft={{ isUnsaved: edit.isDirty }}
      isSamePage={isSamePage}
      unsavedText="Your changes to the days haven't been saved."
      loading={edit.isSaving}
      title="Edit Days"
      description={
        <>
          <bdi>{submission.child?.name ?? submission.guest_child_name}</bdi>,{' '}
          {submissionTitle(submission.month, null)}
        </>
      }
      width="wide"
      saveLabel="Save Days"
      disabled={!edit.maySave}
      onSubmit={edit.save}
      onClose={edit.cancel}
    >
      <DaysEditor submission={submission} edit={edit} />
      <ConfirmDialog
        open={edit.question !== null}
        onOpenChange={edit.keepEditing}
        title="Add these days?"
        description={edit.question ?? ''}
        confirmLabel="Save Days"
        cancelLabel="Keep editing"
        variant="primary"
        loading={edit.isSaving}
        onConfirm={edit.addAnyway}
      />
    </FormDialog>
  )
}

const listed = (days: readonly number[], cents: number) =>
  days.length > 0 && `${days.join(', ')} (${formatDayCount(days, [])}, ${formatUsd(cents)})`

function DaysEditor({ submission, edit }: DaysEditorProps) {
  const today = useToday()
  const { days } = edit
  const { month, selected_days: original } = submission
  const calendar = useMemo(() => month && toMonthCalendar(month), [month])
  const monthIndex = month && monthIndexOf(month.month_name)
  const booked = useMemo(() => bookedDaysOf(submission, toCents(submission.total_fee)), [submission])
  const priced = calendar && edit.isDirty ? priceDays(calendar, days, booked) : booked
  const cells = useMonthCells(calendar, today, {
    selected: days,
    original,
    attended: submission.attended_days,
    byStaff: true,
    dayPrices: priced.dayPrices && { ...booked.dayPrices, ...priced.dayPrices },
  })
  if (!calendar || monthIndex === null) return null
  return (
    <div className="grid gap-5 lg:grid-cols-[1fr_17rem] lg:gap-x-6">
      <ConflictAlert conflict={edit.conflict} className="rounded-control lg:col-span-full">
        <ServerValues rows={[['Days', listed(original, booked.feeCents), listed(days, priced.feeCents)]]} />
      </ConflictAlert>
      <div className="grid content-start gap-3">
        <MonthCalendar
          monthIndex={monthIndex}
          year={calendar.year}
          cells={cells}
          onPressDay={(day) => edit.change(toggleDay(days, day))}
        />
        <DayLegend kinds={isLimited(calendar.seating) ? ['full'] : []} edit />
      </div>
      <div className="grid content-start gap-3 text-sm">
        <NewTotal
          cancelledDays={calendar.cancelledDays}
          before={booked}
          after={{ days, feeCents: priced.feeCents }}
        />
        {days.length === 0 && <Callout>Select at least one day to save.</Callout>}
        <p className="text-muted">
          Days already booked keep their price. You can also add past, closed and full days.
        </p>
      </div>
    </div>
  )
}
