import { formatLongDate } from '@aftercare/domain/lib/dates-format'
import { useEffect, useEffectEvent, useState } from 'react'
import { isOfflinePage, OFFLINE_DAY_AT_START } from '../lib/offline-board'
import { retainDrafts } from '../lib/use-session-draft'
import { FailedScreen } from '../ui/feedback/failed-screen'
import { useOnline } from '../ui/hooks/use-online'
import { Button } from '../ui/inputs/button'
import { usePageTitle } from '../ui/layout/page-title'

const RETRY_MS = [2_000, 5_000, 15_000, 30_000] as const

type UnreachableScreenProps = { isSignedIn: boolean; isTrying: boolean; onRetry: () => void }

/** What was focused is gone, and a screen reader misses a status that comes with its words. */
const focus = (main: HTMLElement | null) => main?.focus({ preventScroll: true })

/** In place of staff's pages while the server cannot say who may see them. Nobody is signed out by that. */
export function UnreachableScreen({ isSignedIn, isTrying, onRetry }: UnreachableScreenProps) {
  useRetry(isTrying, onRetry)
  const isOnline = useOnline()
  const title = isOnline ? "We can't reach the server" : 'You are offline'
  usePageTitle(title)
  const keptDay = isOfflinePage() ? OFFLINE_DAY_AT_START : null
  // It stands in for a page on which something may be typed.
  useEffect(() => retainDrafts(), [])
  return (
    <main ref={focus} id="main" tabIndex={-1} className="px-4">
      <FailedScreen
        title={title}
        action={
          <Button loading={isTrying} onClick={onRetry}>
            Try again
          </Button>
        }
      >
        <span role="status">
          {keptDay && `The board saved on this device is from ${formatLongDate(keptDay)}. `}
          {isOnline && "Your device is connected, but our server isn't responding. "}
          {isSignedIn && "You're still signed in. "}
          {keptDay ? "Today's board" : 'This page'} opens automatically as soon as
          {isOnline ? ' it does.' : ' the connection is back.'}
        </span>
      </FailedScreen>
    </main>
  )
}

/** By itself: less and less often, and at once when the browser is back online. */
function useRetry(isTrying: boolean, retry: () => void): void {
  const [tries, setTries] = useState(0)
  const again = useEffectEvent(() => {
    setTries(tries + 1)
    retry()
  })
  useEffect(() => {
    if (isTrying) return
    const timer = setTimeout(() => again(), RETRY_MS[Math.min(tries, RETRY_MS.length - 1)])
    const onOnline = () => again()
    window.addEventListener('online', onOnline)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', onOnline)
    }
  }, [isTrying, tries])
}
