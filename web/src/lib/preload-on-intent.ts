import { findPage, knownPages, loadCode } from './page-routes'

function onIntent({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a[href]') : null
  if (!(link instanceof HTMLAnchorElement) || link.origin !== window.location.origin) return
  for (const { entries, modules } of knownPages) {
    const page = findPage(entries, link.pathname)
    // An error is left to the page itself.
    if (page) loadCode(page, modules).catch(() => undefined)
  }
}

/**
 * Preloads a page's code when its link is pressed or focused: by the time of the click it may be there. Returns a
 * function that stops.
 */
export function preloadOnIntent(): () => void {
  document.addEventListener('pointerdown', onIntent, { passive: true })
  document.addEventListener('focusin', onIntent)
  return () => {
    document.removeEventListener('pointerdown', onIntent)
    document.removeEventListener('focusin', onIntent)
  }
}
