import { useCallback, useSyncExternalStore } from 'react'

/** Too narrow for a table: lists become cards. */
export const NARROW = '(width < 40rem)'

/** For what must differ in the DOM, because the reading order has to match the visual one. Otherwise use CSS. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    // The server cannot know; a phone waits longest for the app.
    () => query === NARROW,
  )
}
