import { BOARD_PATH } from '../../lib/offline-board'
import { serverNow } from '../../lib/program'
import { programJson } from '../../lib/program-json'

/**
 * Makes the board available offline: the service worker caches its page and code. Registered here and scoped to the
 * board's path, so that no other page goes through a worker.
 */
export async function registerBoardWorker(): Promise<void> {
  // Undefined outside secure contexts; the development server has no worker.
  if (!import.meta.env.PROD || !navigator.serviceWorker) return
  try {
    const options = { scope: BOARD_PATH, updateViaCache: 'none' } as const
    const { active, waiting, installing } = await navigator.serviceWorker.register('/worker.js', options)
    const worker = installing ?? waiting ?? active
    worker?.postMessage({ clockOffsetMs: serverNow().getTime() - Date.now(), program: escapedProgram() })
  } catch {
    // Without the worker the board still works as long as it stays open.
  }
}

/** As in the page's meta tag. */
const escapedProgram = () =>
  JSON.stringify(programJson()).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
