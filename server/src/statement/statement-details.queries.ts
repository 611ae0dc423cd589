import { NO_STATEMENT_DETAILS, type StatementDetails } from '@aftercare/domain/statement/statement-details'
import { statementDetailsSchema } from '@aftercare/domain/statement/statement-schemas'
import type { Queryable } from '../db/client'
import { findSetting } from '../db/settings'

export async function findStatementDetails(db: Queryable): Promise<StatementDetails> {
  const stored = await findSetting(db, 'statement_details')
  return statementDetailsSchema.safeParse(stored).data ?? NO_STATEMENT_DETAILS
}
