import type { Day } from '@aftercare/domain/lib/days'
import type { DayReason } from '@aftercare/domain/months/availability'
import { Bell, BellOff } from 'lucide-react'
import { useTexts } from '../../language/language'
import { Button } from '../../ui/inputs/button'
import { Dialog } from '../../ui/overlays/dialog'
import { en } from './texts/watch-dialog.en'
import { useWatchSeat } from './use-watch-seat'

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
  const t = useTexts(en)
  const watch = useWatchSeat()
  const change = () => watch.mutate({ month_id: monthId, day, isWatched: !isWatched })
  const isFull = reason === 'full'
  const hasAnswer = isFull && (isOffered || isWatched)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isFull ? t.dateIsFull(date) : t.date(date)}
      description={hasAnswer ? (isWatched ? t.watched : t.full) : changedMessage(reason, t)}
      width="narrow"
      footer={
        !hasAnswer ? (
          <Button onClick={onClose}>{t.back}</Button>
        ) : isWatched ? (
          <Button variant="quiet" icon={<BellOff />} loading={watch.isPending} onClick={change}>
            {t.stop}
          </Button>
        ) : (
          <Button icon={<Bell />} loading={watch.isPending} onClick={change}>
            {t.watch}
          </Button>
        )
      }
    />
  )
}

function changedMessage(reason: DayReason, t: typeof en): string {
  if (reason === 'selectable') return t.seatOpened
  return reason === 'full' ? t.monthNotOpen : t.notChoosable
}
