import { useEffect, useLayoutEffect, useRef } from 'react'

/**
 * A button that is off while something is sent loses the focus, to the page or the dialog around it. Where it can be
 * pressed again, whoever uses the keyboard is on it again and need not look for it.
 */
export function useRestoreFocus(isOff: boolean): void {
  const focused = useRef<Element | null>(null)
  // Before the browser notices that the button is off.
  useLayoutEffect(() => {
    if (isOff) focused.current = document.activeElement
  }, [isOff])
  useEffect(() => {
    const last = focused.current
    if (isOff || !(last instanceof HTMLElement)) return
    if (last !== document.activeElement && document.activeElement?.contains(last))
      last.focus({ preventScroll: true })
    focused.current = null
  }, [isOff])
}
