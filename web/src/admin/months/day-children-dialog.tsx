import { formatWeekdayDate } from '@aftercare/domain/lib/dates-format'
import { pluralize } from '@aftercare/domain/lib/pluralize'
import {
  DAY_TYPE_LABELS,
  dateInMonth,
  dayType,
  type MonthCalendar,
  mayLockDay,
} from '@aftercare/domain/months/months'
import { TriangleAlert } from 'lucide-react'
import { StatusBadge } from '../../ui/data/badge'
import { Spinner } from '../../ui/feedback/spinner'
import { TableError } from '../../ui/feedback/states'
import { Button } from '../../ui/inputs/button'
import { Dialog } from '../../ui/overlays/dialog'
import { useWritingToFamilies } from '../family-messages/use-writing-to-families'
import { WriteButton } from '../family-messages/write-button'
import { type AdminMonth, useRegistrationsOfDay } from './months.admin.api'
import { SeatsField } from './seats-field'

type DayChildrenDialogProps = {
  monthId: string
  calendar: MonthCalendar
  day: number | null
  onClose: () => void
  onToggleLock: (day: number) => void
  onChangeSeats: (day: number, seats: number | null) => void
  onCancelled: (month: AdminMonth, day: number) => void
}

/** The children registered on a day, with their allergies. */
export function DayChildrenDialog(props: DayChildrenDialogProps) {
  const { monthId, calendar, day, onClose, onToggleLock, onChangeSeats, onCancelled } = props
  const { data, isError, refetch } = useRegistrationsOfDay(monthId, day)
  const date = day === null ? null : dateInMonth(calendar, day)
  const closed = day !== null && calendar.closedDays.includes(day)
  const writing = useWritingToFamilies(date, {
    onCancelled: (month) => day !== null && onCancelled(month, day),
  })
  return (
    <>
      {writing.dialog}
      <Dialog
        // Hidden while the message dialog is open.
        open={day !== null && !writing.isOpen}
        onOpenChange={(open) => {
          if (!open) onClose()
        }}
        title={date ? formatWeekdayDate(date) : ''}
        description={
          day === null
            ? ''
            : `${DAY_TYPE_LABELS[dayType(calendar, day)]}${closed ? ', closed to new submissions' : ''}`
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
        {date !== null && day !== null && (
          <div className="mb-4">
            <WriteButton onClick={writing.open} />
          </div>
        )}
        {isError ? (
          <TableError message="We couldn't load who is registered." onRetry={() => void refetch()} />
        ) : !data ? (
          <Spinner label="Loading..." />
        ) : (
          <>
            <p className="mb-2 text-muted">{pluralize(data.total, 'child', 'children')} registered</p>
            <ul className="divide-y divide-line">
              {data.rows.map((row) => (
                <li key={row.submission_id} className="flex flex-wrap items-center gap-x-2 gap-y-0.5 py-2">
                  <span className="font-strong">{row.child_name}</span>
                  {row.is_guest && <StatusBadge status="Guest" />}
                  {row.has_allergies && (
                    <span className="flex w-full items-start gap-1.5 font-semibold text-danger">
                      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 flex-none" />
                      <span>
                        <span className="sr-only">Allergies: </span>
                        {row.allergies}
                      </span>
                    </span>
                  )}
                </li>
              ))}
            </ul>
            {data.total > data.rows.length && (
              <p className="mt-2 text-muted">and {data.total - data.rows.length} more</p>
            )}
          </>
        )}
      </Dialog>
    </>
  )
}
