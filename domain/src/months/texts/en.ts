import { formatLongDate, formatMonth, formatWeekdayDate } from '../../lib/dates-format'
import type { Day } from '../../lib/days'

const dayIs = (rest: string) => (day: Day) => `${formatWeekdayDate(day)} ${rest}`

export const en = {
  id: 'availability' as const,
  seatsLeft: (free: number) => `${free} left`,
  tooFewSeats: (children: number) => `too few for ${children} children`,
  dropIn: 'Drop-in',
  today: 'Today',
  tomorrow: 'Tomorrow',
  dropInDay: (day: Day) => `(${formatLongDate(day)})`,
  noDropInDay: (day: Day) => `(${formatLongDate(day)}) - Aftercare Not Available`,
  dayErrors: {
    weekend: dayIs('is on a weekend, when there is no aftercare.'),
    past: dayIs('has passed and can no longer be chosen.'),
    today: dayIs('is today and can no longer be chosen. You can request a drop-in instead.'),
    closed: dayIs('is closed to new registrations. Please choose another day.'),
    full: dayIs('is full. Please choose another day.'),
    unavailable: dayIs("isn't available for aftercare. Please choose another day."),
    no_school: dayIs('has no school. Please choose another day.'),
    cancelled: dayIs('is cancelled. Please choose another day.'),
    repeated: dayIs('was chosen more than once.'),
    cancelled_stays: dayIs("was cancelled, so it can't be removed."),
    not_full: dayIs("isn't full, so there's no seat to wait for."),
  },
  yourChild: 'Your child',
  attendedStays: (child: string, day: Day) =>
    `${child} was here on ${formatWeekdayDate(day)}, so this day stays.`,
  hasDropIn: (child: string, day: Day) =>
    `${child} already has a drop-in on ${formatWeekdayDate(day)}. Please leave that day out.`,
  begunStays: 'Days that have begun stay. Please ask the office.',
  fewSeats: (day: Day, free: number) =>
    `Only ${free} ${free === 1 ? 'seat is' : 'seats are'} left on ${formatWeekdayDate(day)}.`,
  notInMonth: (monthName: string, year: number, n: number) =>
    `${formatMonth(monthName, year)} has no day ${n}.`,
}
