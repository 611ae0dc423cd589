import { useEffect, useRef } from 'react'
import { useTexts } from './language/language'
import { dismissSessionExpired } from './lib/auth-store'
import { dismissErrorToasts } from './lib/scoped-toast'
import { useLocation, useNavigationType } from './router/router'
import { en } from './texts/en'

/**
 * After navigation, scrolls to the top and focuses the contents for keyboard and screen reader users. Back keeps the
 * browser's scroll position. Error toasts of the last page are dismissed, except after a redirect, which the user did not
 * cause.
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

/** Staff's pages render only after the role check; a user who has moved the focus by then keeps it. */
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

/** The skip link: past the header to the contents. */
export function SkipLink() {
  const t = useTexts(en)
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-80 -translate-y-20 rounded-control bg-accent px-4 py-3 font-semibold text-on-accent no-underline focus:translate-y-0 print:hidden"
    >
      {t.skipToContent}
    </a>
  )
}
