import { useSyncExternalStore } from 'react'

const subscribe = () => () => undefined

/** False while the server renders and while React hydrates that page, which must render the same. */
export const useIsHydrated = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
