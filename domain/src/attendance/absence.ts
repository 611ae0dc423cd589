import { type AttendanceMark, childState } from '../board/board'
import { type Day, dayInZone, minutesInZone } from '../lib/days'
import { minutesOf, type TimeOfDay } from '../lib/time-of-day'

/** Parents report that a child is not coming today or on a coming booked day, and undo it. */

type Moment = { day: Day; now: Date; timeZone: string; pickupTime: TimeOfDay }

function isBeforePickup({ day, now, timeZone, pickupTime }: Moment): boolean {
  const today = dayInZone(now, timeZone)
  return day === today ? minutesInZone(now, timeZone) < minutesOf(pickupTime) : day > today
}

/** Until the day's pick-up time, while the child has no mark. */
export const mayReportAbsence = (mark: AttendanceMark | null, moment: Moment): boolean =>
  childState(mark) === 'expected' && isBeforePickup(moment)

/** Only the family's own report, until staff mark the child. */
export const mayUndoAbsence = (mark: AttendanceMark | null): boolean =>
  childState(mark) === 'not_coming' && mark?.not_coming_by === 'parent'

/** Why a parent cannot report an absence, or undo the report. */
export type AbsenceRejection = {
  reason: 'not_booked' | 'cancelled' | 'arrived' | 'picked_up' | 'too_late' | 'marked_by_staff'
  child: string
  /** Missing for today. */
  day?: Day
  pickupTime: TimeOfDay
}

/** Why a parent can no longer report it. */
export const absenceError = (mark: AttendanceMark | null): AbsenceRejection['reason'] =>
  presenceOf(mark) ?? 'too_late'

/** Why a parent cannot undo it. */
export const undoAbsenceError = (mark: AttendanceMark | null): AbsenceRejection['reason'] =>
  presenceOf(mark) ?? 'marked_by_staff'

function presenceOf(mark: AttendanceMark | null) {
  const state = childState(mark)
  if (state === 'here') return 'arrived'
  return state === 'gone' ? 'picked_up' : null
}
