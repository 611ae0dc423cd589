import type { KeyboardEvent, ReactNode } from 'react'
import type { DayCell } from './day-cell'

export type MonthCalendarProps = {
  /** 0 for January. */
  monthIndex: number
  year: number
  /** One per day of the month, in order. */
  cells: readonly DayCell[]
  /** `pick` for choosing days, `read` for a submission's detail, `edit` for the staff's month editor. */
  mode?: 'pick' | 'read' | 'edit'
  /** A day was pressed: click, Space or Enter. Disabled days never get here. */
  onPressDay?: (day: number) => void
  /** A day that opens something was pressed. */
  onOpenDay?: (day: number) => void
  /** PageUp (-1) and PageDown (1), where there is another month to go to. */
  onChangeMonth?: (step: -1 | 1) => void
  /** Staff: further keys on a focused day, such as 1 to 5 for the palette. */
  onDayKeyDown?: (day: number, event: KeyboardEvent) => void
  /**
   * Staff: the lock in the lower right corner; build it with DayLock. `active` is the day of the tab stop. Another
   * function draws all days again.
   */
  renderAction?: (cell: DayCell, active: boolean) => ReactNode
}
