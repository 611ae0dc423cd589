import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

const rowsIn = (list: HTMLElement | null) => [
  ...(list?.querySelectorAll<HTMLElement>('article[data-row]') ?? []),
]
const openerOf = (row: HTMLElement | undefined) =>
  row?.querySelector<HTMLElement>('button[aria-expanded]') ?? null

/** The button with a child's name, by which its row is opened. */
export const findRowOpener = (submissionId: string): HTMLElement | null =>
  openerOf(rowsIn(document.body).find((row) => row.dataset.row === submissionId))

/**
 * A row that moves to another group takes its focus along; if it disappears (into a folded group, or out of a filtered
 * list), the focus moves to the next row, or to the last one.
 */
export function useRestoreRowFocus(list: RefObject<HTMLElement | null>, arrangement: unknown): void {
  const focused = useRef<{ id: string; index: number; byKeyboard: boolean } | null>(null)
  useEffect(() => {
    const trackFocus = () => {
      const element = document.activeElement
      const row = element?.closest<HTMLElement>('article[data-row]')
      focused.current = row
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
