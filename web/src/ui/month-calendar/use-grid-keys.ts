import { type FocusEvent, type KeyboardEvent, useRef, useState } from 'react'
import type { DayCell } from './day-cell'

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

function isShown(button: HTMLElement): boolean {
  const slot = button.closest('.day-slot')
  return slot !== null && getComputedStyle(slot).display !== 'none'
}

/** A roving tabindex: the arrow keys move it from day to day, skipping hidden weekends. */
export function useGridKeys(cells: readonly DayCell[]) {
  const grid = useRef<HTMLDivElement>(null)
  const [wanted, setWanted] = useState<number>()
  const isOpen = (cell: DayCell) => !cell.weekend && !cell.disabled
  const first =
    cells.find((cell) => cell.today && !cell.weekend) ?? cells.find(isOpen) ?? cells.find((c) => !c.weekend)
  const active = cells.some((cell) => cell.day === wanted) ? wanted : first?.day

  function buttonOf(day: number): HTMLElement | null {
    return grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`) ?? null
  }

  function move(from: number, step: number): void {
    for (let day = from + step; day >= 1 && day <= cells.length; day += step) {
      const button = buttonOf(day)
      if (button && isShown(button)) {
        setWanted(day)
        button.focus()
        return
      }
    }
  }

  function moveInWeek(cell: DayCell, edge: 0 | 6): void {
    const step = edge === 0 ? 1 : -1
    // From beyond the edge of the week inwards: the first day that exists and is shown.
    const start = cell.day - cell.weekday + edge
    const clamped = Math.min(Math.max(start, 1), cells.length)
    move(clamped - step, step)
  }

  /** The tab stop follows the focus lazily: a click alone re-renders no other day. */
  function onKeyDown(cell: DayCell, event: KeyboardEvent): void {
    setWanted(cell.day)
    // The browser's shortcut: Alt with an arrow goes back or forward.
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const step = steps[event.key]
    if (step !== undefined) move(cell.day, step)
    else if (event.key === 'Home') moveInWeek(cell, 0)
    else if (event.key === 'End') moveInWeek(cell, 6)
    else return
    event.preventDefault()
  }

  function onBlur(cell: DayCell, { relatedTarget }: FocusEvent): void {
    if (!grid.current?.contains(relatedTarget)) setWanted(cell.day)
  }

  return { grid, active, onBlur, onKeyDown }
}
