import { NO_STATEMENT_DETAILS, type StatementDetails } from '@aftercare/domain/statement/statement-details'
import { statementDetailsSchema } from '@aftercare/domain/statement/statement-schemas'
import type { Queryable } from '../db/client'
import { findSetting } from '../db/settings'

export const readStatementDetails = (stored: unknown): StatementDetails =>
  statementDetailsSchema.safeParse(stored).data ?? NO_STATEMENT_DETAILS

export const findStatementDetails = async (db: Queryable): Promise<StatementDetails> =>
  readStatementDetails(await findSetting(db, 'statement_details'))
