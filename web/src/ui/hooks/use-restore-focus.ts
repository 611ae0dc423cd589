import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * A button that is disabled while a request is pending loses the focus, to the page or its dialog. Restores it when the
 * button is enabled again.
 */
export function useRestoreFocus(isDisabled: boolean): void {
  const focused = useRef<Element | null>(null)
  // Before the browser moves the focus.
  useLayoutEffect(() => {
    if (isDisabled) focused.current = document.activeElement
  }, [isDisabled])
  useEffect(() => {
    const last = focused.current
    if (isDisabled || !(last instanceof HTMLElement)) return
    if (last !== document.activeElement && document.activeElement?.contains(last))
      last.focus({ preventScroll: true })
    focused.current = null
  }, [isDisabled])
}
