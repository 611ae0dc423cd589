import { formatWeekdayDate } from '../lib/dates-format'
import { type Day, dayInZone } from '../lib/days'
import { isolate } from '../lib/isolate'
import { formatTimeInZone, instantAt, isSameMinute, type TimeOfDay } from '../lib/time-of-day'
import { type AttendanceMark, type ChildState, childState, MARKED_DAYS_BACK, mayMark, NO_MARK } from './board'
import { lateMinutes } from './pickup-times'
import { barredError, isBarred, isOnList, notOnListError, type PickupLists } from './release'

/** A tablet's clock may be this far ahead; its marks are then recorded as now. */
const MAX_CLOCK_SKEW_MINUTES = 5

/** Who took the child. `release_anyway`: though not on the child's list, after staff checked the ID. */
type Release = { picked_up_by: string; release_anyway?: boolean }

/** `at`: when the person tapped. `offline`: made without a connection. */
export type MarkChange = { at: string; offline?: boolean } & (
  | { change: 'arrived' }
  | ({ change: 'picked_up' } & Release)
  | { change: 'not_coming' }
  | { change: 'undo_arrived' | 'undo_picked_up' | 'undo_not_coming' }
  | ({ change: 'correct'; arrived_at?: string; left_at?: string } & Partial<Release>)
  | { change: 'note'; note: string | null }
)

/** What the rules need to know about the child being marked. */
export type MarkedChild = PickupLists & {
  name: string
  day: Day
  /** When aftercare begins for the child. */
  dismissalTime: TimeOfDay
  /** The day's pick-up time. */
  pickupTime: TimeOfDay
  now: Date
  timeZone: string
  by: 'parent' | 'staff'
}

export type MarkOutcome = { mark: AttendanceMark; error: null } | { mark: null; error: string }

const rejected = (error: string): MarkOutcome => ({ mark: null, error })

/** The mark after the change, with the next version, or why the change is not allowed. */
export function changeMark(
  before: AttendanceMark | null,
  change: MarkChange,
  child: MarkedChild,
): MarkOutcome {
  const mark = before ?? NO_MARK
  const { day, now, timeZone } = child
  const today = dayInZone(now, timeZone)
  if (!mayMark(day, today) && !isFamilysPlan(change, child, today)) return rejected(markWindowError(day))
  const error = stateError(childState(mark), change.change, child.name)
  if (error) return rejected(error)
  const changed = changedFields(mark, change, child)
  if (typeof changed === 'string') return rejected(changed)
  return { mark: { ...mark, ...changed, version: mark.version + 1 }, error: null }
}

/** A family says of a coming day that the child is not coming, or is after all. */
const isFamilysPlan = ({ change }: MarkChange, { by, day }: MarkedChild, today: Day): boolean =>
  by === 'parent' && day > today && (change === 'not_coming' || change === 'undo_not_coming')

function markWindowError(day: Day): string {
  return `${formatWeekdayDate(day)} can't be marked. You can mark today and the past ${MARKED_DAYS_BACK} days.`
}

/** Why a state does not allow a change; what is not listed is allowed. */
const STATE_ERRORS: Record<ChildState, Partial<Record<MarkChange['change'], string>>> = {
  expected: {
    picked_up: '{child} has not arrived yet.',
    undo_arrived: '{child} has no arrival to undo.',
    undo_picked_up: '{child} has no pick-up to undo.',
    undo_not_coming: '{child} is not marked as not coming.',
    correct: '{child} has no time to edit yet.',
  },
  not_coming: {
    picked_up: '{child} has not arrived yet.',
    not_coming: '{child} is already marked as not coming.',
    undo_arrived: '{child} has no arrival to undo.',
    undo_picked_up: '{child} has no pick-up to undo.',
    correct: '{child} has no time to edit yet.',
  },
  here: {
    arrived: '{child} is already here.',
    not_coming: '{child} has already arrived.',
    undo_picked_up: '{child} has no pick-up to undo.',
    undo_not_coming: '{child} has already arrived.',
  },
  gone: {
    arrived: '{child} has already been picked up.',
    picked_up: '{child} has already been picked up.',
    not_coming: '{child} has already been picked up.',
    undo_arrived: 'Undo the pick-up of {child} first.',
    undo_not_coming: '{child} has already been picked up.',
  },
}

function stateError(state: ChildState, change: MarkChange['change'], child: string): string | null {
  return STATE_ERRORS[state][change]?.replace('{child}', () => isolate(child)) ?? null
}

type Changed = Partial<AttendanceMark> | string

function changedFields(mark: AttendanceMark, change: MarkChange, child: MarkedChild): Changed {
  switch (change.change) {
    case 'arrived':
      return arrived(change.at, child)
    case 'picked_up':
      return pickedUp(mark, change, child)
    case 'not_coming':
      return notComing(change.at, child)
    case 'undo_arrived':
      return { arrived_at: null }
    case 'undo_picked_up':
      return { left_at: null, picked_up_by: null, not_on_list: false, pickup_time: null, late_minutes: 0 }
    case 'undo_not_coming':
      return { not_coming_at: null, not_coming_by: null }
    case 'note':
      return { note: change.note }
    case 'correct':
      return corrected(mark, change, child)
  }
}

/** When the mark was made, never later than now. */
function markedAt(at: string, { now, timeZone }: MarkedChild): Date | string {
  const marked = new Date(at)
  if (marked.getTime() > now.getTime() + MAX_CLOCK_SKEW_MINUTES * 60_000) return futureError(marked, timeZone)
  return marked < now ? marked : now
}

const futureError = (instant: Date, timeZone: string) =>
  `${formatTimeInZone(instant, timeZone)} is still in the future.`

/** A mark made on the day itself records its own time; one made later records the usual time of the day. */
function timeToRecord(at: string, usual: TimeOfDay, child: MarkedChild): Date | string {
  const marked = markedAt(at, child)
  if (typeof marked === 'string') return marked
  const markedOn = dayInZone(marked, child.timeZone)
  if (markedOn === child.day) return marked
  return markedOn < child.day ? wrongDayError(child.day) : instantAt(child.day, usual, child.timeZone)
}

const wrongDayError = (day: Day) => `The time must be on ${formatWeekdayDate(day)}.`

function arrived(at: string, child: MarkedChild): Changed {
  const time = timeToRecord(at, child.dismissalTime, child)
  return typeof time === 'string' ? time : { arrived_at: time.toISOString() }
}

/** A pick-up made offline has happened: if the list has changed since, that is recorded, not refused. */
function released(
  { picked_up_by, release_anyway, offline }: Release & Pick<MarkChange, 'offline'>,
  child: MarkedChild,
): Pick<AttendanceMark, 'picked_up_by' | 'not_on_list'> | string {
  if (isBarred(picked_up_by, child)) return barredError(picked_up_by, child.name)
  const not_on_list = !isOnList(picked_up_by, child)
  if (not_on_list && !release_anyway && !offline) return notOnListError(picked_up_by, [child.name])
  return { picked_up_by, not_on_list }
}

function pickedUp(
  mark: AttendanceMark,
  change: Release & Pick<MarkChange, 'at' | 'offline'>,
  child: MarkedChild,
): Changed {
  const release = released(change, child)
  if (typeof release === 'string') return release
  const time = timeToRecord(change.at, child.pickupTime, child)
  if (typeof time === 'string') return time
  // On an earlier day the recorded arrival may be after the pick-up time.
  const isUsual = dayInZone(new Date(change.at), child.timeZone) !== child.day
  const arrival = new Date(mark.arrived_at ?? time)
  const left = isUsual && time < arrival ? arrival : time
  const leave = leaving(mark.arrived_at, left, child.pickupTime, child)
  return typeof leave === 'string' ? leave : { ...leave, ...release }
}

/** The fields of a pick-up, or an error: never before the arrival, except for seconds, which are not shown. */
function leaving(
  arrivedAt: string | null,
  left: Date,
  pickupTime: TimeOfDay,
  { timeZone }: MarkedChild,
): Changed {
  const arrival = arrivedAt === null ? null : new Date(arrivedAt)
  if (arrival === null) return 'Enter an arrival before a pick-up.'
  if (left < arrival && !isSameMinute(left, arrival))
    return `Pick-up can't be before arrival at ${formatTimeInZone(arrival, timeZone)}.`
  const leftAt = (left < arrival ? arrival : left).toISOString()
  return {
    left_at: leftAt,
    pickup_time: pickupTime,
    late_minutes: lateMinutes(leftAt, pickupTime, timeZone),
  }
}

/** Records when it was reported, even if that was on another day. */
function notComing(at: string, child: MarkedChild): Changed {
  const reported = markedAt(at, child)
  if (typeof reported === 'string') return reported
  return { not_coming_at: reported.toISOString(), not_coming_by: child.by }
}

function corrected(
  mark: AttendanceMark,
  { picked_up_by, ...change }: Extract<MarkChange, { change: 'correct' }>,
  child: MarkedChild,
): Changed {
  const isLeaving = change.left_at !== undefined || picked_up_by !== undefined
  if (isLeaving && mark.left_at === null) return `${isolate(child.name)} has not been picked up yet.`
  const arrivedAt = correctedTime(mark.arrived_at, change.arrived_at, child)
  if (arrivedAt.error !== null) return arrivedAt.error
  if (mark.left_at === null) return { arrived_at: arrivedAt.time }
  const leftAt = correctedTime(mark.left_at, change.left_at, child)
  if (leftAt.error !== null) return leftAt.error
  const release = picked_up_by === undefined ? {} : released({ ...change, picked_up_by }, child)
  if (typeof release === 'string') return release
  const left = leaving(
    arrivedAt.time,
    new Date(leftAt.time ?? mark.left_at),
    mark.pickup_time ?? child.pickupTime,
    child,
  )
  return typeof left === 'string' ? left : { arrived_at: arrivedAt.time, ...left, ...release }
}

/** Within the day and not in the future. An unchanged minute keeps its stored seconds. */
function correctedTime(
  stored: string | null,
  requested: string | undefined,
  { day, now, timeZone }: MarkedChild,
): { time: string | null; error: null } | { time: null; error: string } {
  if (requested === undefined || (stored !== null && isSameMinute(stored, requested)))
    return { time: stored, error: null }
  const time = new Date(requested)
  if (time > now) return { time: null, error: futureError(time, timeZone) }
  if (dayInZone(time, timeZone) !== day) return { time: null, error: wrongDayError(day) }
  return { time: time.toISOString(), error: null }
}

/** Whether the mark is already stored: a device that got no response sends it again, perhaps days later. */
export function isReplay(mark: AttendanceMark, change: MarkChange): boolean {
  const at = new Date(change.at).toISOString()
  if (change.change === 'arrived') return mark.arrived_at === at
  if (change.change === 'picked_up') return mark.left_at === at && mark.picked_up_by === change.picked_up_by
  return change.change === 'not_coming' && mark.not_coming_at === at && mark.not_coming_by === 'staff'
}

/**
 * Where somebody else marked first, their mark is kept, with one exception: a child who arrived while this device was
 * offline is here, even if it was meanwhile marked as not coming. Both stay in the record.
 */
export const arrivedDespiteAbsence = (stored: AttendanceMark | null, { change }: MarkChange): boolean =>
  change === 'arrived' && childState(stored) === 'not_coming'
