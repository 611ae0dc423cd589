import { pluralize } from '@aftercare/domain/lib/pluralize'

export const en = {
  id: 'time-ago' as const,
  now: 'just now',
  minutes: (count: number) => `${pluralize(count, 'minute')} ago`,
  hours: (count: number) => `${pluralize(count, 'hour')} ago`,
}
