import { type AttendanceMark, CHILD_STATE_LABELS, childState } from '../board/board'
import { minutesInZone } from '../lib/days'
import { isolate } from '../lib/isolate'
import { formatTimeOfDay, minutesOf, type TimeOfDay } from '../lib/time-of-day'

/** A parent's word on today: what the family may say of a child that is booked for today. */

type Moment = { now: Date; timeZone: string; pickupTime: TimeOfDay }

const isBeforePickup = ({ now, timeZone, pickupTime }: Moment) =>
  minutesInZone(now, timeZone) < minutesOf(pickupTime)

/** Until pick-up time, while nothing is known of the child. */
export const mayReportAbsence = (mark: AttendanceMark | null, moment: Moment): boolean =>
  childState(mark) === 'expected' && isBeforePickup(moment)

/** What the family said itself, until staff mark the child. */
export const mayUndoAbsence = (mark: AttendanceMark | null): boolean =>
  childState(mark) === 'not_coming' && mark?.not_coming_by === 'parent'

/** Why a parent cannot say it any more. */
export function absenceError(mark: AttendanceMark | null, child: string, { pickupTime }: Moment): string {
  const state = childState(mark)
  if (state === 'here') return `${isolate(child)} has already arrived.`
  if (state === 'gone') return `${isolate(child)} has already been picked up.`
  return `It's past the ${formatTimeOfDay(pickupTime)} pick-up time.`
}

/** Why a parent cannot take it back. */
export function undoAbsenceError(mark: AttendanceMark | null, child: string): string {
  const state = childState(mark)
  if (state === 'here') return `${isolate(child)} has already arrived.`
  if (state === 'gone') return `${isolate(child)} has already been picked up.`
  return 'Aftercare staff marked this. Please contact them to change it.'
}

/** How the day report's notes begin for a child that does not come: "Not coming; Naps". */
export const notesWithAbsence = (notes: string, isNotComing: boolean): string =>
  isNotComing ? [CHILD_STATE_LABELS.not_coming, notes].filter(Boolean).join('; ') : notes

/** The child's line in the noon mail: "Ada Lee (Not coming)". */
export const nameWithAbsence = (child: string, isNotComing: boolean): string =>
  isNotComing ? `${isolate(child)} (${CHILD_STATE_LABELS.not_coming})` : child
