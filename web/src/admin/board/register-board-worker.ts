import { BOARD_PATH } from '../../lib/offline-board'
import { serverNow } from '../../lib/program'

/**
 * Has the board opened without a connection from now on: the worker keeps its page and code. Registered here and not
 * at every start, and for this address alone, so that no other page of the product has a worker in its way.
 */
export async function registerBoardWorker(): Promise<void> {
  // Missing where the page does not come over a safe connection; the development server has no worker.
  if (!import.meta.env.PROD || !navigator.serviceWorker) return
  try {
    const options = { scope: BOARD_PATH, updateViaCache: 'none' } as const
    const { active, waiting, installing } = await navigator.serviceWorker.register('/worker.js', options)
    const worker = installing ?? waiting ?? active
    worker?.postMessage({ clockOffsetMs: serverNow().getTime() - Date.now() })
  } catch {
    // Without a worker, or without the server, the board still works as long as it is open.
  }
}
