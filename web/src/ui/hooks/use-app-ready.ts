import { useEffect } from 'react'

/** From now on clicks and keys reach the app: public/early-events.js replays those of before. */
export function useAppReady(): void {
  useEffect(() => {
    // After the fields have taken over what was typed before.
    setTimeout(() => window.dispatchEvent(new Event('app-ready')))
  }, [])
}
