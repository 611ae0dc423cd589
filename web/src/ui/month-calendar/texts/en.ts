import { formatDayOfMonth, weekdayName } from '@aftercare/domain/lib/dates-format'
import { dayOf } from '@aftercare/domain/lib/days'
import { en as dayTypes } from '@aftercare/domain/months/texts/day-types.en'

export const en = {
  ...dayTypes,
  id: 'calendar' as const,
  // Any leap year: the weekday is the real one.
  date: (weekday: number, monthIndex: number, day: number) =>
    `${weekdayName(weekday)}, ${formatDayOfMonth(dayOf(2000, monthIndex, day))}`,
  today: 'today',
  closedDay: 'closed',
  wasHere: 'Was here',
  watched: 'waiting for a seat',
  states: {
    removed: 'removed',
    added: 'selected, added',
    original: 'selected, original day',
    selected: 'selected',
  },
  legend: 'Legend',
  selected: 'Selected',
  originalDay: 'Original day',
  removedDay: 'Removed',
}
