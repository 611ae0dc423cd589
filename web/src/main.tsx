import './lib/navigation-blocker'
import './features/submissions/receipt'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app'
import { loadProgram } from './lib/program'
import './theme/theme.css'
import { showFlashToast } from './auth/sign-in-messages'
import { preloadOnInteraction } from './ui/overlays/load-dialogs'

const element = document.getElementById('root')
if (!element) throw new Error('The page has no root element')
const root = createRoot(element)

function renderApp(): void {
  root.render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
}

// If this fails the app still starts, with the default name and this device's clock.
loadProgram().then(renderApp, renderApp)
preloadOnInteraction()
showFlashToast()
// An error here is retried on the next start.
window.addEventListener('load', () =>
  import('./lib/register-offline-worker').then((m) => m.registerOfflineWorker()).catch(() => undefined),
)
