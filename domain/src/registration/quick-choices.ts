import { type Day, sortedDayNumbers, WEEKDAY_NAMES, weekday } from '../lib/days'
import { type DayNeeds, selectableDays } from '../months/availability'
import { dateInMonth, dayNumbers, dayType, isOpenType, type MonthCalendar } from '../months/months'

/** Monday to Friday, as `weekday` counts them. */
export const SCHOOL_WEEKDAYS = [1, 2, 3, 4, 5] as const
export type SchoolWeekday = (typeof SCHOOL_WEEKDAYS)[number]

/** "Mon" */
export const weekdayShort = (day: SchoolWeekday): string => (WEEKDAY_NAMES[day] ?? '').slice(0, 3)

const isOn = (month: MonthCalendar, n: number, day: SchoolWeekday): boolean => {
  const date = dateInMonth(month, n)
  return date !== null && weekday(date) === day
}

/**
 * What the quick choices work on: the days that a tap could choose, without the held ones that are today or past,
 * which a single press must not give up. Worked out once for many taps.
 */
export type WeekdayChoices = {
  bookedDays: readonly number[]
  /** For each weekday, its days. */
  choosable: WeekdayDays
  /** The same with the days that have a seat, but too few for the children: chosen for fewer, they can be taken out. */
  removable: WeekdayDays
}

type WeekdayDays = ReadonlyMap<SchoolWeekday, readonly number[]>

export function weekdayChoices(month: MonthCalendar, today: Day, needs: DayNeeds = {}): WeekdayChoices {
  const byWeekday = (children?: number): WeekdayDays => {
    const days = selectableDays(month, today, { ...needs, children }).filter(
      (n) => (dateInMonth(month, n) ?? '') > today,
    )
    return new Map(SCHOOL_WEEKDAYS.map((day) => [day, days.filter((n) => isOn(month, n, day))]))
  }
  const { originalDays: bookedDays = [] } = needs
  return { bookedDays, choosable: byWeekday(needs.children), removable: byWeekday() }
}

const daysOn = (field: WeekdayChoices, day: SchoolWeekday) => field.choosable.get(day) ?? []

export type WeekdayState = 'none' | 'some' | 'all' | 'disabled'

export function weekdayState(
  field: WeekdayChoices,
  chosen: readonly number[],
  day: SchoolWeekday,
): WeekdayState {
  const days = daysOn(field, day)
  if (days.length === 0) return 'disabled'
  const count = days.filter((n) => chosen.includes(n)).length
  if (count === 0) return 'none'
  return count === days.length ? 'all' : 'some'
}

/** Chooses all choosable days of the weekday, or takes them out when all were chosen. */
export function toggleWeekday(
  field: WeekdayChoices,
  chosen: readonly number[],
  day: SchoolWeekday,
): number[] {
  if (weekdayState(field, chosen, day) !== 'all') return sortedDayNumbers([...chosen, ...daysOn(field, day)])
  return sortedDayNumbers(chosen.filter((n) => !field.removable.get(day)?.includes(n)))
}

/** What Clear leaves: held days that are today or past. */
export function clearDays(field: WeekdayChoices, chosen: readonly number[]): number[] {
  const choosable = new Set([...field.choosable.values()].flat())
  return sortedDayNumbers(chosen.filter((n) => field.bookedDays.includes(n) && !choosable.has(n)))
}

/** Whether Clear would take anything out. */
export const mayClear = (field: WeekdayChoices, chosen: readonly number[]): boolean =>
  clearDays(field, chosen).length < chosen.length

/** The weekdays that a registration held on at least half of that month's open days of that weekday. */
export function usualWeekdays(month: MonthCalendar, bookedDays: readonly number[]): SchoolWeekday[] {
  return SCHOOL_WEEKDAYS.filter((day) => {
    const open = dayNumbers(month).filter((n) => isOn(month, n, day) && isOpenType(dayType(month, n)))
    const held = open.filter((n) => bookedDays.includes(n)).length
    return open.length > 0 && held * 2 >= open.length
  })
}

/** An earlier registration of one of the family's children. */
export type EarlierRegistration = { childId: string; month: MonthCalendar; days: readonly number[] }

const isEarlier = (one: MonthCalendar, other: MonthCalendar) =>
  (dateInMonth(one, 1) ?? '') < (dateInMonth(other, 1) ?? '')

/**
 * The latest month before this one for which a chosen child (or, with none chosen, any child) was registered, and
 * the weekdays that any of them usually came. Null where there is none.
 */
export function sameAsBefore(
  month: MonthCalendar,
  earlier: readonly EarlierRegistration[],
  childIds: readonly string[],
): { month: MonthCalendar; weekdays: SchoolWeekday[] } | null {
  const own = earlier.filter(
    (one) => isEarlier(one.month, month) && (childIds.length === 0 || childIds.includes(one.childId)),
  )
  const latest = own.reduce<MonthCalendar | null>(
    (found, { month }) => (found && !isEarlier(found, month) ? found : month),
    null,
  )
  if (!latest) return null
  const ofLatest = own.filter((one) => !isEarlier(one.month, latest))
  const usual = new Set(ofLatest.flatMap((one) => usualWeekdays(one.month, one.days)))
  return { month: latest, weekdays: SCHOOL_WEEKDAYS.filter((day) => usual.has(day)) }
}

/** Adds the choosable days of those weekdays; nothing is taken out. */
export function addWeekdays(
  field: WeekdayChoices,
  chosen: readonly number[],
  weekdays: readonly SchoolWeekday[],
): number[] {
  return sortedDayNumbers([...chosen, ...weekdays.flatMap((day) => daysOn(field, day))])
}
