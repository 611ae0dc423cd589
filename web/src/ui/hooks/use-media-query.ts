import { useSyncExternalStore } from 'react'

const narrow = window.matchMedia('(width < 40rem)')

function watch(tell: () => void): () => void {
  narrow.addEventListener('change', tell)
  return () => narrow.removeEventListener('change', tell)
}

/** Whether the screen is too narrow for a table: staff's lists become cards. */
export function useNarrow(): boolean {
  return useSyncExternalStore(watch, () => narrow.matches)
}
