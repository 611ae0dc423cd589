import type { Queryable, Tx } from '../db/client'
import { cents, execute, maybeOne, money, rows, sql } from '../db/sql'
import type { StoredPrices } from '../months/prices.queries'

export async function countActiveMonths(db: Queryable): Promise<number> {
  const row = await maybeOne<{ count: number }>(db, sql`select count(*) from months where is_active`)
  return row?.count ?? 0
}

/** Updates every published month; drafts stay as they are. Returns the previous prices of each month. */
export async function changePublishedPrices(
  tx: Tx,
  prices: { regular_price_cents: number; special_price_cents: number },
  at: string,
): Promise<(StoredPrices & { id: string })[]> {
  const months = await rows<StoredPrices & { id: string }>(
    tx,
    sql`select id, ${cents('regular_price')} as regular_price_cents, ${cents('special_price')} as special_price_cents
      from months where is_active order by id for update`,
  )
  await execute(
    tx,
    sql`update months set regular_price = ${money(prices.regular_price_cents)},
        special_price = ${money(prices.special_price_cents)}, updated_at = ${at}, version = version + 1
      where is_active`,
  )
  return months
}
