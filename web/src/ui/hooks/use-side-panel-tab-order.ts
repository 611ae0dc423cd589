import { type RefObject, useEffect } from 'react'

const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
/** The browser leaves a panel's controls out while the focus is elsewhere: what is asked for is here all the same. */
const isStop = (element: HTMLElement) =>
  !element.matches(':disabled, [aria-hidden=true]') && element.checkVisibility()
const stopsOf = (area: ParentNode | null) =>
  [...(area?.querySelectorAll<HTMLElement>(CONTROLS) ?? [])].filter(isStop)

/** The row whose detail the panel shows. */
const openRow = () => document.querySelector<HTMLElement>('#main [data-selected] a')

/**
 * The panel beside a list comes after its row in the order of the keyboard, though it stands at the end of the page:
 * Tab leads from the row into it and out of it to what follows the row, Shift+Tab back. Where it fills the screen
 * nothing behind it is reached.
 */
export function useSidePanelTabOrder(
  panel: RefObject<HTMLElement | null>,
  isBeside: boolean,
  isAlone: boolean,
): void {
  useEffect(() => {
    if (!isBeside) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Tab' || event.altKey || event.ctrlKey || event.metaKey) return
      const next = nextStop(panel.current, event.target, event.shiftKey, isAlone)
      if (!next) return
      event.preventDefault()
      // The panel first: its controls take the focus only once it is inside.
      if (panel.current?.contains(next)) panel.current.focus({ preventScroll: true })
      next.focus()
    }
    // Before the guards around the panel hear of it: they know of no row.
    document.addEventListener('keydown', onKeyDown, true)
    return () => document.removeEventListener('keydown', onKeyDown, true)
  }, [panel, isBeside, isAlone])
}

function nextStop(panel: HTMLElement | null, from: EventTarget | null, isBack: boolean, isAlone: boolean) {
  const stops = stopsOf(panel)
  const row = openRow()
  if (!isBack && row && from === row) return stops[0]
  const isFirst = from === panel || from === stops[0]
  if (!(isBack ? isFirst : from === stops.at(-1))) return null
  if (isAlone) return isBack ? stops.at(-1) : stops[0]
  const others = stopsOf(document.getElementById('main'))
  if (isBack) return row ?? others.at(-1)
  return others[row ? others.indexOf(row) + 1 : 0]
}
