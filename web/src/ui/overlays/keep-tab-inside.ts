import type { KeyboardEvent } from 'react'
import { tabbables } from '../hooks/use-side-panel-tab-order'

/**
 * Tab goes from the last control of a dialog to its first, Shift+Tab back. Base UI's focus guards do that too, but a frame
 * later: until then a second Tab reaches the dialog behind, whose guards keep the focus.
 */
export function keepTabInside(event: KeyboardEvent<HTMLElement>): void {
  const { currentTarget: popup, target, shiftKey } = event
  // What is in a portal, such as a dialog opened from this one, is inside only for React.
  if (event.key !== 'Tab' || !(target instanceof Node) || !popup.contains(target)) return
  const stops = tabbables(popup).filter(({ tabIndex }) => tabIndex >= 0)
  const isAtEdge = shiftKey ? target === popup || target === stops[0] : target === stops.at(-1)
  const next = shiftKey ? stops.at(-1) : stops[0]
  if (!isAtEdge || !next) return
  event.preventDefault()
  next.focus()
}
