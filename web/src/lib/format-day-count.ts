import type { Language } from '@aftercare/domain/lib/language'
import { pluralize } from '@aftercare/domain/lib/pluralize'

/** "9 days", "9 días" */
export const formatDayCount = (count: number, language: Language = 'en') =>
  pluralize(count, language === 'en' ? 'day' : 'día')
