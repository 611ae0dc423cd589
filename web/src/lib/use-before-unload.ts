import { useEffect } from 'react'
import { getAuthState } from './auth-store'

/**
 * Shows the browser's own prompt, except after a sign-out or a change of family: then there is nothing left to stay for,
 * and staying would leave a page that loads for ever.
 */
export function warnBeforeUnload(event: BeforeUnloadEvent): void {
  if (!getAuthState().isReloading) event.preventDefault()
}

/** Before the tab is closed or leaves the site. */
export function useBeforeUnload(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    // A function of its own: another form may warn too.
    const warn = (event: BeforeUnloadEvent) => warnBeforeUnload(event)
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty])
}
