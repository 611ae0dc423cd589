import { type Day, dayInZone, minutesInZone, utcMidnight } from './days'
import type { Language } from './language'

/** A time of day on the programme's clock, 24-hour `HH:MM`, without day or zone. */
export type TimeOfDay = string

const TIME_PATTERN = /^([01]\d|2[0-3]):([0-5]\d)$/
const MINUTE = 60_000
const MINUTES_PER_DAY = 1440

export const isTimeOfDay = (text: string): text is TimeOfDay => TIME_PATTERN.test(text)

/** Minutes since midnight: 1050 for "17:30". */
export function minutesOf(time: TimeOfDay): number {
  const match = TIME_PATTERN.exec(time)
  if (!match) throw new RangeError(`"${time}" is not a time of day`)
  return Number(match[1]) * 60 + Number(match[2])
}

export function timeOfDayFromMinutes(minutes: number): TimeOfDay {
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}

/** "5:30 PM", "5:30 p.m." */
export function formatTimeOfDay(time: TimeOfDay, language: Language = 'en'): string {
  const minutes = minutesOf(time)
  const hour = Math.floor(minutes / 60)
  const [am, pm] = language === 'en' ? ['AM', 'PM'] : ['a.m.', 'p.m.']
  return `${hour % 12 || 12}:${String(minutes % 60).padStart(2, '0')} ${hour < 12 ? am : pm}`
}

/** The time in that zone at the instant: "15:12". */
export const timeOfDayInZone = (instant: Date | string, timeZone: string): TimeOfDay =>
  timeOfDayFromMinutes(minutesInZone(new Date(instant), timeZone))

/** "3:12 PM" or "3:12 p.m." on a clock in that zone. */
export const formatTimeInZone = (
  instant: Date | string,
  timeZone: string,
  language: Language = 'en',
): string => formatTimeOfDay(timeOfDayInZone(instant, timeZone), language)

/** The zone's UTC offset at the instant, in minutes. */
function offsetMinutes(instant: Date, timeZone: string): number {
  const shown =
    utcMidnight(dayInZone(instant, timeZone)).getTime() + minutesInZone(instant, timeZone) * MINUTE
  return Math.round((shown - Math.floor(instant.getTime() / MINUTE) * MINUTE) / MINUTE)
}

/**
 * The instant of a time of day in that zone. A time that is skipped when the clocks go forward counts from midnight
 * as usual; of one that occurs twice, the first.
 */
export function instantAt(day: Day, time: TimeOfDay, timeZone: string): Date {
  const shown = utcMidnight(day).getTime() + minutesOf(time) * MINUTE
  /** With the offset of the day before or after, between which the clocks may change. */
  const withOffsetOf = (days: -1 | 1) => {
    const nearby = new Date(shown + days * MINUTES_PER_DAY * MINUTE)
    return new Date(shown - offsetMinutes(nearby, timeZone) * MINUTE)
  }
  const instant = withOffsetOf(-1)
  if (isShown(instant, day, time, timeZone)) return instant
  const changed = withOffsetOf(1)
  return isShown(changed, day, time, timeZone) ? changed : instant
}

const isShown = (instant: Date, day: Day, time: TimeOfDay, timeZone: string) =>
  dayInZone(instant, timeZone) === day && timeOfDayInZone(instant, timeZone) === time

/** What people see and type has no seconds. */
export const isSameMinute = (a: Date | string, b: Date | string): boolean =>
  Math.floor(new Date(a).getTime() / MINUTE) === Math.floor(new Date(b).getTime() / MINUTE)
