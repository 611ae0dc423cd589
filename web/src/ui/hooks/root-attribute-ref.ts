import type { RefCallback } from 'react'

/**
 * A ref that marks the root element while a part stands on the page, for what looks different beside it. A style sheet
 * that asked `html:has(...)` instead would look through the whole page again at every press.
 */
export function rootAttributeRef(name: string, within = 'html'): RefCallback<Element> {
  let standing = 0
  return (part) => {
    if (!part?.closest(within)) return
    if (standing++ === 0) document.documentElement.setAttribute(name, '')
    return () => {
      if (--standing === 0) document.documentElement.removeAttribute(name)
    }
  }
}

/** What is still coming of the page itself, not of a dialog over it. */
export const markPageLoading = rootAttributeRef('data-page-loading', 'main')
