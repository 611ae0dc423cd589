import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

const rowsIn = (list: HTMLElement | null) => [...(list?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
const openerOf = (row: HTMLElement | undefined) =>
  row?.querySelector<HTMLElement>(':is(button[aria-expanded], a[data-row-link])') ??
  row?.querySelector<HTMLElement>('a[href], button, input') ??
  null

/** The button or link by which a row is opened. */
export const findRowOpener = (id: string): HTMLElement | null =>
  openerOf(rowsIn(document.body).find((row) => row.dataset.row === id))

/**
 * A row that is rendered anew elsewhere, as in another group or as a card instead of a table row, takes its focus along;
 * if it disappears (into a folded group, or out of a filtered list), the focus moves to the next row, or to the last one.
 */
export function useRestoreRowFocus(list: RefObject<HTMLElement | null>, arrangement: unknown): void {
  const focused = useRef<{ id: string; index: number; byKeyboard: boolean } | null>(null)
  useEffect(() => {
    const trackFocus = () => {
      const element = document.activeElement
      const row = element?.closest<HTMLElement>('[data-row]')
      focused.current =
        row && list.current?.contains(row)
          ? {
              id: row.dataset.row ?? '',
              index: rowsIn(list.current).indexOf(row),
              byKeyboard: element?.matches(':focus-visible') ?? false,
            }
          : null
    }
    document.addEventListener('focusin', trackFocus)
    return () => document.removeEventListener('focusin', trackFocus)
  }, [list])
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the rows were rearranged
  useLayoutEffect(() => {
    if (!focused.current || document.activeElement !== document.body) return
    const { id, index, byKeyboard } = focused.current
    const rows = rowsIn(list.current)
    const row = rows.find((one) => one.dataset.row === id) ?? rows[Math.min(index, rows.length - 1)]
    openerOf(row)?.focus({ preventScroll: !byKeyboard })
  }, [arrangement])
}
