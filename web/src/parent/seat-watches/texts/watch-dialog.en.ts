import { formatWeekdayDate } from '@aftercare/domain/lib/dates-format'
import type { Day } from '@aftercare/domain/lib/days'

export const en = {
  id: 'watch-dialog' as const,
  date: (day: Day) => formatWeekdayDate(day),
  dateIsFull: (day: Day) => `${formatWeekdayDate(day)} is full`,
  full: "This day is full. We can email you once if a seat opens, but we can't hold it.",
  watched: "We'll email you once when a seat opens, but we can't hold it for you.",
  seatOpened: 'A seat just opened on this day. You can choose it now.',
  monthNotOpen: "This day is full, and this month isn't open for new registrations right now.",
  notChoosable: 'This day can no longer be chosen.',
  back: 'Back to the calendar',
  watch: 'Tell me when a seat opens',
  stop: 'Stop telling me',
  failed: "We couldn't save your request. Please try again.",
}
