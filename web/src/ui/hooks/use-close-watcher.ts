import { useEffect, useEffectEvent, useState } from 'react'

/** The browser's CloseWatcher: Escape, and the Back button on Android. */
type Watcher = { onclose: (() => void) | null; destroy(): void }
type Watchers = { CloseWatcher?: new () => Watcher }

/** The dialog handles Escape itself, and CloseWatcher fires for it too. */
const SAME_KEY_MS = 100

/**
 * On a phone, Back closes an overlay instead of leaving the page. No history entry is pushed for it, so none is left
 * behind when it is closed otherwise. Browsers without CloseWatcher go back as usual.
 */
export function useCloseWatcher(open: boolean, close: () => void): void {
  // It may stay open, as with unsaved changes: then it needs a new watcher for the next Back.
  const [closeRequests, setCloseRequests] = useState(0)
  const onBack = useEffectEvent(() => {
    setCloseRequests((count) => count + 1)
    close()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each close request consumes a watcher
  useEffect(() => {
    const { CloseWatcher } = globalThis as Watchers
    if (!open || !CloseWatcher || !matchMedia('(pointer: coarse)').matches) return
    let escapedAt = Number.NEGATIVE_INFINITY
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') escapedAt = performance.now()
    }
    const watcher = new CloseWatcher()
    watcher.onclose = () => {
      if (performance.now() - escapedAt > SAME_KEY_MS) onBack()
    }
    window.addEventListener('keydown', onKey, true)
    return () => {
      window.removeEventListener('keydown', onKey, true)
      watcher.onclose = null
      watcher.destroy()
    }
  }, [open, closeRequests])
}
