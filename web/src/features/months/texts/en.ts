import { pluralize } from '@aftercare/domain/lib/pluralize'

export const en = {
  id: 'day-choices' as const,
  everyWeek: 'Every week',
  sameAs: (monthName: string) => `Same as ${monthName}`,
  some: (chosen: number, of: number) => `${chosen} of ${of}`,
  selectAll: (of: number) => `Select all ${of}`,
  clear: 'Clear',
  chosen: (days: number, fee: string) => `${pluralize(days, 'day')}, ${fee} per child`,
  earlierFailed: "We couldn't load your earlier registrations.",
  watchesFailed: "We couldn't load the days you're waiting for.",
  dayNotAvailable: 'Day Not Available',
}
