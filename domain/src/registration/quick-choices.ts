import { type Day, sortedDayNumbers, weekday } from '../lib/days'
import { type DayNeeds, selectableDays } from '../months/availability'
import { dateInMonth, dayNumbers, dayType, isOpenType, type MonthCalendar } from '../months/months'

/** Monday to Friday, numbered like `weekday`. */
export const SCHOOL_WEEKDAYS = [1, 2, 3, 4, 5] as const
export type SchoolWeekday = (typeof SCHOOL_WEEKDAYS)[number]

const isOn = (month: MonthCalendar, n: number, day: SchoolWeekday): boolean => {
  const date = dateInMonth(month, n)
  return date !== null && weekday(date) === day
}

/**
 * The days that the weekday buttons can change: those a tap could choose, without booked ones that are today or past,
 * which a single tap must not give up. Computed once for many taps.
 */
export type WeekdayChoices = {
  bookedDays: readonly number[]
  /** Days by weekday. */
  choosable: WeekdayDays
  /** Also days with seats left, but too few for the children: chosen for fewer children, they can be removed. */
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

const daysOn = (choices: WeekdayChoices, day: SchoolWeekday) => choices.choosable.get(day) ?? []

export type WeekdayState = {
  name: 'none' | 'some' | 'all' | 'disabled'
  /** How many of the choosable days are chosen, and how many there are. */
  chosen: number
  of: number
}

export function weekdayState(
  choices: WeekdayChoices,
  chosen: readonly number[],
  day: SchoolWeekday,
): WeekdayState {
  const days = daysOn(choices, day)
  const counts = { chosen: days.filter((n) => chosen.includes(n)).length, of: days.length }
  if (counts.of === 0) return { name: 'disabled', ...counts }
  if (counts.chosen === 0) return { name: 'none', ...counts }
  return { name: counts.chosen === counts.of ? 'all' : 'some', ...counts }
}

/** Chooses all choosable days of the weekday, or removes them if all were chosen. */
export function toggleWeekday(
  choices: WeekdayChoices,
  chosen: readonly number[],
  day: SchoolWeekday,
): number[] {
  if (weekdayState(choices, chosen, day).name !== 'all')
    return sortedDayNumbers([...chosen, ...daysOn(choices, day)])
  return sortedDayNumbers(chosen.filter((n) => !choices.removable.get(day)?.includes(n)))
}

/** Clear leaves booked days that are today or past. */
export function clearDays(choices: WeekdayChoices, chosen: readonly number[]): number[] {
  const choosable = new Set([...choices.choosable.values()].flat())
  return sortedDayNumbers(chosen.filter((n) => choices.bookedDays.includes(n) && !choosable.has(n)))
}

/** Whether Clear would remove anything. */
export const mayClear = (choices: WeekdayChoices, chosen: readonly number[]): boolean =>
  clearDays(choices, chosen).length < chosen.length

/** The weekdays for which a registration has at least half of the month's open days. */
export function usualWeekdays(month: MonthCalendar, bookedDays: readonly number[]): SchoolWeekday[] {
  return SCHOOL_WEEKDAYS.filter((day) => {
    const open = dayNumbers(month).filter((n) => isOn(month, n, day) && isOpenType(dayType(month, n)))
    const booked = open.filter((n) => bookedDays.includes(n)).length
    return open.length > 0 && booked * 2 >= open.length
  })
}

/** An earlier registration of one of the family's children. */
export type EarlierRegistration = { childId: string; month: MonthCalendar; days: readonly number[] }

const isEarlier = (one: MonthCalendar, other: MonthCalendar) =>
  (dateInMonth(one, 1) ?? '') < (dateInMonth(other, 1) ?? '')

/**
 * The latest earlier month for which a chosen child (or any child, if none is chosen) was registered, and the weekdays
 * on which any of them usually came. Null if there is none.
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

/** Adds the choosable days of those weekdays; removes nothing. */
export function addWeekdays(
  choices: WeekdayChoices,
  chosen: readonly number[],
  weekdays: readonly SchoolWeekday[],
): number[] {
  return sortedDayNumbers([...chosen, ...weekdays.flatMap((day) => daysOn(choices, day))])
}
