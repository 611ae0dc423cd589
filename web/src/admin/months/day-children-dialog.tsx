import { cancelError } from '@aftercare/domain/family-messages/family-messages'
import { formatWeekdayDate } from '@aftercare/domain/lib/dates-format'
import {
  CANCELLED_LABEL,
  DAY_TYPE_LABELS,
  dateInMonth,
  dayType,
  isOpenType,
  type MonthCalendar,
  mayLockDay,
  toMonthCalendar,
} from '@aftercare/domain/months/months'
import { useState } from 'react'
import { useToday } from '../../lib/program'
import { Spinner } from '../../ui/feedback/spinner'
import { TableError } from '../../ui/feedback/states'
import { Button } from '../../ui/inputs/button'
import { Dialog } from '../../ui/overlays/dialog'
import { useWritingToFamilies } from '../family-messages/use-writing-to-families'
import { WriteButton } from '../family-messages/write-to-families'
import { DayChildren } from './day-children'
import { type AdminMonth, useChildrenOfDay } from './months.api'
import { ReinstateDayDialog } from './reinstate-day-dialog'
import { SeatsField } from './seats-field'

type DayChildrenDialogProps = {
  month: AdminMonth
  calendar: MonthCalendar
  /** Null: closed. */
  day: number | null
  onClose: () => void
  onToggleLock: (day: number) => void
  onChangeSeats: (day: number, seats: number | null) => void
  /** Undefined while the month is being saved. */
  onCancelDay: ((day: number) => void) | undefined
  /** The day was cancelled, or takes place after all. */
  onSaved: (day: number) => void
}

/** A day: who is coming, its seats, and what can be done about it. */
export function DayChildrenDialog(props: DayChildrenDialogProps) {
  const { month, calendar, day, onClose, onToggleLock, onChangeSeats, onCancelDay, onSaved } = props
  const { data, isError, refetch } = useChildrenOfDay(month.id, day)
  const [wantsToReinstate, setReinstating] = useState(false)
  const date = day === null ? null : dateInMonth(calendar, day)
  const closed = day !== null && calendar.closedDays.includes(day)
  // As saved: an unsaved type does not hide it.
  const isCancelled = day !== null && month.cancelled_days.includes(day)
  const today = useToday()
  const canCancel =
    day !== null &&
    date !== null &&
    isOpenType(dayType(toMonthCalendar(month), day)) &&
    (calendar.seating.taken[String(day)] ?? 0) > 0 &&
    cancelError(date, today, { isCancelled }) === null
  // Also gone after a lost response, or when somebody else reinstated the day.
  const isReinstating = wantsToReinstate && isCancelled
  const writing = useWritingToFamilies(date, {
    onCancelled: () => day !== null && onSaved(day),
  })
  return (
    <>
      {writing.dialog}
      {isReinstating && day !== null && date !== null && (
        <ReinstateDayDialog
          month={month}
          day={day}
          date={date}
          onClose={() => setReinstating(false)}
          onReinstated={() => onSaved(day)}
        />
      )}
      <Dialog
        // Hidden while the message dialog is open.
        open={day !== null && !writing.isOpen && !isReinstating}
        onOpenChange={(open) => {
          if (open) return
          setReinstating(false)
          onClose()
        }}
        title={date ? formatWeekdayDate(date) : ''}
        description={
          day === null
            ? ''
            : `${isCancelled ? CANCELLED_LABEL : DAY_TYPE_LABELS[dayType(calendar, day)]}${closed ? ', closed to new submissions' : ''}`
        }
        width="narrow"
        footer={
          day !== null &&
          mayLockDay(calendar, day) && (
            <Button variant="quiet" onClick={() => onToggleLock(day)}>
              {closed ? 'Reopen this day' : 'Close this day to new submissions'}
            </Button>
          )
        }
      >
        {date !== null && day !== null && (
          <div className="mb-4 flex flex-wrap gap-2">
            <WriteButton onClick={writing.open} />
            {canCancel && onCancelDay && (
              <Button variant="quiet" onClick={() => onCancelDay(day)}>
                Cancel this day…
              </Button>
            )}
            {isCancelled && (
              <Button variant="quiet" onClick={() => setReinstating(true)}>
                Aftercare takes place after all
              </Button>
            )}
          </div>
        )}
        {day !== null && (
          <div className="mb-4">
            <SeatsField
              label="Seats on this day"
              description="Optional. Leave blank to use the month's number."
              value={calendar.seating.daySeats[String(day)] ?? null}
              onChange={(seats) => onChangeSeats(day, seats)}
            />
          </div>
        )}
        {isError ? (
          <TableError message="We couldn't load who is coming." onRetry={() => void refetch()} />
        ) : !data ? (
          <Spinner label="Loading..." />
        ) : (
          date !== null && <DayChildren date={date} found={data} />
        )}
      </Dialog>
    </>
  )
}
