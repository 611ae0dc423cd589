// Pages that the server renders for visitors can be used as they are. They hold the tags that load the app in a template;
// the app follows once the page has been painted and the browser is idle, or at once with the first press, key or focus.
document.addEventListener('DOMContentLoaded', () => {
  const tags = document.getElementById('app-tags')
  if (!tags) return
  const events = ['pointerdown', 'keydown', 'focusin']
  const load = () => {
    for (const type of events) removeEventListener(type, load, true)
    tags.replaceWith(tags.content)
  }
  for (const type of events) addEventListener(type, load, true)
  const hasStored = () => {
    try {
      const keys = [localStorage, sessionStorage].flatMap(Object.keys)
      return keys.some((key) => /^aftercare\.(draft|flash|receipt|session)/.test(key))
    } catch {
      return false
    }
  }
  const whenIdle = () => {
    if (window.requestIdleCallback) requestIdleCallback(load, { timeout: 2000 })
    else setTimeout(load, 200)
  }
  // At once where the app will render the page anew (`isAsServed` in src/main.tsx): what was entered until then is lost.
  // Also where a toast waits.
  const { pathname, search, hash } = location
  const isRevisit =
    performance.navigation?.type === 2 ||
    performance.getEntriesByType('navigation')[0]?.type === 'back_forward'
  const isServed = document.getElementById('root').dataset.url === pathname + search
  if (!isServed || isRevisit || hash || history.state?.usr || hasStored()) load()
  else addEventListener('load', whenIdle)
})
