// The app hydrates the page that the server rendered, unless something that only this browser knows makes the first render
// another one: then it renders the page anew, and what was typed before would be lost. So the forms are hidden
// (src/theme/base.css) until src/main.tsx does, or the app could not be loaded.
{
  const { dataset } = document.documentElement
  const { pathname, search, hash } = location
  const hasDraftOrSession = () => {
    try {
      const keys = [localStorage, sessionStorage].flatMap(Object.keys)
      return keys.some((key) => /^aftercare\.(draft|session)/.test(key))
    } catch {
      // Storage is blocked.
      return false
    }
  }
  if (dataset.url !== pathname + search || hash || history.state?.usr || hasDraftOrSession()) {
    dataset.rendersAnew = 'hidden'
    // Maybe of something else than the app, which renders anew if it comes: hydrating leaves attributes as they were served.
    const onError = ({ target }) => {
      // Not an image that is missing.
      if (!target.localName || target.type === 'module') dataset.rendersAnew = 'shown'
    }
    for (const type of ['error', 'unhandledrejection']) addEventListener(type, onError, true)
  }
  // A page that was not rendered waits for the app: meanwhile the browser can get ready to format dates, which takes a
  // cheap phone a fifth of a second.
  if (dataset.url === undefined) setTimeout(() => new Intl.DateTimeFormat('en-US'))
  // Read by src/main.tsx. Marked here, because a page that was left before the app came was shown too.
  if (history.state) dataset.revisit = ''
  else history.replaceState({ usr: null, idx: 0 }, '')
}
