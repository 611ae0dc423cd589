import type { ErasedFamily } from '@aftercare/domain/imports/erased-lines'
import type { Tx } from '../db/client'
import { execute, rows, sql, toJson } from '../db/sql'
import { FAMILY_IMPORT } from '../family-imports/import-families'
import type { Services } from '../http/context'
import type { ImportKind, ImportReview, ReviewChoices, ReviewOutcome } from '../imports/import-kind'
import { PAYMENT_IMPORT } from '../payment-imports/import-payments'
import type { Family } from './family.queries'

type Context = Pick<Services, 'clock' | 'config'>

/**
 * Takes the family's lines out of the files that staff are reviewing, whose other lines and choices stay. Of somebody who
 * joined a family, only the cells that name them: the line is that family's. The version changes: an import of what was
 * shown before names the lines that were taken out instead.
 */
export async function eraseReviews(
  tx: Tx,
  { id, emails, guestSubmissionIds }: Family,
  services: Context,
): Promise<void> {
  await execute(tx, sql`delete from import_reviews where account_id = ${id}`)
  const named = await rows<{ name: string }>(
    tx,
    sql`select full_name as name from profiles where id = ${id}
      union select name from children where parent_id = ${id}
      union select unnest(array[guest_parent_name, guest_child_name]) from submissions
        where id = any(${guestSubmissionIds}::uuid[])`,
  )
  const joined = await rows<{ id: string }>(
    tx,
    sql`select distinct row_id as id from audit_log where action = 'family.join' and actor_id = ${id}`,
  )
  const family = {
    id,
    emails,
    names: named.map(({ name }) => name),
    joinedIds: joined.map((row) => row.id),
  }
  await eraseLinesOf(tx, PAYMENT_IMPORT, family, services)
  await eraseLinesOf(tx, FAMILY_IMPORT, family, services)
}

async function eraseLinesOf<Choices extends ReviewChoices, Outcome extends ReviewOutcome>(
  tx: Tx,
  kind: ImportKind<Choices, Outcome>,
  family: ErasedFamily,
  services: Context,
): Promise<void> {
  const reviews = await rows<ImportReview<Choices, Outcome>>(
    tx,
    sql`select id, contents, choices, outcome, version from import_reviews where kind = ${kind.name}
      order by id for update`,
  )
  for (const review of reviews) {
    const left = kind.erase(review, family, services.clock.today())
    if (!left) continue
    const outcome = await kind.review(tx, services, left.contents, left.choices)
    await execute(
      tx,
      sql`update import_reviews set contents = ${toJson(left.contents)}, choices = ${toJson(left.choices)},
        outcome = ${toJson(outcome)}, version = version + 1 where id = ${review.id}`,
    )
  }
}
