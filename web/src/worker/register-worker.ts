import { serverNow } from '../lib/program'
import { programJson } from '../lib/program-json'

/**
 * Registers the service worker for a scope, and sends it the clock offset and the programme's details for the page that
 * it caches there. Called again when they change.
 */
export async function registerWorker(scope: string): Promise<void> {
  // Undefined outside secure contexts; the development server has no worker.
  if (!import.meta.env.PROD || !navigator.serviceWorker) return
  try {
    const options = { scope, updateViaCache: 'none' } as const
    const { active, waiting, installing } = await navigator.serviceWorker.register('/worker.js', options)
    const worker = installing ?? waiting ?? active
    worker?.postMessage({ clockOffsetMs: serverNow().getTime() - Date.now(), program: escapedProgram() })
  } catch {
    // Without the worker everything works as long as there is a connection.
  }
}

/** As in the page's meta tag. */
const escapedProgram = () =>
  JSON.stringify(programJson()).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
