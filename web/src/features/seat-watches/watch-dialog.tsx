import { formatWeekdayDate } from '@aftercare/domain/dates-format'
import type { Day } from '@aftercare/domain/days'
import { Bell, BellOff } from 'lucide-react'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { useWatchSeat } from './seat-watches.api'

type WatchDialogProps = { monthId: string; day: number; date: Day; isWatched: boolean; onClose: () => void }

/** What a parent can do about a full day. */
export function WatchDialog({ monthId, day, date, isWatched, onClose }: WatchDialogProps) {
  const watch = useWatchSeat()
  const change = () => watch.send({ month_id: monthId, day, isWatched: !isWatched })
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={`${formatWeekdayDate(date)} is full`}
      description={
        isWatched
          ? 'We will write to you once when a seat opens. The seat is not held for you.'
          : 'No seat is free on this day. We can write to you once when one opens; it will not be held for you.'
      }
      width="narrow"
      footer={
        isWatched ? (
          <Button kind="quiet" icon={<BellOff aria-hidden="true" />} busy={watch.isPending} onClick={change}>
            Stop telling me
          </Button>
        ) : (
          <Button icon={<Bell aria-hidden="true" />} busy={watch.isPending} onClick={change}>
            Tell me when a seat opens
          </Button>
        )
      }
    />
  )
}
