import { eraseFamilyLines } from '@aftercare/domain/imports/erased-lines'
import {
  FAMILY_FIELDS,
  type FamilyColumns,
  recogniseFamilyColumns,
} from '@aftercare/domain/imports/family-fields'
import { familyHeadingKey } from '@aftercare/domain/imports/family-headings'
import { type FamilyLine, readFamilies } from '@aftercare/domain/imports/family-lines'
import {
  familyReviewChanges,
  familyTotals,
  importedChildren,
  importedFamilies,
  isImported,
  type ReviewedFamilyLine,
  reviewFamilies,
} from '@aftercare/domain/imports/family-review'
import { firstValues, undecidedColumns } from '@aftercare/domain/imports/import-columns'
import { isTotals } from '@aftercare/domain/imports/import-table'
import type { Tx } from '../db/client'
import { execute, rows, sql } from '../db/sql'
import { AppError } from '../errors'
import { findInvited } from '../family/second-adults'
import { accountOf } from '../http/route'
import type { ImportKind } from '../imports/import-kind'
import { createFamilies, insertFamilyImport } from './create-families'
import { findAccountsByEmail } from './known-accounts.queries'

export type FamilyChoices = { columns: FamilyColumns; unused?: number[]; sendInvitations: boolean }
export type FamilyOutcome = {
  lines: ReviewedFamilyLine[]
  /** Of each column. Missing in a review that an older version began. */
  firstValues?: string[][]
}
type ImportedCounts = { families: number; children: number; invitations: number }

/** Families from the list of a school office. */
export const FAMILY_IMPORT: ImportKind<FamilyChoices, FamilyOutcome, ImportedCounts> = {
  name: 'families',
  lock: 'family imports',
  fields: FAMILY_FIELDS,
  headingKey: familyHeadingKey,
  recognise: recogniseFamilyColumns,
  isFooter: isTotals,
  initialChoices: { unused: [], sendInvitations: false },
  async review(db, services, contents, { columns }) {
    const lines = readFamilies(contents, columns)
    const emails = emailsIn(lines)
    const accounts = await findAccountsByEmail(db, services, emails)
    const invited = await findInvited(db, emails, services.clock.now())
    return {
      lines: reviewFamilies(lines, accounts, invited),
      firstValues: contents.headings.map((_, column) => firstValues(contents, column)),
    }
  },
  assertDecided({ columns, unused }, { headings }) {
    const open = undecidedColumns(headings, columns, unused)
    if (open.length > 0)
      throw new AppError('import-columns-open', { columns: open.map((column) => headings[column] ?? '') })
  },
  isImported,
  lockFor: (tx, _, lines) => lockProfiles(tx, emailsIn(lines)),
  changes: familyReviewChanges,
  erase: eraseFamilyLines,
  async write(tx, c, { file_name, choices: { sendInvitations }, outcome: { lines } }) {
    const { services, viewer } = c.var
    const families = importedFamilies(lines)
    const counts = { families: families.length, children: importedChildren(familyTotals(lines)) }
    const importId = await insertFamilyImport(tx, services, accountOf(c).id, { ...counts, file_name })
    const invitations = await createFamilies(tx, services, viewer, families, { importId, sendInvitations })
    return { ...counts, invitations }
  },
}

const emailsIn = (lines: readonly Pick<FamilyLine, 'email' | 'second'>[]) => [
  ...new Set(lines.flatMap(({ email, second }) => [email, ...(second ? [second.email] : [])])),
]

/** None of these families changes its children until the transaction ends, nor does one of these adults join another. */
async function lockProfiles(tx: Tx, emails: readonly string[]): Promise<void> {
  const accounts = await rows<{ id: string }>(
    tx,
    sql`select id from accounts where email = any(${emails}::text[]) order by id for no key update`,
  )
  const ids = accounts.map(({ id }) => id)
  await execute(
    tx,
    sql`select from profiles where id = any(${ids}::uuid[])
        or id in (select parent_id from family_members where member_id = any(${ids}::uuid[]))
      order by id for no key update`,
  )
}
