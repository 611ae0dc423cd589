import { isDeepStrictEqual } from 'node:util'
import { toCents } from '@aftercare/domain/lib/money'
import {
  DEFAULT_REGULAR_PRICE_CENTS,
  DEFAULT_SPECIAL_PRICE_CENTS,
  type Prices,
} from '@aftercare/domain/pricing/fees'
import { z } from '@hono/zod-openapi'
import type { Queryable, Tx } from '../db/client'
import { findSetting } from '../db/settings'
import { cents, execute, rows, sql } from '../db/sql'

export type StoredPrices = { regular_price_cents: number | null; special_price_cents: number | null }

/** As the rules use them. */
export const pricesOf = (stored: StoredPrices): Prices => ({
  regularPriceCents: stored.regular_price_cents,
  specialPriceCents: stored.special_price_cents,
})

const PROGRAMME_PRICES = {
  regular_price_cents: DEFAULT_REGULAR_PRICE_CENTS,
  special_price_cents: DEFAULT_SPECIAL_PRICE_CENTS,
}

const savedPrices = z
  .object({
    regular_price: z.union([z.string(), z.number()]).transform(toCents),
    special_price: z.union([z.string(), z.number()]).transform(toCents),
  })
  .transform(({ regular_price, special_price }) => ({
    regular_price_cents: regular_price,
    special_price_cents: special_price,
  }))

const findSavedPrices = async (db: Queryable): Promise<StoredPrices | undefined> =>
  savedPrices.safeParse(await findSetting(db, 'default_prices')).data

/** The newest month first. */
export const findPublishedPrices = (db: Queryable): Promise<StoredPrices[]> =>
  rows<StoredPrices>(
    db,
    sql`select ${cents('regular_price')} as regular_price_cents, ${cents('special_price')} as special_price_cents
      from months where is_active order by created_at desc, id desc`,
  )

/** The prices of a new month: the saved defaults, else the built-in ones. */
export const findDefaultPrices = async (db: Queryable): Promise<StoredPrices> =>
  (await findSavedPrices(db)) ?? PROGRAMME_PRICES

/**
 * The different prices on the Pricing tab: those of the published months, the newest first, or if none is published, those
 * of a new month.
 */
export async function findShownPrices(db: Queryable): Promise<[StoredPrices, ...StoredPrices[]]> {
  const [newest = await findDefaultPrices(db), ...others] = await findPublishedPrices(db)
  const shown: [StoredPrices, ...StoredPrices[]] = [newest]
  for (const prices of others) if (!shown.some((one) => isDeepStrictEqual(one, prices))) shown.push(prices)
  return shown
}

/**
 * Saving prices writes every published month that has others: if the shown prices changed, this bumps the version, so that
 * a save by somebody who has not seen them is a conflict. If no defaults were saved, `null` is stored.
 */
export async function touchPrices(tx: Tx, shown: StoredPrices[], at: string): Promise<void> {
  if (isDeepStrictEqual(await findShownPrices(tx), shown)) return
  await execute(
    tx,
    sql`insert into settings (key, value, updated_at) values ('default_prices', 'null', ${at})
      on conflict (key) do update set version = settings.version + 1`,
  )
}

/**
 * The prices that a draft is compared with on publishing. The saved ones first: a month published at its own prices
 * must not make those the current ones.
 */
export const findCurrentPrices = async (db: Queryable): Promise<StoredPrices> =>
  (await findSavedPrices(db)) ?? (await findShownPrices(db))[0]
