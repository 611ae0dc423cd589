import { useEffect, useRef } from 'react'
import { dismissSessionExpired } from './lib/auth-store'
import { dismissErrorToasts } from './lib/scoped-toast'
import { useLocation, useNavigationType } from './router/router'

/**
 * A new address is a new page to the person too: it starts at its top, and the keyboard and the screen reader
 * start at its contents. Going back keeps the place that the browser remembers. What failed on the last page is said
 * no longer; a redirect is no step of the person's, and what led to it stays readable.
 */
export function RouteFocus() {
  const { pathname } = useLocation()
  const kind = useNavigationType()
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    if (kind !== 'REPLACE') {
      dismissErrorToasts()
      dismissSessionExpired()
    }
    if (kind !== 'POP') window.scrollTo(0, 0)
    const main = document.getElementById('main')
    if (!main) return focusWhenThere()
    main.focus({ preventScroll: true })
  }, [pathname, kind])
  return null
}

/** Staff's pages come only once the server has been asked for the role; whoever is elsewhere by then stays there. */
function focusWhenThere(): () => void {
  const watch = new MutationObserver(() => {
    const main = document.getElementById('main')
    if (!main) return
    watch.disconnect()
    if (document.activeElement === document.body) main.focus({ preventScroll: true })
  })
  watch.observe(document.body, { childList: true, subtree: true })
  return () => watch.disconnect()
}

/** The first stop of the keyboard: past the header, straight to the contents. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-80 -translate-y-20 rounded-control bg-accent px-4 py-3 font-strong text-on-accent no-underline focus:translate-y-0 print:hidden"
    >
      Skip to content
    </a>
  )
}
