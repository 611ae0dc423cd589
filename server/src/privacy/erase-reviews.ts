import {
  type ErasedFamily,
  eraseFamilyLines,
  erasePaymentLines,
} from '@aftercare/domain/imports/erased-lines'
import type { Tx } from '../db/client'
import { execute, rows, sql, toJson } from '../db/sql'
import type { FamilyChoices, FamilyOutcome } from '../family-imports/family-reviews'
import type { Services } from '../http/context'
import type { ImportReview } from '../imports/import-reviews.queries'
import type { PaymentChoices, PaymentOutcome } from '../payment-imports/payment-reviews'
import type { Family } from './family.queries'

type StoredReview =
  | ({ kind: 'payments' } & ImportReview<PaymentChoices, PaymentOutcome>)
  | ({ kind: 'families' } & ImportReview<FamilyChoices, FamilyOutcome>)

/**
 * Takes the family's lines out of the files that staff are reviewing, whose other lines and choices stay. Of somebody who
 * joined a family, only the cells that name them: the line is that family's. The version changes: an import of what was
 * shown before names the lines that were taken out instead.
 */
export async function eraseReviews(
  tx: Tx,
  { id, emails }: Family,
  { clock }: Pick<Services, 'clock'>,
): Promise<void> {
  await execute(tx, sql`delete from import_reviews where account_id = ${id}`)
  const named = await rows<{ name: string }>(
    tx,
    sql`select full_name as name from profiles where id = ${id}
      union select name from children where parent_id = ${id}`,
  )
  const joined = await rows<{ id: string }>(
    tx,
    sql`select distinct row_id as id from audit_log where table_name = 'profiles' and action = 'family.join'
      and detail ->> 'member_id' = ${id}`,
  )
  const family = {
    id,
    emails,
    names: named.map(({ name }) => name),
    joinedIds: joined.map((row) => row.id),
  }
  const reviews = await rows<StoredReview>(
    tx,
    sql`select id, kind, contents, choices, outcome, version from import_reviews order by id for update`,
  )
  for (const review of reviews) {
    const left = withoutFamily(review, family, clock)
    if (!left) continue
    const { contents, choices, outcome } = { ...review, ...left }
    await execute(
      tx,
      sql`update import_reviews set contents = ${toJson(contents)}, choices = ${toJson(choices)},
        outcome = ${toJson(outcome)}, version = version + 1 where id = ${review.id}`,
    )
  }
}

const withoutFamily = (review: StoredReview, family: ErasedFamily, clock: Services['clock']) =>
  review.kind === 'payments'
    ? erasePaymentLines(review, family, clock.today())
    : eraseFamilyLines(review, family)
