import { formatWeekdayDate } from '@aftercare/domain/lib/dates-format'
import type { Day } from '@aftercare/domain/lib/days'
import type { DayReason } from '@aftercare/domain/months/availability'
import { Bell, BellOff } from 'lucide-react'
import { Button } from '../../ui/inputs/button'
import { Dialog } from '../../ui/overlays/dialog'
import { useWatchSeat } from './seat-watches.api'

type WatchDialogProps = {
  monthId: string
  day: number
  date: Day
  /** The day's current state; it was full when the dialog opened. */
  reason: DayReason
  /** A month back in draft takes no new seat watches; existing ones can be removed. */
  isOffered: boolean
  isWatched: boolean
  onClose: () => void
}

/** What a parent can do about a full day. */
export function WatchDialog({ monthId, day, date, reason, isOffered, isWatched, onClose }: WatchDialogProps) {
  const watch = useWatchSeat()
  const change = () => watch.mutate({ month_id: monthId, day, isWatched: !isWatched })
  const isFull = reason === 'full'
  const hasAnswer = isFull && (isOffered || isWatched)
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={isFull ? `${formatWeekdayDate(date)} is full` : formatWeekdayDate(date)}
      description={hasAnswer ? fullMessage(isWatched) : changedMessage(reason)}
      width="narrow"
      footer={
        !hasAnswer ? (
          <Button onClick={onClose}>Back to the calendar</Button>
        ) : isWatched ? (
          <Button
            variant="quiet"
            icon={<BellOff aria-hidden="true" />}
            loading={watch.isPending}
            onClick={change}
          >
            Stop telling me
          </Button>
        ) : (
          <Button icon={<Bell aria-hidden="true" />} loading={watch.isPending} onClick={change}>
            Tell me when a seat opens
          </Button>
        )
      }
    />
  )
}

const fullMessage = (isWatched: boolean) =>
  isWatched
    ? "We'll email you once when a seat opens, but we can't hold it for you."
    : "This day is full. We can email you once if a seat opens, but we can't hold it."

const changedMessage = (reason: DayReason) =>
  reason === 'selectable'
    ? 'A seat just opened on this day. You can choose it now.'
    : reason === 'full'
      ? "This day is full, and this month isn't open for new registrations right now."
      : 'This day can no longer be chosen.'
