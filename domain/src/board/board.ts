import { addDays, type Day, isWeekend } from '../lib/days'
import type { TimeOfDay } from '../lib/time-of-day'
import { type DayType, isOpenType } from '../months/months'

/** A child's state on the attendance board, derived from its mark. */
export const CHILD_STATES = ['expected', 'here', 'gone', 'not_coming'] as const
export type ChildState = (typeof CHILD_STATES)[number]

export const CHILD_STATE_LABELS: Record<ChildState, string> = {
  expected: 'Expected',
  here: 'Here',
  gone: 'Gone',
  not_coming: 'Not coming',
}

/** One child on one day. Instants are ISO strings. */
export type AttendanceMark = {
  arrived_at: string | null
  left_at: string | null
  picked_up_by: string | null
  /** Released to somebody who was not on the child's list. */
  not_on_list: boolean
  not_coming_at: string | null
  /** Who reported it: parents may undo only their own report. */
  not_coming_by: 'parent' | 'staff' | null
  note: string | null
  /** The pick-up time in force when the child left. Lateness is measured against it, whatever is set later. */
  pickup_time: TimeOfDay | null
  late_minutes: number
  /** Incremented by each change; 0 for a child without a mark. */
  version: number
}

export const NO_MARK: Readonly<AttendanceMark> = {
  arrived_at: null,
  left_at: null,
  picked_up_by: null,
  not_on_list: false,
  not_coming_at: null,
  not_coming_by: null,
  note: null,
  pickup_time: null,
  late_minutes: 0,
  version: 0,
}

/** A child who arrives despite Not coming is Here; undoing the arrival makes it Not coming again. */
export function childState(
  mark: Pick<AttendanceMark, 'arrived_at' | 'left_at' | 'not_coming_at'> | null,
): ChildState {
  if (!mark) return 'expected'
  if (mark.left_at !== null) return 'gone'
  if (mark.arrived_at !== null) return 'here'
  return mark.not_coming_at !== null ? 'not_coming' : 'expected'
}

export const MARKED_DAYS_BACK = 14

/** Today and the past 14 days. */
export const mayMark = (day: Day, today: Day): boolean =>
  day <= today && day >= addDays(today, -MARKED_DAYS_BACK)

/** Whether there is aftercare on a day; staff may enter drop-ins on weekends and in months that do not exist. */
export function isAftercareDay(day: Day, typeOfDay: DayType | null, childCount: number): boolean {
  if (typeOfDay !== null && !isOpenType(typeOfDay)) return false
  return childCount > 0 || (typeOfDay !== null && !isWeekend(day))
}

/** Those of a day whom staff wait for, look after or need not expect. */
export type DayCounts = Pick<Record<ChildState, number>, 'expected' | 'here' | 'not_coming'>

/** "Today: 23 expected, 11 here, 2 not coming" */
export const todayLine = ({ expected, here, not_coming }: DayCounts): string =>
  `Today: ${expected} expected, ${here} here, ${not_coming} not coming`
