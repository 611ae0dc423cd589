import type { Audience } from '@aftercare/domain/family-messages/audiences'
import type { MessageWords } from './message-fields'

/** Who is written to; a month only for its families. */
export type To = { audience: Audience; month_id: string | null }
export type AudienceDraft = MessageWords & To

export const sentTo = ({ audience, month_id }: To) =>
  audience === 'month' ? { audience, month_id: month_id ?? undefined } : { audience }
