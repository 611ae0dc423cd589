import { LazyOfflineBoardSync } from './admin/board/offline/lazy-offline-board-sync'
import { VerificationLink } from './auth/verification-link'
import { LiveUpdates } from './features/live-updates/live-updates'
import { NavigationProgress } from './navigation-progress'

<<<<<<< HEAD:web/src/after-page.tsx
/** What no page needs for its first view. */
export function AfterPage() {
=======
/** What no page needs for its first view. The server replays what changed meanwhile. */
export function DeferredServices() {
>>>>>>> 152e03ab (Load the app as a plain module script, and render signed-in pages in the browser only):web/src/deferred-services.tsx
  return (
    <>
      <VerificationLink />
      <LiveUpdates />
      <LazyOfflineBoardSync />
      <NavigationProgress />
    </>
  )
}
