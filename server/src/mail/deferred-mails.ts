import type { childChanges } from '@aftercare/domain/children/child-changes'
import type { SubmissionRow } from '../db/tables'
import type { FamilyEvent } from './mail'

/** A child before staff changed its details. */
export type ChangedChild = Parameters<typeof childChanges>[0] & { id: string; parent_id: string }

/** What mails are about that could not be composed with the change that caused them. */
export type DeferredMails =
  | { about: 'submissions'; ids: string[]; sentBy: string | null }
  | {
      about: 'edit'
      id: string
      before: Pick<SubmissionRow, 'selected_days' | 'total_fee_cents'>
      changedBy: string | null
      sentBy: string | null
    }
  | { about: 'family-event'; id: string; event: FamilyEvent }
  | { about: 'cancel-request'; id: string; text: string; sentBy: string | null }
  | { about: 'child'; before: ChangedChild }
