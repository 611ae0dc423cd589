import type { ReactNode } from 'react'
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
  /**
   * Staff: the lock in the lower right corner; build it with DayLock. `active` is the day of the tab stop. Another
   * function draws all days again.
   */
  renderAction?: (cell: DayCell, active: boolean) => ReactNode
  /** The id of the hint that says what is wrong with the choice. */
  errorId?: string
}
