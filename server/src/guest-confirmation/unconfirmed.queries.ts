import type { Queryable, Tx } from '../db/client'
import { execute, maybeOne, rows, sql } from '../db/sql'
import type { UnconfirmedSubmissionRow } from '../db/tables'
import { insertInto } from '../db/write'
import { hashSecret } from '../secrets'

const columns = sql`id, month_id, selected_days, dropin_date, submission, created_at, expires_at, outcome`

export type Unconfirmed = Omit<UnconfirmedSubmissionRow, 'token_hash' | 'guest_key'>

export const insertUnconfirmed = (tx: Tx, values: Omit<UnconfirmedSubmissionRow, 'outcome'>) =>
  execute(tx, insertInto('unconfirmed_submissions', [values]))

export const findUnconfirmed = (db: Queryable, secret: string): Promise<Unconfirmed | null> =>
  maybeOne<Unconfirmed>(
    db,
    sql`select ${columns} from unconfirmed_submissions where token_hash = ${hashSecret(secret)}`,
  )

/** The month is locked by the caller: how it ends changes the seats. */
export const lockUnconfirmed = (tx: Tx, id: string): Promise<Unconfirmed | null> =>
  maybeOne<Unconfirmed>(tx, sql`select ${columns} from unconfirmed_submissions where id = ${id} for update`)

export const listExpired = (db: Queryable, now: Date) =>
  rows<Pick<UnconfirmedSubmissionRow, 'id' | 'month_id' | 'dropin_date'>>(
    db,
    sql`select id, month_id, dropin_date from unconfirmed_submissions
      where outcome is null and expires_at <= ${now.toISOString()} order by expires_at, id limit 500`,
  )

/** What was sent is forgotten; how it ended is known to whoever still has the link. */
export const endUnconfirmed = (tx: Tx, id: string, outcome: UnconfirmedSubmissionRow['outcome']) =>
  execute(
    tx,
    sql`update unconfirmed_submissions set outcome = ${outcome}, submission = null, guest_key = null
      where id = ${id} and outcome is null`,
  )
