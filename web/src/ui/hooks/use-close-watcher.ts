import { useEffect, useEffectEvent, useState } from 'react'

/** The browser's own word for "whatever closes the topmost thing"; on Android that is the Back button. */
type Watcher = { onclose: (() => void) | null; destroy(): void }
type Watchers = { CloseWatcher?: new () => Watcher }

/** Escape is heard by the dialog itself, and by the browser too. */
const SAME_PRESS_MS = 100

/**
 * On a phone, Back closes what lies over the page and leaves the page where it is. No step in the history stands for
 * it, so nothing is left behind when it is closed otherwise. A browser that does not know of it goes back as before.
 */
export function useCloseWatcher(open: boolean, close: () => void): void {
  // It may have stayed open, as with a question about unsaved changes: then the next Back is for it again.
  const [presses, setPresses] = useState(0)
  const onBack = useEffectEvent(() => {
    setPresses((count) => count + 1)
    close()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each press uses a watcher up
  useEffect(() => {
    const { CloseWatcher } = globalThis as Watchers
    if (!open || !CloseWatcher || !matchMedia('(pointer: coarse)').matches) return
    let escapedAt = Number.NEGATIVE_INFINITY
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') escapedAt = performance.now()
    }
    const watcher = new CloseWatcher()
    watcher.onclose = () => {
      if (performance.now() - escapedAt > SAME_PRESS_MS) onBack()
    }
    window.addEventListener('keydown', onKey, true)
    return () => {
      window.removeEventListener('keydown', onKey, true)
      watcher.onclose = null
      watcher.destroy()
    }
  }, [open, presses])
}
