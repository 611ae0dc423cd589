import { onProgramChange, programFacts } from '../lib/program'
import { registerWorker } from './register-worker'

/** Long enough for the page to finish loading. */
const DELAY_MS = 3_000
/** A page that is never idle registers it anyway. */
const IDLE_OPTIONS = { timeout: 3_000 }

/**
 * Registers the service worker, which shows our own page when there is no connection. Done when the page is idle, so
 * that nothing waits for it. It stores no personal data, so signing out leaves it registered.
 */
export function registerOfflineWorker(): void {
  // Safari has no requestIdleCallback.
  const onIdle: typeof requestIdleCallback | undefined = window.requestIdleCallback
  setTimeout(() => (onIdle ? onIdle(register, IDLE_OPTIONS) : register()), DELAY_MS)
}

function register(): void {
  void registerWorker('/')
  let { name } = programFacts()
  onProgramChange(() => {
    if (programFacts().name === name) return
    name = programFacts().name
    void registerWorker('/')
  })
}
