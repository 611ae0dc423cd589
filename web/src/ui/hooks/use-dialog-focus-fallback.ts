import { type RefObject, useEffect } from 'react'

/**
 * When the focused element of a dialog is removed or disabled, such as an Edit button, the focus would go to the page
 * behind. Focuses the dialog instead: the next Tab goes to its first control, and screen readers announce it.
 */
export function useDialogFocusFallback(inside: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const popup = inside.current?.closest<HTMLElement>('[role=dialog]')
    if (!popup) return
    let wasInside = popup.contains(document.activeElement)
    const onFocusIn = ({ target }: FocusEvent) => {
      wasInside = target instanceof Node && popup.contains(target)
    }
    let frame = 0
    const restore = () => {
      const isLost = document.activeElement === null || document.activeElement === document.body
      if (wasInside && isLost && !popup.hasAttribute('data-closed')) popup.focus({ preventScroll: true })
    }
    const observer = new MutationObserver(() => {
      restore()
      // A button that becomes disabled loses the focus only after the next paint.
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(restore)
      })
    })
    document.addEventListener('focusin', onFocusIn)
    observer.observe(popup, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('focusin', onFocusIn)
      observer.disconnect()
    }
  }, [inside])
}
