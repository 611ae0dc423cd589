import { useEffect } from 'react'

/** Shows the browser's own prompt before the tab is closed or leaves the site. */
export function useBeforeUnload(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isDirty])
}
