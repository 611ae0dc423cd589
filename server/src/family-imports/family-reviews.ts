import { FAMILY_FIELDS, type FamilyColumns } from '@aftercare/domain/imports/family-fields'
import { readFamilies } from '@aftercare/domain/imports/family-lines'
import { type FamilyReview, reviewFamilies } from '@aftercare/domain/imports/family-review'
import { recogniseColumns, validMapping } from '@aftercare/domain/imports/import-columns'
import type { ImportTable } from '@aftercare/domain/imports/import-table'
import type { Queryable } from '../db/client'
import type { AppContext, Services } from '../http/context'
import { findRememberedColumns, saveNewReview } from '../imports/import-reviews.queries'
import { findAccountsByEmail } from './known-accounts.queries'

export type FamilyChoices = { columns: FamilyColumns; sendInvitations: boolean }
/** What is shown: the file's lines with their state. */
export type FamilyOutcome = Pick<FamilyReview, 'lines'>

/** Reads the lines by the chosen columns and compares them with what is stored now. */
export async function reviewTable(
  db: Queryable,
  services: Pick<Services, 'config'>,
  table: ImportTable,
  { columns }: Pick<FamilyChoices, 'columns'>,
): Promise<FamilyReview> {
  const lines = readFamilies(table, columns)
  const emails = [...new Set(lines.map(({ email }) => email))]
  return reviewFamilies(lines, await findAccountsByEmail(db, services, emails))
}

/** Starts a review with the columns that were remembered for such files, else with those recognised. */
export async function startReview(c: AppContext, fileName: string, table: ImportTable): Promise<void> {
  const { db } = c.var.services
  const remembered = await findRememberedColumns(db, 'families', table)
  const columns = remembered
    ? validMapping(remembered, FAMILY_FIELDS, table.headings.length)
    : recogniseColumns(table, FAMILY_FIELDS)
  const choices: FamilyChoices = { columns, sendInvitations: false }
  const { lines } = await reviewTable(db, c.var.services, table, choices)
  const review = { file_name: fileName, contents: table, choices, outcome: { lines } }
  await saveNewReview(db, c, 'families', review)
}
