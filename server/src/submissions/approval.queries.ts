import { readDropInApproval } from '@aftercare/domain/drop-ins/approval-setting'
import { waitForApproval } from '@aftercare/domain/drop-ins/approvals'
import type { Queryable, Tx } from '../db/client'
import { findSetting } from '../db/settings'
import type { NewSubmission } from './submissions.queries'

export const dropInsNeedApproval = async (db: Queryable): Promise<boolean> =>
  readDropInApproval(await findSetting(db, 'drop_in_approval')).required

/** What a family or guest requested, as it is stored: waiting, if drop-ins need approval now. */
export const asRequested = async (tx: Tx, dropIns: NewSubmission[]): Promise<NewSubmission[]> =>
  (await dropInsNeedApproval(tx))
    ? dropIns.map((values) => ({ ...values, ...waitForApproval(values.total_fee_cents) }))
    : dropIns
