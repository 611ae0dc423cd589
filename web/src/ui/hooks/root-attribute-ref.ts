import type { RefCallback } from 'react'

/**
 * A ref that sets an attribute on the root element while an element is mounted, for styles elsewhere. `html:has(...)`
 * would make the browser check the whole page on every change.
 */
export function rootAttributeRef(name: string, within = 'html'): RefCallback<Element> {
  let mounted = 0
  return (element) => {
    if (!element?.closest(within)) return
    if (mounted++ === 0) document.documentElement.setAttribute(name, '')
    return () => {
      if (--mounted === 0) document.documentElement.removeAttribute(name)
    }
  }
}

/** The page itself is loading, not a dialog over it. */
export const markPageLoading = rootAttributeRef('data-page-loading', 'main')
