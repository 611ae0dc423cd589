// Pages that the server renders for visitors can be used as they are. They hold the tags that load the app in a template;
// the app follows once the page has been painted and the browser is idle, or at once with the first press, key or focus.
// The first change is to "interactive": DOMContentLoaded would wait for the app where its tags are not in a template.
document.addEventListener(
  'readystatechange',
  () => {
    const root = document.getElementById('root')
    // Read by src/main.tsx. Also where the app never came, because a link was followed first.
    if (history.state) root.dataset.revisit = ''
    else history.replaceState({ usr: null, idx: 0 }, '')
    const tags = document.getElementById('app-tags')
    const hasStored = (key) => {
      try {
        const keys = [localStorage, sessionStorage].flatMap(Object.keys)
        return keys.some((one) => one.startsWith(`aftercare.${key}`))
      } catch {
        return false
      }
    }
    const { pathname, search, hash } = location
    const isServed = root.dataset.url === pathname + search
    // The app may render the page anew (`isAsServed` in src/main.tsx), with the draft. Input until then would be lost, so
    // the forms are hidden until the app has the page, however it took it over, or has failed to.
    const mayRenderAnew =
      !isServed || hash || history.state?.usr || hasStored('draft') || (tags && hasStored('session'))
    const setVisibility = (value) => {
      for (const { style } of document.forms) style.visibility = value
    }
    if (mayRenderAnew) {
      setVisibility('hidden')
      const show = ({ target } = {}) => {
        // Not an image that is missing.
        if (!target?.localName || target.type === 'module') setVisibility('')
      }
      for (const type of ['app-ready', 'error', 'unhandledrejection']) addEventListener(type, show, true)
      setTimeout(show, 10_000)
    }
    if (!tags) return
    const events = ['pointerdown', 'keydown', 'focusin']
    const load = () => {
      for (const type of events) removeEventListener(type, load, true)
      tags.replaceWith(tags.content)
    }
    for (const type of events) addEventListener(type, load, true)
    const whenIdle = () => {
      if (window.requestIdleCallback) requestIdleCallback(load, { timeout: 2000 })
      else setTimeout(load, 200)
    }
    // Also at once where a toast waits.
    if (mayRenderAnew || hasStored('flash')) load()
    else addEventListener('load', whenIdle)
  },
  { once: true },
)
