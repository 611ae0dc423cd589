import { TriangleAlert, WifiOff } from 'lucide-react'
import { Callout } from '../../../ui/feedback/callout'
import { Button } from '../../../ui/inputs/button'
import { describeMark, marksLabel, timeOf } from '../board-text'
import { useConnected } from './board-connection'
import { dismiss, isAtRisk, useOutbox } from './board-outbox'
import { pendingOf, rejectedOf } from './pending-marks'

/** Shown offline, with the number of pending marks. */
export function PendingMarksBanner({ offlineSince }: { offlineSince: string | null }) {
  const isConnected = useConnected()
  const outbox = useOutbox()
  const count = pendingOf(outbox.marks).length
  return (
    <div role="status">
      {!isConnected && (
        <Callout tone={isAtRisk(outbox) ? 'danger' : 'warning'} icon={<WifiOff />} className="mb-3">
          <b>No connection. The board keeps working.</b>{' '}
          {count === 0
            ? 'Marks stay on this device until the connection is back.'
            : `${marksLabel(count)} ${count === 1 ? 'is' : 'are'} waiting on this device and will be sent when the connection is back.`}
          {!outbox.isPersisted && <b> This browser can't save marks. Keep this page open.</b>}
          {offlineSince && ` Marks made on other devices since ${timeOf(offlineSince)} aren't shown.`}
        </Callout>
      )}
    </div>
  )
}

/** Marks that the server rejected, until dismissed. */
export function RejectedMarks() {
  const { marks } = useOutbox()
  return (
    <div role="alert" className="grid gap-2 not-empty:mb-3">
      {rejectedOf(marks).map(({ key, childName, request, problem }) => (
        <Callout key={key} tone="danger" icon={<TriangleAlert />} className="items-center">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="min-w-0 flex-[1_1_16rem]">
              <b>
                <bdi>{childName}</bdi>: &ldquo;{describeMark(request)}&rdquo; was not saved.
              </b>{' '}
              {problem}
            </p>
            <Button variant="quiet" onClick={() => void dismiss(key)}>
              OK
            </Button>
          </div>
        </Callout>
      ))}
    </div>
  )
}
