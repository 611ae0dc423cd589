import { BOARD_PATH } from '../../lib/offline-board'
import { type ProgramJson, programFacts, serverNow } from '../../lib/program'

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

/** The details as the server embeds them in a page that may be cached. */
function programJson(): ProgramJson {
  const facts = programFacts()
  return {
    name: facts.name,
    time_zone: facts.timeZone,
    contact_email: facts.contactEmail,
    contact_phone: facts.contactPhone,
    logo: facts.logo,
    now: null,
    is_clock_set: facts.isClockSet,
    sends_mail: facts.sendsMail,
  }
}

/** As in the page's meta tag. */
const escapedProgram = () =>
  JSON.stringify(programJson()).replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
