import { useEffect } from 'react'

/** From now on clicks reach the app: public/early-clicks.js repeats those of before. */
export function useAppReady(): void {
  useEffect(() => {
    // After the fields have taken over what was typed before.
    setTimeout(() => window.dispatchEvent(new Event('app-ready')))
  }, [])
}
