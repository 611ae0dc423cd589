import { useEffect, useState } from 'react'
import { preloadDialogs } from '../ui/overlays/load-dialogs'
import { blockHistory, historyIndexOf, revertNavigation } from './navigation-blocker'

/**
 * The mobile menu. Its code is preloaded when the page is idle, so that it opens offline. Back closes it first: on
 * Android the browser does that (CloseWatcher), elsewhere the navigation is reverted.
 */
export function useMenu() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    // Safari has no requestIdleCallback.
    const onIdle: typeof requestIdleCallback | undefined = window.requestIdleCallback
    if (onIdle) onIdle(preloadDialogs)
    else setTimeout(preloadDialogs, 1_000)
  }, [])
  useEffect(() => {
    if (!isOpen) return
    const index = historyIndexOf(window.history.state) ?? 0
    return blockHistory((event) => {
      revertNavigation(event, index)
      setOpen(false)
    })
  }, [isOpen])
  return [isOpen, setOpen] as const
}
