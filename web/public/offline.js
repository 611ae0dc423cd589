// Replaces a page that cannot be reached. The URL is still that of the requested page, so a reload is all that is
// needed once the server responds; until then this page stays.
const find = (id) => document.getElementById(id)
const TIMEOUT_MS = 8000
const POLL_INTERVAL_MS = 15000

async function isServerReachable() {
  try {
    const response = await fetch('/api/health', {
      cache: 'no-store',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return response.ok
  } catch {
    return false
  }
}

/** An unsent draft, of the guest in this tab or of a parent on this device. */
function hasDraft() {
  try {
    return [...Object.keys(localStorage), ...Object.keys(sessionStorage)].some((key) =>
      key.startsWith('aftercare.draft.'),
    )
  } catch {
    return false
  }
}

const ENGLISH = {
  portal: 'Parent Portal',
  offline: ['You are offline', 'This page needs a connection. Anything you submitted is safe.'],
  unreachable: [
    "We can't be reached right now",
    "You're online, but our server isn't responding. Anything you submitted is safe.",
  ],
  draft: "Your unfinished form is saved on this device. It will be here once you're back online.",
  again: 'Try again',
  trying: 'Trying…',
  stillOffline: "Still no connection. The page will open automatically once you're back online.",
}
const SPANISH = {
  portal: 'Portal de familias',
  offline: ['No tiene conexión', 'Esta página necesita conexión. Lo que ya envió está a salvo.'],
  unreachable: [
    'No podemos atenderle en este momento',
    'Usted tiene conexión, pero nuestro servidor no responde. Lo que ya envió está a salvo.',
  ],
  draft:
    'Su formulario sin terminar está guardado en este dispositivo. Lo encontrará aquí cuando tenga conexión.',
  again: 'Intentar de nuevo',
  trying: 'Intentando…',
  stillOffline: 'Todavía no hay conexión. La página se abrirá sola cuando vuelva la conexión.',
}

/** The account's language, else the browser's: as the app decides. */
function isSpanishChosen() {
  const inBrowser = /(?:^|; )language=es(?:;|$)/.test(document.cookie)
  try {
    const { language } = JSON.parse(localStorage.getItem('aftercare.session')) ?? {}
    return language ? language === 'es' : inBrowser
  } catch {
    return inBrowser
  }
}

const isStaffPage = location.pathname.startsWith('/admin')
const isSpanish = !isStaffPage && isSpanishChosen()
const t = isSpanish ? SPANISH : ENGLISH

const showStatus = (text) => {
  find('outcome').textContent = text
}

function describe() {
  const [title, reason] = navigator.onLine ? t.unreachable : t.offline
  find('title').textContent = title
  find('reason').textContent = reason
  document.title = document.title.replace(/^.*?(?= \| )/, () => title)
}

async function reloadIfReachable() {
  if (document.visibilityState === 'visible' && (await isServerReachable())) location.reload()
}

async function tryAgain() {
  find('again').disabled = true
  showStatus(t.trying)
  if (await isServerReachable()) return location.reload()
  describe()
  find('again').disabled = false
  find('again').focus()
  showStatus(t.stillOffline)
}

document.documentElement.lang = isSpanish ? 'es' : 'en'
find('portal').textContent = isStaffPage ? 'Admin Portal' : t.portal
find('draft').textContent = t.draft
find('again').textContent = t.again
find('draft').hidden = !hasDraft()
describe()
find('again').addEventListener('click', tryAgain)
addEventListener('online', reloadIfReachable)
addEventListener('offline', describe)
document.addEventListener('visibilitychange', reloadIfReachable)
setInterval(reloadIfReachable, POLL_INTERVAL_MS)
