import { type Day, minutesInZone, weekday } from '../lib/days'
import { nameRule, type Rule } from '../lib/field-rules'
import { isRecord, isString } from '../lib/json-guards'
import { isTimeOfDay, minutesOf, type TimeOfDay } from '../lib/time-of-day'
import type { DayType } from '../months/months'

/** The keys of the setting: a time for each weekday, one for Noon and 2:30 Dismissal days, and when each type begins. */
export const PICKUP_WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const
export const BEGIN_KEYS = ['regular_begins', 'regular_friday_begins', 'noon_begins', 'early_begins'] as const
export const PICKUP_KEYS = [...PICKUP_WEEKDAYS, 'special', ...BEGIN_KEYS] as const
export type PickupKey = (typeof PICKUP_KEYS)[number]
export type PickupTimes = Record<PickupKey, TimeOfDay>

export const PICKUP_LABELS: Record<PickupKey, string> = {
  monday: 'Monday',
  tuesday: 'Tuesday',
  wednesday: 'Wednesday',
  thursday: 'Thursday',
  friday: 'Friday',
  special: 'Noon and 2:30 Dismissal',
  regular_begins: 'Regular begins',
  regular_friday_begins: 'Regular begins on Fridays',
  noon_begins: 'Noon Dismissal begins',
  early_begins: '2:30 Dismissal begins',
}

export const TIME_REQUIRED = 'Please enter a time'
export const timeRule: Rule = (typed) => (isTimeOfDay(typed) ? undefined : TIME_REQUIRED)

export const pickedUpByRule = nameRule('Please enter who is picking up the child')

export const PICKUP_RULES = Object.fromEntries(PICKUP_KEYS.map((key) => [key, timeRule])) as Record<
  PickupKey,
  Rule
>

export const DEFAULT_PICKUP_TIMES: PickupTimes = {
  monday: '17:30',
  tuesday: '17:30',
  wednesday: '17:30',
  thursday: '17:30',
  friday: '16:30',
  special: '16:30',
  regular_begins: '15:30',
  regular_friday_begins: '14:30',
  noon_begins: '12:00',
  early_begins: '14:30',
}

/** The stored times, with the default for each one that is missing or invalid. */
export function readPickupTimes(stored: unknown): PickupTimes {
  const times = { ...DEFAULT_PICKUP_TIMES }
  if (!isRecord(stored)) return times
  for (const key of PICKUP_KEYS) {
    const time = stored[key]
    if (isString(time) && isTimeOfDay(time)) times[key] = time
  }
  return times
}

/** The card of the pick-up times in Settings: the times, and what else depends on them. */
export type PickupSettings = PickupTimes & {
  /** Families can request no drop-in for today once its pick-up time has passed. */
  no_late_drop_ins: boolean
  /** Families can give up today and past days of a registration, unless the child was here. */
  give_up_begun_days: boolean
}

/** What staff switch on and off beside the times. */
export const PICKUP_SWITCHES = {
  no_late_drop_ins: 'No drop-ins for today after the pick-up time',
  give_up_begun_days: 'Families may give up days that have begun',
} as const satisfies Record<Exclude<keyof PickupSettings, PickupKey>, string>

export const readPickupSettings = (stored: unknown): PickupSettings => ({
  ...readPickupTimes(stored),
  no_late_drop_ins: isRecord(stored) && stored.no_late_drop_ins === true,
  give_up_begun_days: !isRecord(stored) || stored.give_up_begun_days !== false,
})

/** Where none are stored. */
export const DEFAULT_PICKUP_SETTINGS = readPickupSettings(null)

/**
 * The pick-up time on a day. Staff may enter drop-ins on weekends, which have no setting: they get the latest time of
 * the week, so that nobody counts as late for lack of a setting.
 */
export function pickupTime(times: PickupTimes, day: Day, typeOfDay: DayType | null): TimeOfDay {
  if (typeOfDay === 'noon' || typeOfDay === 'early') return times.special
  const key = PICKUP_WEEKDAYS[weekday(day) - 1]
  if (key) return times[key]
  return PICKUP_WEEKDAYS.map((name) => times[name]).reduce((latest, time) => (time > latest ? time : latest))
}

const FRIDAY = 5

/** When school ends, and aftercare begins, for a child with that dismissal. */
export function dismissalTime(times: PickupTimes, day: Day, dismissal: DayType): TimeOfDay {
  if (dismissal === 'noon') return times.noon_begins
  if (dismissal === 'early') return times.early_begins
  return weekday(day) === FRIDAY ? times.regular_friday_begins : times.regular_begins
}

/** Whole minutes on the programme's clock: 5:30 is on time, 5:31 is one minute late, whatever the seconds. */
export function lateMinutes(leftAt: Date | string, time: TimeOfDay, timeZone: string): number {
  return Math.max(0, minutesInZone(new Date(leftAt), timeZone) - minutesOf(time))
}

/** "12 min late"; null if on time. */
export const lateLabel = (minutes: number): string | null => (minutes > 0 ? `${minutes} min late` : null)
