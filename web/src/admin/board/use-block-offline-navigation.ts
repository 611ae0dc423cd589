import { useEffect } from 'react'
import { useConnected } from '../../features/board/board-connection'
import { BOARD_PATH } from '../../lib/offline-board'
import { scopedToast } from '../../lib/scoped-toast'

/** Without a connection another page would not open, and the board would be gone with the press on its link. */
export function useBlockOfflineNavigation(): void {
  const isConnected = useConnected()
  useEffect(() => {
    if (isConnected) return
    const stay = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
      if (!link || link.origin !== window.location.origin || link.pathname.startsWith(BOARD_PATH)) return
      event.preventDefault()
      event.stopPropagation()
      scopedToast('leaving the board').error(
        'No connection',
        "Other pages will open when you're back online. The board works offline.",
      )
    }
    // On its way down, before the router hears of it.
    document.addEventListener('click', stay, true)
    return () => {
      document.removeEventListener('click', stay, true)
      scopedToast('leaving the board').clear()
    }
  }, [isConnected])
}
