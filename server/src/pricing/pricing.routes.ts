import { isDeepStrictEqual } from 'node:util'
import { versionField } from '@aftercare/domain/lib/fields'
import { toCents } from '@aftercare/domain/lib/money'
import { pricingSchema } from '@aftercare/domain/months/month-schemas'
import type { DropInPrices } from '@aftercare/domain/pricing/drop-in-prices'
import {
  DEFAULT_REGULAR_PRICE_CENTS,
  DEFAULT_SPECIAL_PRICE_CENTS,
  isSamePrices,
} from '@aftercare/domain/pricing/fees'
import { z } from '@hono/zod-openapi'
import { recordAudit } from '../audit/audit.queries'
import { acquireAdvisoryLock } from '../db/advisory-lock'
import type { Queryable } from '../db/client'
import { findVersionedSetting, saveSetting } from '../db/settings'
import { staleVersion } from '../errors'
import { centsToDollars, centsToDollarsOrNull } from '../http/cents-to-dollars'
import { idempotentTransaction } from '../http/idempotency'
import { body, json, route, routes } from '../http/route'
import { findDefaultPrices, findPublishedPrices, pricesOf, type StoredPrices } from '../months/prices.queries'
import { findDropInPrices, saveDropInPrices } from './drop-in-prices.queries'
import { changePublishedPrices } from './pricing.queries'

const shownPrices = z.object({ regular_price: z.number(), special_price: z.number() })

const pricing = shownPrices.extend({
  family_drop_in_price: z.number(),
  staff_drop_in_price: z.number(),
  active_months: z.number().int(),
  published_prices: z.array(shownPrices),
  version: z.number().int(),
})

/** `only_drop_ins`: the save changed neither the default prices nor those of any month. */
const savedPricing = pricing.extend({ only_drop_ins: z.boolean() })

const readPricing = route('admin.pricing', {
  method: 'get',
  path: '/admin/pricing',
  responses: json(pricing),
})

const savePricing = route('admin.pricing', {
  method: 'put',
  path: '/admin/pricing',
  request: { body: body(pricingSchema.extend({ version: versionField })) },
  responses: json(savedPricing),
})

export const pricingRoutes = routes()
  .openapi(readPricing, async (c) => {
    return c.json(await readPrices(c.var.services.db), 200)
  })
  .openapi(savePricing, async (c) => {
    const { clock } = c.var.services
    const sent = c.req.valid('json')
    const { version, family_drop_in_price, staff_drop_in_price, ...prices } = sent
    const cents = {
      regular_price_cents: toCents(prices.regular_price),
      special_price_cents: toCents(prices.special_price),
    }
    const saved = await idempotentTransaction(c, sent, async (tx) => {
      await acquireAdvisoryLock(tx, 'prices')
      const stored = await readPrices(tx)
      if (stored.version !== version) throw staleVersion(stored)
      const at = clock.now().toISOString()
      const dropIns = await findDropInPrices(tx)
      const newDropIns = {
        familyCents: centsOr(family_drop_in_price, dropIns.familyCents),
        staffCents: centsOr(staff_drop_in_price, dropIns.staffCents),
      }
      const months = await changePublishedPrices(tx, cents, at)
      const defaults = await findDefaultPrices(tx)
      const isNewDefault = !isSamePrices(pricesOf(defaults), pricesOf(cents))
      // If nothing is published, the defaults are shown: saving them unchanged still stores them.
      const areNewDropIns = !isDeepStrictEqual(dropIns, newDropIns)
      const only_drop_ins = months.length === 0 && !isNewDefault && areNewDropIns
      if (months.length === 0 && !isNewDefault && !areNewDropIns && stored.active_months > 0)
        return { ...stored, only_drop_ins }
      const before = { ...serializePrices(defaults), ...serializeDropIns(dropIns) }
      await recordAudit(tx, c.var, 'pricing.save', 'months', null, {
        ...prices,
        ...serializeDropIns(newDropIns),
        before,
        months: changedMonths(months, cents),
        active_months: months.length,
      })
      if (areNewDropIns) await saveDropInPrices(tx, newDropIns, at)
      await saveSetting(tx, 'default_prices', prices, at)
      return { ...(await readPrices(tx)), only_drop_ins }
    })
    return c.json(saved, 200)
  })

/** The shown prices and those of every published month, with their version. */
async function readPrices(db: Queryable) {
  const published = await findPublishedPrices(db)
  const shown = published[0] ?? (await findDefaultPrices(db))
  const { version } = await findVersionedSetting(db, 'default_prices')
  const published_prices = published.map(serializePrices)
  const dropIns = serializeDropIns(await findDropInPrices(db))
  return { ...serializePrices(shown), ...dropIns, active_months: published.length, published_prices, version }
}

const centsOr = (typed: string | undefined, otherwise: number) =>
  typed === undefined ? otherwise : toCents(typed)

const serializeDropIns = ({ familyCents, staffCents }: DropInPrices) => ({
  family_drop_in_price: centsToDollars(familyCents),
  staff_drop_in_price: centsToDollars(staffCents),
})

/** Old and new prices by month, for the audit log. */
function changedMonths(months: readonly (StoredPrices & { id: string })[], cents: StoredPrices) {
  const pair = (before: number | null, after: number | null) => [before, after].map(centsToDollarsOrNull)
  return Object.fromEntries(
    months.map(({ id, ...before }) => [
      id,
      {
        regular_price: pair(before.regular_price_cents, cents.regular_price_cents),
        special_price: pair(before.special_price_cents, cents.special_price_cents),
      },
    ]),
  )
}

const serializePrices = (prices: StoredPrices) => ({
  regular_price: centsToDollars(prices.regular_price_cents ?? DEFAULT_REGULAR_PRICE_CENTS),
  special_price: centsToDollars(prices.special_price_cents ?? DEFAULT_SPECIAL_PRICE_CENTS),
})
