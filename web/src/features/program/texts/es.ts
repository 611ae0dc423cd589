import { pluralize } from '@aftercare/domain/lib/pluralize'
import type { en } from './en'

export const es = {
  id: 'time-ago',
  now: 'hace un momento',
  minutes: (count) => `hace ${pluralize(count, 'minuto')}`,
  hours: (count) => `hace ${pluralize(count, 'hora')}`,
} satisfies typeof en
