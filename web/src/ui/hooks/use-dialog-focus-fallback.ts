import { type RefObject, useEffect } from 'react'

/**
 * A button that goes away when it is pressed, as Edit does, takes the focus along, and the browser would start again
 * at the page behind. In a dialog the dialog itself has the focus then: the next Tab leads to its first control, and
 * a screen reader says where the person is.
 */
export function useDialogFocusFallback(inside: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const popup = inside.current?.closest<HTMLElement>('[role=dialog]')
    if (!popup) return
    let wasHere = popup.contains(document.activeElement)
    const note = ({ target }: FocusEvent) => {
      wasHere = target instanceof Node && popup.contains(target)
    }
    let frame = 0
    const look = () => {
      const isLost = document.activeElement === null || document.activeElement === document.body
      if (wasHere && isLost && !popup.hasAttribute('data-closed')) popup.focus({ preventScroll: true })
    }
    const watch = new MutationObserver(() => {
      look()
      // A button that can no longer be pressed loses the focus only when the page is drawn again.
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(look)
      })
    })
    document.addEventListener('focusin', note)
    watch.observe(popup, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('focusin', note)
      watch.disconnect()
    }
  }, [inside])
}
