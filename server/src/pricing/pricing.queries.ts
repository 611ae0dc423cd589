import type { Queryable, Tx } from '../db/client'
import { saveSetting } from '../db/settings'
import { affected, firstRow, money, rows, sql } from '../db/sql'
import { findDefaultPrices } from '../months/months.admin.queries'

export type Prices = { regular_price_cents: number | null; special_price_cents: number | null }

/** The newest published month's prices; while none is published, the saved defaults. */
export async function findCurrentPrices(db: Queryable): Promise<Prices> {
  const newest = await firstRow<Prices>(
    db,
    sql`select regular_price as regular_price_cents, special_price as special_price_cents
      from months where is_active order by created_at desc, id desc limit 1`,
  )
  return newest ?? findDefaultPrices(db)
}

export async function countActiveMonths(db: Queryable): Promise<number> {
  const row = await firstRow<{ count: number }>(db, sql`select count(*) from months where is_active`)
  return row?.count ?? 0
}

/** What every published month costs until now. */
export const lockActivePrices = (tx: Tx) =>
  rows<Prices & { id: string }>(
    tx,
    sql`select id, regular_price as regular_price_cents, special_price as special_price_cents
      from months where is_active order by id for update`,
  )

/** Every published month gets the prices, drafts stay as they are, and new months will start with them. */
export async function savePrices(
  tx: Tx,
  prices: { regular_price: string; special_price: string },
  cents: { regular_price_cents: number; special_price_cents: number },
  at: string,
): Promise<number> {
  const updated = await affected(
    tx,
    sql`update months set regular_price = ${money(cents.regular_price_cents)},
        special_price = ${money(cents.special_price_cents)}, updated_at = ${at}, version = version + 1
      where is_active`,
  )
  await saveSetting(tx, 'default_prices', prices, at)
  return updated
}
