/** Days, times and instants of a school in New York, in plain arithmetic. */

/** YYYY-MM-DD */
export type Day = string
/** HH:MM */
export type Time = string

const MS_PER_DAY = 86_400_000
const MONTH_NAMES = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

const atMidnight = (day: Day): number => Date.parse(`${day}T00:00:00Z`)
const dayAt = (ms: number): Day => new Date(ms).toISOString().slice(0, 10)

export const addDays = (day: Day, count: number): Day => dayAt(atMidnight(day) + count * MS_PER_DAY)
/** 0 is Sunday. */
export const weekday = (day: Day): number => new Date(atMidnight(day)).getUTCDay()
export const isWeekend = (day: Day): boolean => [0, 6].includes(weekday(day))
export const dayOfMonth = (day: Day): number => Number(day.slice(8))
/** YYYY-MM, the key of a month. */
export const monthKeyOf = (day: Day): string => day.slice(0, 7)
export const dateIn = (monthKey: string, n: number): Day => `${monthKey}-${String(n).padStart(2, '0')}`
export const lastDayOf = (monthKey: string): Day => addDays(`${nextMonth(monthKey)}-01`, -1)
export const monthName = (monthKey: string): string => MONTH_NAMES[Number(monthKey.slice(5)) - 1] ?? ''
export const yearOf = (monthKey: string): number => Number(monthKey.slice(0, 4))

export const addMonths = (monthKey: string, count: number): string => {
  const ordinal = yearOf(monthKey) * 12 + Number(monthKey.slice(5)) - 1 + count
  return `${Math.floor(ordinal / 12)}-${String((ordinal % 12) + 1).padStart(2, '0')}`
}
const nextMonth = (monthKey: string): string => addMonths(monthKey, 1)

/** Every day number of the month. */
const daysOf = (monthKey: string): number[] =>
  Array.from({ length: dayOfMonth(lastDayOf(monthKey)) }, (_, index) => index + 1)
export const weekdaysOf = (monthKey: string): number[] =>
  daysOf(monthKey).filter((n) => !isWeekend(dateIn(monthKey, n)))

/** The nth Sunday of a month. */
const sunday = (monthKey: string, nth: number): Day => {
  const first = `${monthKey}-01`
  return addDays(first, ((7 - weekday(first)) % 7) + (nth - 1) * 7)
}

/** Clocks go forward on the second Sunday of March at 2 AM and back on the first Sunday of November at 2 AM. */
function isSummerTime(day: Day, time: Time): boolean {
  const year = day.slice(0, 4)
  const local = `${day} ${time}`
  return local >= `${sunday(`${year}-03`, 2)} 02:00` && local < `${sunday(`${year}-11`, 1)} 02:00`
}

/** The instant at which the school's clock shows this, in UTC. */
export const instantOf = (day: Day, time: Time): string =>
  new Date(`${day}T${time}:00${isSummerTime(day, time) ? '-04:00' : '-05:00'}`).toISOString()

export const minutesOf = (time: Time): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
