import { desc, eq, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../db/client'
import { months, settings } from '../db/schema'
import { findDefaultPrices } from '../months/months.admin.queries'

export type Prices = { regular_price_cents: number | null; special_price_cents: number | null }

/** The newest published month's prices; while none is published, the saved defaults. */
export async function findCurrentPrices(db: Queryable): Promise<Prices> {
  const [newest] = await db
    .select({
      regular_price_cents: months.regular_price_cents,
      special_price_cents: months.special_price_cents,
    })
    .from(months)
    .where(eq(months.is_active, true))
    .orderBy(desc(months.created_at), desc(months.id))
    .limit(1)
  return newest ?? findDefaultPrices(db)
}

export async function countActiveMonths(db: Queryable): Promise<number> {
  return db.$count(months, eq(months.is_active, true))
}

/** One save of the prices at a time, until the end of the transaction. */
export const lockPrices = (tx: Tx) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('prices', 0))`)

/** Every published month gets the prices, drafts stay as they are, and new months will start with them. */
export async function savePrices(
  tx: Tx,
  prices: { regular_price: string; special_price: string },
  cents: Prices,
  at: string,
) {
  const updated = await tx
    .update(months)
    .set({ ...cents, updated_at: at, version: sql`${months.version} + 1` })
    .where(eq(months.is_active, true))
    .returning({ id: months.id })
  await tx
    .insert(settings)
    .values({ key: 'default_prices', value: prices, updated_at: at })
    .onConflictDoUpdate({ target: settings.key, set: { value: prices, updated_at: at } })
  return updated.length
}
