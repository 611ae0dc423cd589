import { LazyOfflineBoardSync } from './admin/board/offline/lazy-offline-board-sync'
import { PasswordPrompt } from './auth/password-prompt'
import { VerificationLink } from './auth/verification-link'
import { LiveUpdates } from './features/live-updates/live-updates'
import { NavigationProgress } from './navigation-progress'

/** What no page needs for its first view. */
export function DeferredServices() {
  return (
    <>
      <VerificationLink />
      <PasswordPrompt />
      <LiveUpdates />
      <LazyOfflineBoardSync />
      <NavigationProgress />
    </>
  )
}
