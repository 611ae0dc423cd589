import { formatWeekdayDate } from '../lib/dates-format'
import { isolate } from '../lib/isolate'
import { formatTimeOfDay } from '../lib/time-of-day'
import type { AbsenceRejection } from './absence'
import { CANCELLED_TODAY } from './attendance'

export function absenceErrorMessage({ reason, child, day, pickupTime }: AbsenceRejection): string {
  const messages: Record<typeof reason, string> = {
    not_booked: `${isolate(child)} is not booked for ${day ? formatWeekdayDate(day) : 'today'}.`,
    cancelled: day ? `Aftercare is cancelled on ${formatWeekdayDate(day)}.` : `${CANCELLED_TODAY}.`,
    arrived: `${isolate(child)} has already arrived.`,
    picked_up: `${isolate(child)} has already been picked up.`,
    too_late: day
      ? `${formatWeekdayDate(day)} has passed.`
      : `It's past the ${formatTimeOfDay(pickupTime)} pick-up time.`,
    marked_by_staff: 'Aftercare staff marked this. Please contact them to change it.',
  }
  return messages[reason]
}
