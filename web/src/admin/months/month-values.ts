import { retypeDay, setDaySeats, setSeats, toggleClosedDay } from '@aftercare/domain/months/month-editing'
import {
  DAY_TYPE_LABELS,
  type DayType,
  dayNumbers,
  dayType,
  type MonthCalendar,
  mayLockDay,
} from '@aftercare/domain/months/months'
import { seatsRule } from '@aftercare/domain/months/seats'
import type { CreditChoice, FeeChoice } from '@aftercare/domain/pricing/credits'
import type { MessageWords } from '../family-messages/message-fields'

/** The prices shown to staff, and which of them they chose. */
export type PublishPrices = {
  use: 'own' | 'current'
  seen: { regular_price: number; special_price: number }
}

/** A month as flat form fields, so that two admins can edit different days without a conflict. */
export type MonthValues = {
  is_active: boolean
  publish_prices: PublishPrices | null
  /** What happens to the fees of days that this save cancels, and to the credits of those that take place after all. */
  fees: FeeChoice | null
  credits: CreditChoice | null
  /** To the families of the days that this save cancels. */
  message: MessageWords | null
  /** Null: no limit. */
  seats: number | null
} & { [day: `day ${number}`]: { type: DayType; closed: boolean } } & {
  /** Null: as many as the other days. */
  [day: `seats ${number}`]: number | null
}

export function toMonthValues(month: MonthCalendar, is_active: boolean): MonthValues {
  const values: MonthValues = {
    is_active,
    publish_prices: null,
    fees: null,
    credits: null,
    message: null,
    seats: month.seating.seats,
  }
  for (const n of dayNumbers(month)) {
    values[`day ${n}`] = { type: dayType(month, n), closed: month.closedDays.includes(n) }
    values[`seats ${n}`] = month.seating.daySeats[String(n)] ?? null
  }
  return values
}

/** The month with these values. A day that cannot be chosen is never closed. */
export function applyMonthValues(month: MonthCalendar, values: MonthValues): MonthCalendar {
  let edited = values.seats === month.seating.seats ? month : setSeats(month, values.seats)
  for (const n of dayNumbers(month)) {
    const { type, closed } = values[`day ${n}`] ?? { type: dayType(month, n), closed: false }
    const seats = values[`seats ${n}`] ?? null
    if (type !== dayType(edited, n)) edited = retypeDay(edited, n, type)
    if (closed !== edited.closedDays.includes(n) && mayLockDay(edited, n)) edited = toggleClosedDay(edited, n)
    if (seats !== (edited.seating.daySeats[String(n)] ?? null)) edited = setDaySeats(edited, n, seats)
  }
  return edited
}

/** The month with stored seats where what was typed is not valid: "3-" does not make every day full. */
export function withValidSeats(month: MonthCalendar, stored: MonthCalendar['seating']): MonthCalendar {
  const isValid = (seats: number) => seatsRule(seats) === undefined
  const { seats, daySeats } = month.seating
  const days = Object.entries(daySeats).flatMap(([n, typed]) => {
    const valid = isValid(typed) ? typed : stored.daySeats[n]
    return valid === undefined ? [] : [[n, valid] as const]
  })
  const seating = {
    ...month.seating,
    seats: seats === null || isValid(seats) ? seats : stored.seats,
    daySeats: Object.fromEntries(days),
  }
  return { ...month, seating }
}

/** The fields that an edit changed. */
export function changedValues(before: MonthValues, after: MonthValues): Partial<MonthValues> {
  const names = Object.keys(after) as (keyof MonthValues)[]
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  return Object.fromEntries(changed.map((name) => [name, after[name]])) as Partial<MonthValues>
}

/** "December 10" and "No School, closed". */
export function describeMonthValue(
  month: MonthCalendar,
  name: keyof MonthValues,
  values: MonthValues,
): readonly [label: string, text: string] {
  const [kind, n] = String(name).split(' ')
  if (kind === 'day') {
    const { type, closed } = values[`day ${Number(n)}`] ?? { type: 'regular', closed: false }
    return [`${month.monthName} ${n}`, `${DAY_TYPE_LABELS[type]}${closed ? ', closed' : ''}`]
  }
  if (n === undefined) return ['Seats per day', String(values.seats ?? 'No limit')]
  return [`Seats on ${month.monthName} ${n}`, String(values[`seats ${Number(n)}`] ?? 'Same as the month')]
}
