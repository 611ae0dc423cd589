// Replaces a page that cannot be reached. The URL is still that of the requested page, so a reload is all that is
// needed once the server responds; until then this page stays.
const find = (id) => document.getElementById(id)
const PATIENCE_MS = 8000
const LOOK_EVERY_MS = 15000

async function isServerThere() {
  try {
    const answer = await fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(PATIENCE_MS) })
    return answer.ok
  } catch {
    return false
  }
}

/** An unsent draft, of the guest in this tab or of a parent on this device. */
function isDraftKept() {
  try {
    return [...Object.keys(localStorage), ...Object.keys(sessionStorage)].some((key) =>
      key.startsWith('aftercare.draft.'),
    )
  } catch {
    return false
  }
}

const say = (words) => {
  find('outcome').textContent = words
}

function describe() {
  const [title, reason] = navigator.onLine
    ? [
        "We can't be reached right now",
        "You're online, but our server isn't responding. Anything you submitted is safe.",
      ]
    : ['You are offline', 'This page needs a connection. Anything you submitted is safe.']
  find('title').textContent = title
  find('reason').textContent = reason
  document.title = document.title.replace(/^.*?(?= \| )/, () => title)
}

async function look() {
  if (document.visibilityState === 'visible' && (await isServerThere())) location.reload()
}

async function tryAgain() {
  find('again').disabled = true
  say('Trying…')
  if (await isServerThere()) return location.reload()
  describe()
  find('again').disabled = false
  find('again').focus()
  say("Still no connection. The page will open automatically once you're back online.")
}

if (location.pathname.startsWith('/admin')) find('portal').textContent = 'Admin Portal'
find('draft').hidden = !isDraftKept()
describe()
find('again').addEventListener('click', tryAgain)
addEventListener('online', look)
addEventListener('offline', describe)
document.addEventListener('visibilitychange', look)
setInterval(look, LOOK_EVERY_MS)
