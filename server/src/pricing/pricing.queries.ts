import { isSamePrices } from '@aftercare/domain/pricing/fees'
import type { Tx } from '../db/client'
import { cents, execute, money, rows, sql } from '../db/sql'
import { pricesOf, type StoredPrices } from '../months/prices.queries'

type PricedMonth = StoredPrices & { id: string }

/**
 * Writes every published month that has other prices; drafts and the others stay as they are. Returns the previous prices
 * of those written.
 */
export async function changePublishedPrices(
  tx: Tx,
  prices: { regular_price_cents: number; special_price_cents: number },
  at: string,
): Promise<PricedMonth[]> {
  const months = await rows<PricedMonth>(
    tx,
    sql`select id, ${cents('regular_price')} as regular_price_cents, ${cents('special_price')} as special_price_cents
      from months where is_active order by id for update`,
  )
  const changed = months.filter((month) => !isSamePrices(pricesOf(month), pricesOf(prices)))
  if (changed.length === 0) return []
  await execute(
    tx,
    sql`update months set regular_price = ${money(prices.regular_price_cents)},
        special_price = ${money(prices.special_price_cents)}, updated_at = ${at}, version = version + 1
      where id = any(${changed.map(({ id }) => id)}::uuid[])`,
  )
  return changed
}
