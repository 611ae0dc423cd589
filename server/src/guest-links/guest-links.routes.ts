import { z } from '@hono/zod-openapi'
import { AppError } from '../errors'
import { centsToDollars } from '../http/cents-to-dollars'
import { dayPrices } from '../http/day-prices'
import { body, json, route, routes } from '../http/route'
import { findLinked } from './guest-links.queries'

const linked = z.object({
  month_name: z.string().nullable(),
  year: z.number().int().nullable(),
  dropin_date: z.string().nullable(),
  selected_days: z.array(z.number().int()),
  total_fee: z.number(),
  day_prices: dayPrices,
  agreed_at: z.string().nullable(),
})

/** The secret is in the body because URLs end up in logs, ours and those of proxies. */
const follow = route('guest-link.read', {
  method: 'post',
  path: '/guest-registration',
  request: { body: body(z.object({ secret: z.string().min(1).max(200) })) },
  responses: json(linked, 'What a guest sent, without a name; the link is not used up'),
})

export const guestLinksRoutes = routes().openapi(follow, async (c) => {
  const { db, clock, rateLimiter } = c.var.services
  await rateLimiter.consume('link-check-ip', c.var.ipAddress)
  const found = await findLinked(db, c.req.valid('json').secret, clock.now())
  if (!found) throw new AppError('invalid-guest-link')
  const { total_fee_cents, month_name = null, year = null, ...submission } = found
  return c.json({ ...submission, month_name, year, total_fee: centsToDollars(total_fee_cents) }, 200)
})
