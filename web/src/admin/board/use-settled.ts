import { useEffect, useRef, useState } from 'react'

/** How long nobody must have pressed anything. */
const SETTLE_MS = 2_000

/**
 * The latest arrangement of the list, but never while somebody is pressing: a row that moves away under the finger
 * would leave the mark with another child. `signature` identifies an arrangement; another `view` (a filter, a search)
 * is shown at once.
 */
export function useSettled<T>(next: T, signature: string, view: string): T {
  const [shown, setShown] = useState({ next, signature, view })
  const newest = useRef(shown)
  newest.current = { next, signature, view }
  const inputAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const onInput = () => {
      inputAt.current = performance.now()
    }
    const events = ['pointerdown', 'pointermove', 'keydown'] as const
    for (const event of events) document.addEventListener(event, onInput, true)
    return () => {
      for (const event of events) document.removeEventListener(event, onInput, true)
    }
  }, [])
  const isCurrent = shown.signature === signature && shown.view === view
  useEffect(() => {
    if (isCurrent) return
    let timer: ReturnType<typeof setTimeout>
    const settle = () => {
      const wait = inputAt.current + SETTLE_MS - performance.now()
      if (wait <= 0) setShown(newest.current)
      else timer = setTimeout(settle, wait)
    }
    settle()
    return () => clearTimeout(timer)
  }, [isCurrent])
  if (shown.view !== view) {
    setShown({ next, signature, view })
    return next
  }
  return shown.next
}
