import { pickupTimesSchema } from '@aftercare/domain/board/board-schemas'
import { PICKUP_KEYS } from '@aftercare/domain/board/pickup-times'
import { z } from '@hono/zod-openapi'
import { recordAudit } from '../audit/audit.queries'
import { saveSetting } from '../db/settings'
import { takeTurn } from '../db/turns'
import { AppError } from '../errors'
import { once } from '../http/idempotency'
import { body, json, route, routes } from '../http/route'
import { findPickupTimes } from './pickup-times.queries'

const shown = z.object({
  monday: z.string(),
  tuesday: z.string(),
  wednesday: z.string(),
  thursday: z.string(),
  friday: z.string(),
  special: z.string(),
})

const read = route('admin.pricing', { method: 'get', path: '/admin/pickup-times', responses: json(shown) })

const save = route('admin.pricing', {
  method: 'put',
  path: '/admin/pickup-times',
  request: {
    // The times that the change started from: a save over somebody else's is refused.
    body: body(pickupTimesSchema.extend({ from: shown.optional() })),
  },
  responses: json(shown),
})

export const pickupTimesRoutes = routes()
  .openapi(read, async (c) => c.json(await findPickupTimes(c.var.services.db), 200))
  .openapi(save, async (c) => {
    const { db, clock } = c.var.services
    const sent = c.req.valid('json')
    const { from, ...times } = sent
    const saved = await db.transaction((tx) =>
      once(c, tx, sent, async () => {
        await takeTurn(tx, 'pickup times')
        const before = await findPickupTimes(tx)
        if (from && PICKUP_KEYS.some((key) => from[key] !== before[key])) throw new AppError('stale-version')
        await saveSetting(tx, 'pickup_times', times, clock.now().toISOString())
        await recordAudit(tx, clock, c.var.viewer, {
          action: 'pickup-times.save',
          table: 'settings',
          rowId: 'pickup_times',
          detail: { before, after: times },
        })
        return times
      }),
    )
    return c.json(saved, 200)
  })
