import { useEffect, useRef } from 'react'
import { useNavigate } from '../../router/router'

/** The window's whole title, which the browser also proposes as the name of a saved PDF. */
export function useWindowTitle(title: string): void {
  useEffect(() => {
    document.title = title
  }, [title])
}

export function usePrintOnce(isReady: boolean): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (!isReady || isDone.current) return
    isDone.current = true
    // Lines break elsewhere before the fonts are there.
    void document.fonts.ready.then(() => window.print())
  }, [isReady])
}

/** A window that a person opened by its address may not close itself: it goes to where it belongs instead. */
export function useCloseWindow(otherwise: string): () => void {
  const navigate = useNavigate()
  return () => {
    window.close()
    if (!window.closed) navigate(otherwise)
  }
}
