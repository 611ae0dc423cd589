import './lib/navigation-blocker'
import { StrictMode, startTransition } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app'
import { loadPage, redirectSignedIn } from './app-routes'
import { showFlashToast } from './auth/sign-in-messages'
import { startErrorReports } from './client-errors/report-error'
import { currentLanguage, setSpanishLoader, showLanguage } from './language/language'
import { getAuthState } from './lib/auth-store'
import { hasInitialResponses, ignoreInitialResponses } from './lib/initial-responses'
import { languageOfPage, reportMissingSpanish } from './lib/language-choice'
import { declaredRoute } from './lib/page-routes'
import { loadProgram, reloadProgram, today } from './lib/program'
import { queryClient } from './lib/query-client'
import { currentLocation } from './router/history'
import './theme/theme.css'
import { onFirstInteraction, preloadDialogs } from './ui/overlays/load-dialogs'

startErrorReports(() => declaredRoute(currentLocation().pathname))

const element = document.getElementById('root')
if (!element) throw new Error('The page has no root element')
const root = element

/** From the server, which renders pages for visitors, and from public/can-hydrate.js. */
const { lang: renderedLanguage, dataset } = document.documentElement

/**
 * Back and a restored tab may show a visitor's page as the browser cached it when it was first opened. Browsers do not
 * always tell that they did, so the data of every history entry that was shown before is requested anew, after a reload
 * too.
 */
const mayBeOutdated = dataset.revisit !== undefined && dataset.url !== undefined

function onReady(): void {
  // Awaited by the browser tests.
  performance.mark('app-ready')
  // What the first page did not use would be out of date for a later one.
  ignoreInitialResponses()
  if (!mayBeOutdated) return
  void queryClient.invalidateQueries()
  void reloadProgram().catch(() => undefined)
}

const app = (
  <StrictMode>
    <App onReady={onReady} />
  </StrictMode>
)

/** A page in the browser's cache may be of another day, or of before another language was chosen. */
const canHydrate = (): boolean =>
  dataset.rendersAnew === undefined && dataset.day === today() && renderedLanguage === currentLanguage()

setSpanishLoader(() => import('./spanish').then(({ spanish }) => spanish))

async function start(): Promise<void> {
  if (/[?&]lang=/.test(currentLocation().search))
    await import('./lib/language-of-link').then((m) => m.takeLanguageOfLink()).catch(() => undefined)
  // If this fails the app still starts, with the default name and this device's clock.
  await loadProgram().catch(() => undefined)
  if (getAuthState().session) redirectSignedIn()
  // Before the first render, so that nobody sees the page in English first.
  await showLanguage(languageOfPage(currentLocation().pathname, getAuthState().session)).catch(
    reportMissingSpanish,
  )
  // With the page's code and data at hand the first render is complete. An error is shown by the page itself.
  if (hasInitialResponses()) await loadPage(currentLocation().pathname).catch(() => undefined)
  // In small steps, between which the browser can react: the page is visible already.
  if (canHydrate()) startTransition(() => void hydrateRoot(root, app))
  else {
    delete dataset.rendersAnew
    // At once: the server's forms must not show again before it.
    flushSync(() => createRoot(root).render(app))
  }
}

void start()
onFirstInteraction(preloadDialogs)
showFlashToast()
// An error here is retried on the next start.
const registerWorker = () =>
  import('./worker/register-offline-worker').then((m) => m.registerOfflineWorker()).catch(() => undefined)
if (document.readyState === 'complete') void registerWorker()
else window.addEventListener('load', registerWorker)
