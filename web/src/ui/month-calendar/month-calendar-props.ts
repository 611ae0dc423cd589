import type { ReactNode } from 'react'
import type { DayCell } from './day-cell'

export type MonthCalendarProps = {
  /** 0 for January. */
  monthIndex: number
  year: number
  /** One per day of the month, in order. */
  cells: readonly DayCell[]
  /** `pick` for selecting days, `read` for a submission's detail, `edit` for the staff's month editor. */
  mode?: 'pick' | 'read' | 'edit'
  /** On click, Space or Enter; not for disabled days. */
  onPressDay?: (day: number) => void
  /** The same for a day that opens a dialog. */
  onOpenDay?: (day: number) => void
  /**
   * Staff: the lock in the lower right corner; build it with DayLock. `active` is the day of the tab stop. Pass a
   * stable function: another one re-renders all days.
   */
  renderAction?: (cell: DayCell, active: boolean) => ReactNode
  /** The id of the error message for the selection. */
  errorId?: string
}
