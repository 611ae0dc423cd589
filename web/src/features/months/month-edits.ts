import { monthIndexOf } from '@aftercare/domain/days'
import { retypeDay, toggleClosedDay } from '@aftercare/domain/month-editing'
import {
  DAY_TYPE_LABELS,
  type DayType,
  dayNumbers,
  dayType,
  type MonthCalendar,
  mayLockDay,
} from '@aftercare/domain/months'

/** What somebody did to a month, day by day: enough to do it again on a month that has changed since. */
export type MonthEdits = ReadonlyMap<number, { type?: DayType; closed?: boolean }>

export function diffMonth(from: MonthCalendar, to: MonthCalendar): MonthEdits {
  const edits = new Map<number, { type?: DayType; closed?: boolean }>()
  for (const n of dayNumbers(from)) {
    const type = dayType(to, n)
    const closed = to.closedDays.includes(n)
    const edit = {
      ...(type !== dayType(from, n) && { type }),
      ...(closed !== from.closedDays.includes(n) && { closed }),
    }
    if (Object.keys(edit).length > 0) edits.set(n, edit)
  }
  return edits
}

/** The same edits on another state of the month; a lock finds no hold on a day that cannot be chosen by now. */
export function applyEdits(month: MonthCalendar, edits: MonthEdits): MonthCalendar {
  let edited = month
  for (const [n, { type, closed }] of edits) {
    if (type !== undefined) edited = retypeDay(edited, n, type)
    const isClosed = edited.closedDays.includes(n)
    if (closed !== undefined && closed !== isClosed && mayLockDay(edited, n))
      edited = toggleClosedDay(edited, n)
  }
  return edited
}

/** One line per day: "December 10: No School" or "December 11: closed". */
export function describeEdits(month: MonthCalendar, edits: MonthEdits): string[] {
  if (monthIndexOf(month.monthName) === null) return []
  return [...edits].map(([n, { type, closed }]) => {
    const words = [
      type !== undefined && DAY_TYPE_LABELS[type],
      closed !== undefined && (closed ? 'closed' : 'reopened'),
    ].filter(Boolean)
    return `${month.monthName} ${n}: ${words.join(', ')}`
  })
}

/** The days that both touched; there the edits put on top win. */
export function sharedDays(one: MonthEdits, other: MonthEdits): number[] {
  return [...one.keys()].filter((n) => other.has(n))
}
