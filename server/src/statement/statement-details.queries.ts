import { NO_STATEMENT_DETAILS, type StatementDetails } from '@aftercare/domain/statement-details'
import { statementDetailsSchema } from '@aftercare/domain/statement-schemas'
import type { Queryable, Tx } from '../db/client'
import { affected, firstRow, json, sql } from '../db/sql'

export async function findStatementDetails(db: Queryable): Promise<StatementDetails> {
  const row = await firstRow<{ value: unknown }>(
    db,
    sql`select value from settings where key = 'statement_details'`,
  )
  return statementDetailsSchema.safeParse(row?.value).data ?? NO_STATEMENT_DETAILS
}

/** One save at a time, until the end of the transaction. */
export const lockStatementDetails = (tx: Tx) =>
  affected(tx, sql`select pg_advisory_xact_lock(hashtextextended('statement-details', 0))`)

export const saveStatementDetails = (tx: Tx, details: StatementDetails, at: string) =>
  affected(
    tx,
    sql`insert into settings (key, value, updated_at) values ('statement_details', ${json(details)}, ${at})
      on conflict (key) do update set value = excluded.value, updated_at = excluded.updated_at`,
  )
