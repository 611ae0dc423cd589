import { formatLongDate } from '@aftercare/domain/lib/dates-format'
import { useEffect, useEffectEvent, useState } from 'react'
import { retainWhileUnreachable } from '../lib/draft-store'
import { FailedScreen } from '../ui/feedback/failed-screen'
import { useOnline } from '../ui/hooks/use-online'
import { Button } from '../ui/inputs/button'
import { usePageTitle } from '../ui/layout/page-title'
import { isOfflinePage, OFFLINE_DAY_AT_START } from './board/offline/offline-board'

const RETRY_MS = [2_000, 5_000, 15_000, 30_000] as const

type UnreachableScreenProps = { isSignedIn: boolean; isRetrying: boolean; onRetry: () => void }

/** The focused element is gone, and screen readers miss a status region that mounts with its text. */
const focus = (main: HTMLElement | null) => main?.focus({ preventScroll: true })

/** Replaces the admin pages while the role cannot be checked. Nobody is signed out. */
export function UnreachableScreen({ isSignedIn, isRetrying, onRetry }: UnreachableScreenProps) {
  useRetry(isRetrying, onRetry)
  const isOnline = useOnline()
  const title = isOnline ? "We can't reach the server" : 'You are offline'
  usePageTitle(title)
  const offlineDay = isOfflinePage() ? OFFLINE_DAY_AT_START : null
  // The page that it replaces may have unsaved drafts.
  useEffect(() => retainWhileUnreachable(), [])
  return (
    <main ref={focus} id="main" tabIndex={-1} className="px-4">
      <FailedScreen
        title={title}
        action={
          <Button loading={isRetrying} onClick={onRetry}>
            Try again
          </Button>
        }
      >
        <span role="status">
          {offlineDay && `The board saved on this device is from ${formatLongDate(offlineDay)}. `}
          {isOnline && "Your device is connected, but our server isn't responding. "}
          {isSignedIn && "You're still signed in. "}
          {offlineDay ? "Today's board" : 'This page'} opens automatically as soon as
          {isOnline ? ' it does.' : ' the connection is back.'}
        </span>
      </FailedScreen>
    </main>
  )
}

/** Retries with backoff, and at once when the browser is back online. */
function useRetry(isRetrying: boolean, retry: () => void): void {
  const [attempts, setAttempts] = useState(0)
  const attempt = useEffectEvent(() => {
    setAttempts(attempts + 1)
    retry()
  })
  useEffect(() => {
    if (isRetrying) return
    const timer = setTimeout(() => attempt(), RETRY_MS[Math.min(attempts, RETRY_MS.length - 1)])
    const onOnline = () => attempt()
    window.addEventListener('online', onOnline)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', onOnline)
    }
  }, [isRetrying, attempts])
}
