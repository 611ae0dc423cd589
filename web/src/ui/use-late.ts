import { useEffect, useReducer, useState } from 'react'

/** Something with code of its own, fetched when it is first drawn and kept from then on. */
export type Late<View> = { load: () => Promise<View>; view?: View }

const AGAIN_AFTER_MS = 30_000

/**
 * What could not be fetched is tried again by itself, after a while and as soon as the network is back. With `lazy` a
 * failed try would be remembered, and would take the page down.
 */
export function useLate<View>(late: Late<View>, isWanted = true) {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  const [state, setState] = useState<'first' | 'failed' | 'again'>('first')
  const isDue = isWanted && !late.view && state !== 'failed'
  useEffect(() => {
    if (!isDue) return
    let isCurrent = true
    late.load().then(
      (view) => {
        late.view = view
        if (isCurrent) redraw()
      },
      () => isCurrent && setState('failed'),
    )
    return () => {
      isCurrent = false
    }
  }, [late, isDue])
  useEffect(() => {
    if (state !== 'failed') return
    const again = () => setState('again')
    const timer = setTimeout(again, AGAIN_AFTER_MS)
    window.addEventListener('online', again)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', again)
    }
  }, [state])
  return {
    view: late.view,
    hasFailed: state !== 'first',
    isTrying: state === 'again',
    retry: () => setState('again'),
  }
}
