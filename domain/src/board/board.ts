import { addDays, type Day } from '../lib/days'
import type { TimeOfDay } from '../lib/time-of-day'

/** Where a child is on the attendance board, by its mark. */
export const CHILD_STATES = ['expected', 'here', 'gone', 'not_coming'] as const
export type ChildState = (typeof CHILD_STATES)[number]

export const CHILD_STATE_LABELS: Record<ChildState, string> = {
  expected: 'Expected',
  here: 'Here',
  gone: 'Gone',
  not_coming: 'Not coming',
}

/** What is known of one child on one day. Instants are ISO texts. */
export type AttendanceMark = {
  arrived_at: string | null
  left_at: string | null
  picked_up_by: string | null
  not_coming_at: string | null
  /** Who said so: a parent may take back only what the family said itself. */
  not_coming_by: 'parent' | 'staff' | null
  note: string | null
  /** The pick-up time that was set when the child left: being late goes by it, whatever is set later. */
  pickup_time: TimeOfDay | null
  late_minutes: number
  /** Counts the changes; 0 stands for a child without a mark. */
  version: number
}

export const NO_MARK: Readonly<AttendanceMark> = {
  arrived_at: null,
  left_at: null,
  picked_up_by: null,
  not_coming_at: null,
  not_coming_by: null,
  note: null,
  pickup_time: null,
  late_minutes: 0,
  version: 0,
}

/** A child that arrived in spite of Not coming is here; taking the arrival back leaves it Not coming. */
export function childState(
  mark: Pick<AttendanceMark, 'arrived_at' | 'left_at' | 'not_coming_at'> | null,
): ChildState {
  if (!mark) return 'expected'
  if (mark.left_at !== null) return 'gone'
  if (mark.arrived_at !== null) return 'here'
  return mark.not_coming_at !== null ? 'not_coming' : 'expected'
}

export const MARKED_DAYS_BACK = 14

/** Today and the 14 days before. */
export const mayMark = (day: Day, today: Day): boolean =>
  day <= today && day >= addDays(today, -MARKED_DAYS_BACK)
