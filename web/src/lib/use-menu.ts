import { useEffect, useState } from 'react'
import { preloadDialogs } from '../ui/overlays/load-dialogs'
import { blockHistory, historyIndexOf, revertNavigation } from './navigation-blocker'

/**
 * The menu of a phone. Its code is fetched as soon as the page is at rest, so that it opens without a connection, and
 * the browser's Back closes it first: on Android that is the browser's own doing, elsewhere the move is taken back.
 */
export function useMenu() {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    // Safari has no word for being at rest.
    const atRest: typeof requestIdleCallback | undefined = window.requestIdleCallback
    if (atRest) atRest(preloadDialogs)
    else setTimeout(preloadDialogs, 1_000)
  }, [])
  useEffect(() => {
    if (!isOpen) return
    const here = historyIndexOf(window.history.state) ?? 0
    return blockHistory((event) => {
      revertNavigation(event, here)
      setOpen(false)
    })
  }, [isOpen])
  return [isOpen, setOpen] as const
}
