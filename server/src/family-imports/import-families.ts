import { familyReviewChanges, familyTotals, importedChildren } from '@aftercare/domain/imports/family-review'
import { acquireAdvisoryLock } from '../db/advisory-lock'
import type { Tx } from '../db/client'
import { execute, rows, sql } from '../db/sql'
import { AppError } from '../errors'
import type { AppContext } from '../http/context'
import {
  changesSinceShown,
  lockReview,
  rememberColumns,
  removeReview,
  updateReview,
} from '../imports/import-reviews.queries'
import { createFamilies } from './create-families'
import { type FamilyChoices, type FamilyOutcome, reviewTable } from './family-reviews'

/**
 * Creates the families and children that the review shows, or nothing. They are locked before the lines are compared
 * once more, so that what is written is what was shown. If anything differs, nothing is written but the new outcome, for
 * staff to look at again.
 */
export async function importFamilies(
  tx: Tx,
  c: AppContext,
  { id, version }: { id: string; version: number },
): Promise<{ families: number; children: number; invitations: number } | { changes: string }> {
  const { services, viewer } = c.var
  await acquireAdvisoryLock(tx, 'family imports')
  const review = await lockReview<FamilyChoices, FamilyOutcome>(tx, c, 'families', id)
  if (review.version !== version) return { changes: changesSinceShown(review, version) }
  await lockProfiles(
    tx,
    review.outcome.lines.map(({ email }) => email),
  )
  const { families, ...outcome } = await reviewTable(tx, services, review.contents, review.choices)
  const changes = familyReviewChanges(review.outcome.lines, outcome.lines)
  if (changes !== null) {
    await updateReview(tx, services, id, { choices: review.choices, outcome })
    return { changes }
  }
  if (families.length === 0) throw new AppError('import-empty')
  const invitations = await createFamilies(tx, services, viewer, families, review.choices.sendInvitations)
  await rememberColumns(tx, services, 'families', review.contents, review.choices.columns)
  await removeReview(tx, c, 'families', id)
  return { families: families.length, children: importedChildren(familyTotals(outcome.lines)), invitations }
}

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
