import { useEffect } from 'react'
import { scopedToast } from '../../../lib/scoped-toast'
import { useConnected } from './board-connection'
import { BOARD_PATH } from './offline-board'

/** Offline, another page would not load, and following its link would lose the board. */
export function useBlockOfflineNavigation(): void {
  const isConnected = useConnected()
  useEffect(() => {
    if (isConnected) return
    const blockNavigation = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
      if (!link || link.origin !== window.location.origin || link.pathname.startsWith(BOARD_PATH)) return
      event.preventDefault()
      event.stopPropagation()
      scopedToast('leaving the board').error(
        'No connection',
        "Other pages will open when you're back online. The board works offline.",
      )
    }
    // In the capture phase, before the router handles it.
    document.addEventListener('click', blockNavigation, true)
    return () => {
      document.removeEventListener('click', blockNavigation, true)
      scopedToast('leaving the board').clear()
    }
  }, [isConnected])
}
