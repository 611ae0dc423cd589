import { VerificationLink } from './auth/verification-link'
import { LazyOfflineBoardSync } from './features/board/lazy-offline-board-sync'
import { LiveUpdates } from './features/live-updates/live-updates'
import { NavigationProgress } from './navigation-progress'

/** What no page needs for its first view. The server replays what changed meanwhile. */
export function AfterPage() {
  return (
    <>
      <VerificationLink />
      <LiveUpdates />
      <LazyOfflineBoardSync />
      <NavigationProgress />
    </>
  )
}
