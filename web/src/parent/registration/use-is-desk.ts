import { useSyncExternalStore } from 'react'

const query = window.matchMedia('(min-width: 56.25rem)')

function subscribe(listener: () => void) {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/**
 * Whether the page stands in two columns. The order of the parts differs there, and what is read must follow what is
 * seen, so this is decided in the document and not by the style sheet.
 */
export const useIsDesk = (): boolean => useSyncExternalStore(subscribe, () => query.matches)
