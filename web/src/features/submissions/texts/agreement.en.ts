import { defaultAgreementItems } from '@aftercare/domain/site-content/agreements'

export const en = {
  id: 'default-agreement' as const,
  items: defaultAgreementItems,
}
