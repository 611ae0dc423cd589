import { type RefObject, useEffect } from 'react'

const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
/** Not by tabIndex: a panel's controls are out of the tab order while the focus is elsewhere. */
const isTabbable = (element: HTMLElement) =>
  !element.matches(':disabled, [aria-hidden=true]') && element.checkVisibility()
export const tabbables = (area: ParentNode | null) =>
  [...(area?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])].filter(isTabbable)

/** The row whose detail the panel shows. */
const openRow = () => document.querySelector<HTMLElement>('#main [data-selected] a')

/**
 * Puts the panel beside a list after its row in the tab order, though it is at the end of the document: Tab goes from the
 * row into it and from it to what follows the row, Shift+Tab back. Where it fills the screen the focus stays in it.
 */
export function useSidePanelTabOrder(
  panel: RefObject<HTMLElement | null>,
  isBeside: boolean,
  isFullScreen: boolean,
): void {
  useEffect(() => {
    if (!isBeside) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey) return
      const next = nextInOrder(panel.current, event.target, event.shiftKey, isFullScreen)
      if (!next) return
      event.preventDefault()
      // The panel first: its controls are focusable only once the focus is inside.
      if (panel.current?.contains(next)) panel.current.focus({ preventScroll: true })
      next.focus()
    }
    // Before the panel's own focus guards handle it.
    document.addEventListener('keydown', onKeyDown, true)
    return () => document.removeEventListener('keydown', onKeyDown, true)
  }, [panel, isBeside, isFullScreen])
}

function nextInOrder(
  panel: HTMLElement | null,
  from: EventTarget | null,
  isBack: boolean,
  isFullScreen: boolean,
) {
  const stops = tabbables(panel)
  const row = openRow()
  if (!isBack && row && from === row) return stops[0]
  const isFirst = from === panel || from === stops[0]
  if (!(isBack ? isFirst : from === stops.at(-1))) return null
  if (isFullScreen) return isBack ? stops.at(-1) : stops[0]
  const others = tabbables(document.getElementById('main'))
  if (isBack) return row ?? others.at(-1)
  return others[row ? others.indexOf(row) + 1 : 0]
}
