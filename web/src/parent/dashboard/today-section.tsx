import { CANCELLED_TODAY } from '@aftercare/domain/attendance/attendance'
import { formatWeekdayDate } from '@aftercare/domain/lib/dates-format'
import { minutesInZone } from '@aftercare/domain/lib/days'
import { isolate } from '@aftercare/domain/lib/isolate'
import { formatTimeInZone, formatTimeOfDay, minutesOf } from '@aftercare/domain/lib/time-of-day'
import { isOpenType } from '@aftercare/domain/months/months'
import { useState } from 'react'
import { programFacts, serverNow, useProgramTime } from '../../lib/program'
import { Avatar } from '../../ui/data/avatar'
import { Button } from '../../ui/inputs/button'
import { Card } from '../../ui/layout/card'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import type { Child } from '../children/children.api'
import { type ChildToday, type OwnToday, useNotComing } from './today.api'

/** Who is in aftercare today, with a button to report an absence. Empty on a day without booked children. */
export function TodaySection({
  today,
  childRows,
}: {
  today: OwnToday | undefined
  childRows: readonly Child[]
}) {
  const [target, setTarget] = useState<ChildToday | null>(null)
  const isPast = usePastPickup(today?.pickup_time)
  const notComing = useNotComing({ onEnd: () => setTarget(null) })
  if (!today || today.children.length === 0) return null
  return (
    <Card as="section" aria-labelledby="today" className="mt-4 px-4 py-3.5 sm:px-5">
      <h2 id="today" className="flex flex-wrap items-baseline gap-x-2.5 text-xl">
        Today
        <span className="font-sans text-base font-normal text-muted">{formatWeekdayDate(today.date)}</span>
      </h2>
      <ul className="mt-1 divide-y divide-line">
        {today.children.map((child) => (
          <li
            key={child.submission_id}
            className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 py-2.5 last:pb-0 sm:grid-cols-[auto_minmax(0,1fr)_auto]"
          >
            <Avatar name={child.child_name} index={faceOf(child, childRows)} />
            <span>
              <span id={`today-${child.submission_id}`} className="block font-strong wrap-anywhere">
                {child.child_name}
              </span>
              <span className="block text-sm text-muted">
                {today.is_cancelled && child.state === 'expected'
                  ? CANCELLED_TODAY
                  : stateMessage(child, today)}
              </span>
            </span>
            {buttonLabel(child, isPast) && (
              <Button
                variant="plain"
                aria-describedby={`today-${child.submission_id}`}
                loading={
                  notComing.isPending && notComing.variables?.child.submission_id === child.submission_id
                }
                className="col-start-2 -my-1 -ml-3 justify-self-start sm:col-start-3 sm:ml-0"
                onClick={() =>
                  child.can_undo_absence ? notComing.mutate({ child, isComing: true }) : setTarget(child)
                }
              >
                {buttonLabel(child, isPast)}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={target !== null}
        onOpenChange={(open) => !open && setTarget(null)}
        title={`Mark ${isolate(target?.child_name ?? '')} as not coming today?`}
        description="Staff will see this right away. Today's fee still applies. You can undo this until your child is checked in."
        confirmLabel="Mark not coming"
        variant="primary"
        loading={notComing.isPending}
        onConfirm={() => target && notComing.mutate({ child: target, isComing: false })}
      />
    </Card>
  )
}

/** The same colour as in the child chips. */
const faceOf = ({ child_name }: ChildToday, childRows: readonly Child[]) =>
  Math.max(
    0,
    childRows.findIndex(({ name }) => name === child_name),
  )

/** The family's remaining action. */
function buttonLabel(child: ChildToday, isPast: boolean): string | null {
  if (child.can_undo_absence) return 'Undo'
  return child.can_report_absence && hasAftercare(child) && !isPast ? 'Not coming today' : null
}

const hasAftercare = ({ dismissal }: ChildToday) => isOpenType(dismissal)

function stateMessage(child: ChildToday, { pickup_time }: OwnToday): string {
  const at = (instant: string | null) => (instant ? formatTimeInZone(instant, programFacts().timeZone) : '')
  if (child.state === 'here') return `Here since ${at(child.arrived_at)}`
  if (child.state === 'gone') return `Picked up at ${at(child.left_at)}`
  if (child.state === 'not_coming')
    return child.can_undo_absence ? 'Not coming today' : 'Not coming today, marked by staff'
  if (!hasAftercare(child)) return 'No aftercare today'
  return `From ${formatTimeOfDay(child.dismissal_time)}, pick-up by ${formatTimeOfDay(pickup_time)}`
}

/** True from pick-up time on; updates on a page that stays open. */
function usePastPickup(pickupTime: string | undefined): boolean {
  return useProgramTime(
    () =>
      pickupTime !== undefined &&
      minutesInZone(serverNow(), programFacts().timeZone) >= minutesOf(pickupTime),
  )
}
