import { z } from '@hono/zod-openapi'
import { AppError } from '../errors'
import { json, route, routes } from '../http/route'
import { monthRow, serializeMonth } from './month-row'
import { findOfferedMonth, listOfferedMonths } from './months.queries'

const list = route('months.read-offered', {
  method: 'get',
  path: '/months',
  // One row per month of the coming years at most, so this list needs no pages.
  responses: json(z.object({ rows: z.array(monthRow) })),
})

const read = route('months.read-offered', {
  method: 'get',
  path: '/months/{id}',
  request: { params: z.object({ id: z.string().max(100) }) },
  responses: json(monthRow),
})

export const monthsRoutes = routes()
  .openapi(list, async (c) => {
    const { db, clock } = c.var.services
    const rows = await listOfferedMonths(db, clock.today())
    return c.json({ rows: rows.map(serializeMonth) }, 200)
  })
  .openapi(read, async (c) => {
    const { db, clock } = c.var.services
    const id = z.guid().safeParse(c.req.valid('param').id)
    const month = id.success ? await findOfferedMonth(db, id.data, clock.today()) : null
    if (!month) throw new AppError('not-found')
    return c.json(serializeMonth(month), 200)
  })
