import { useEffect, useRef, useState } from 'react'
import { monotonicClock } from '../../lib/monotonic-clock'

/** How long nobody must have touched or typed anything. */
const IDLE_MS = 2_000

/**
 * The latest arrangement of the list, but never while somebody is clicking: a row that moves away under the finger
 * would leave the mark with another child. `signature` identifies an arrangement; another `view` (a filter, a search)
 * is shown at once.
 */
export function useStableOrder<T>(next: T, signature: string, view: string): T {
  const [shown, setShown] = useState({ next, signature, view })
  const newest = useRef(shown)
  newest.current = { next, signature, view }
  const inputAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const onInput = () => {
      inputAt.current = monotonicClock.now()
    }
    const events = ['pointerdown', 'pointermove', 'keydown'] as const
    for (const event of events) document.addEventListener(event, onInput, true)
    return () => {
      for (const event of events) document.removeEventListener(event, onInput, true)
    }
  }, [])
  const isShown = shown.signature === signature && shown.view === view
  useEffect(() => {
    if (isShown) return
    let timer: ReturnType<typeof setTimeout>
    const update = () => {
      const wait = inputAt.current + IDLE_MS - monotonicClock.now()
      if (wait <= 0) setShown(newest.current)
      else timer = setTimeout(update, wait)
    }
    update()
    return () => clearTimeout(timer)
  }, [isShown])
  if (shown.view !== view) {
    setShown({ next, signature, view })
    return next
  }
  return shown.next
}
