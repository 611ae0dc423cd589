import { type FeedTexts, feedTexts } from '@aftercare/domain/calendar-feed/calendar-feed'
import type { Language } from '@aftercare/domain/lib/language'
import { es as dayTypes } from '@aftercare/domain/months/texts/day-types.es'

/** Of the events; the browser never shows them. */
export const FEED_TEXTS: Readonly<Record<Language, FeedTexts>> = {
  en: feedTexts,
  es: {
    dayTypes: dayTypes.dayTypes,
    cancelledLabel: dayTypes.cancelled,
    dropIn: 'Día suelto',
    aftercare: 'Cuidado después de clases',
    cancelled: 'cancelado',
  },
}
