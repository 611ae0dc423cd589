import { pluralize } from '@aftercare/domain/lib/pluralize'

export const formatDayCount = (count: number) => pluralize(count, 'day')
