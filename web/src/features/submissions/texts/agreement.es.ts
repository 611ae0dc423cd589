import { defaultSpanishItems } from '@aftercare/domain/site-content/default-spanish'
import type { en } from './agreement.en'

export const es = {
  id: 'default-agreement',
  items: defaultSpanishItems,
} satisfies typeof en
