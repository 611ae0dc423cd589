import { type RefObject, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useIsHydrated } from './use-is-hydrated'

/** Takes over what was entered, or filled in by the browser, before React hydrated the server's page. */
export function useEarlyInput<Input extends Element, Value>(
  ref: RefObject<Input | null>,
  value: Value,
  read: (input: Input) => Value,
  onChange: ((value: Value) => void) | undefined,
): void {
  const isServed = useRef(!useIsHydrated())
  const adopt = useEffectEvent(() => {
    if (!isServed.current || !ref.current) return
    const entered = read(ref.current)
    if (entered !== value) onChange?.(entered)
  })
  useLayoutEffect(() => adopt(), [])
}
