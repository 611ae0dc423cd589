import { TriangleAlert, WifiOff } from 'lucide-react'
import { useConnected } from '../../features/board/board-connection'
import { dismiss, isAtRisk, useOutbox } from '../../features/board/board-outbox'
import { refusedOf, waitingOf } from '../../features/board/waiting-marks'
import { Note } from '../../ui/feedback/callout'
import { Button } from '../../ui/inputs/button'
import { countOfMarks, pressWords, timeOf } from './board-words'

/** Says that the connection is gone and how much waits for it; nothing while all is well. */
export function WaitingBanner({ offlineSince }: { offlineSince: string | null }) {
  const isConnected = useConnected()
  const outbox = useOutbox()
  const count = waitingOf(outbox.marks).length
  return (
    <div role="status">
      {!isConnected && (
        <Note
          tone={isAtRisk(outbox) ? 'danger' : 'sun'}
          icon={<WifiOff aria-hidden="true" />}
          className="mb-3"
        >
          <b>No connection. The board keeps working.</b>{' '}
          {count === 0
            ? 'Marks stay on this device until the connection is back.'
            : `${countOfMarks(count)} ${count === 1 ? 'is' : 'are'} waiting on this device and will be sent when the connection is back.`}
          {!outbox.isLasting && <b> This browser can't save marks. Keep this page open.</b>}
          {offlineSince && ` Marks made on other devices since ${timeOf(offlineSince)} aren't shown.`}
        </Note>
      )}
    </div>
  )
}

/** What the server did not take, until it is read. */
export function RefusedMarks() {
  const { marks } = useOutbox()
  return (
    <div role="alert" className="grid gap-2 not-empty:mb-3">
      {refusedOf(marks).map(({ key, childName, request, problem }) => (
        <Note key={key} tone="danger" icon={<TriangleAlert aria-hidden="true" />} className="items-center">
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <p className="min-w-0 flex-[1_1_16rem]">
              <b>
                <bdi>{childName}</bdi>: &ldquo;{pressWords(request)}&rdquo; was not saved.
              </b>{' '}
              {problem}
            </p>
            <Button kind="quiet" onClick={() => void dismiss(key)}>
              OK
            </Button>
          </div>
        </Note>
      ))}
    </div>
  )
}
