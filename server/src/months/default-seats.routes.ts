import { defaultSeatsSchema } from '@aftercare/domain/months/month-schemas'
import { z } from '@hono/zod-openapi'
import { recordAudit } from '../audit/audit.queries'
import { saveSetting } from '../db/settings'
import { takeTurn } from '../db/turns'
import { AppError } from '../errors'
import { once } from '../http/idempotency'
import { body, json, route, routes } from '../http/route'
import { findDefaultSeats } from './months.admin.queries'

const defaultSeats = z.object({ seats: z.number().int().nullable() })

const read = route('admin.pricing', {
  method: 'get',
  path: '/admin/default-seats',
  responses: json(defaultSeats),
})

const save = route('admin.pricing', {
  method: 'put',
  path: '/admin/default-seats',
  request: {
    // The seats that the change started from: a save over somebody else's is refused.
    body: body(defaultSeatsSchema.extend({ from: defaultSeats.optional() })),
  },
  responses: json(defaultSeats),
})

/** Apart from the prices: whoever changes the seats of new months must not touch what months cost. */
export const defaultSeatsRoutes = routes()
  .openapi(read, async (c) => c.json({ seats: await findDefaultSeats(c.var.services.db) }, 200))
  .openapi(save, async (c) => {
    const { db, clock } = c.var.services
    const sent = c.req.valid('json')
    const { from, seats } = sent
    const saved = await db.transaction((tx) =>
      once(c, tx, sent, async () => {
        await takeTurn(tx, 'default seats')
        const before = await findDefaultSeats(tx)
        if (from && from.seats !== before) throw new AppError('stale-version')
        await saveSetting(tx, 'default_seats', seats, clock.now().toISOString())
        await recordAudit(tx, clock, c.var.viewer, {
          action: 'default-seats.save',
          table: 'settings',
          rowId: 'default_seats',
          detail: { before: { seats: before }, seats },
        })
        return { seats }
      }),
    )
    return c.json(saved, 200)
  })
