import { useSyncExternalStore } from 'react'

const query = window.matchMedia('(min-width: 56.25rem)')

function subscribe(listener: () => void) {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/**
 * Whether the page has two columns. The order of the parts differs then, and the reading order must match the visual
 * one, so this is decided in the DOM and not in CSS.
 */
export const useIsDesk = (): boolean => useSyncExternalStore(subscribe, () => query.matches)
