import { balanceDue } from '@aftercare/domain/payments/balances'
import { z } from '@hono/zod-openapi'
import type { Queryable } from '../db/client'
import { cents, maybeOne, prepared, type Sql, sql } from '../db/sql'
import { centsToDollars } from '../http/cents-to-dollars'

const shownSetting = sql`from settings where key = 'family_balances' and value = 'true'`

/** Whether families see what they owe. */
export const balancesShown = sql`exists (select ${shownSetting})`

/** The family's Balance Due, as on its page for staff; null while families do not see it. */
export const balanceRow = z
  .object({
    balance_due: z.number(),
    /** Payments that are not applied to a registration or drop-in; they count in the balance. */
    general_payments: z.number(),
  })
  .nullable()

export type BalanceSums = { billed_cents: number; paid_cents: number; general_cents: number }

/** One row, none while families do not see what they owe. */
export const balanceStatement = (parentId: string): Sql =>
  sql`select (select ${cents(sql`coalesce(sum(total_fee) filter (where billed_status = 'billed'), 0)`)}
        from submissions where parent_id = ${parentId}) as billed_cents,
      (select ${cents(sql`coalesce(sum(amount), 0)`)} from payments where parent_id = ${parentId}) as paid_cents,
      (select ${cents(sql`coalesce(sum(amount) filter (where submission_id is null), 0)`)}
        from payments where parent_id = ${parentId}) as general_cents
    ${shownSetting}`

/** Whether the family of profile `p` has a Balance Due above 0. */
export const hasBalanceDue = sql`(select coalesce(sum(total_fee) filter (where billed_status = 'billed'), 0)
    from submissions where parent_id = p.id) > (select coalesce(sum(amount), 0) from payments where parent_id = p.id)`

export function serializeBalance(sums: BalanceSums | null): z.infer<typeof balanceRow> {
  if (!sums) return null
  const { billed_cents, paid_cents, general_cents } = sums
  return {
    balance_due: centsToDollars(balanceDue(billed_cents, paid_cents).balanceCents),
    general_payments: centsToDollars(general_cents),
  }
}

export const findBalance = async (db: Queryable, parentId: string) =>
  serializeBalance(await maybeOne<BalanceSums>(db, prepared('own-balance', balanceStatement(parentId))))
