import { LATE_CSV_COLUMNS, lateCsvName, lateCsvRow } from '@aftercare/domain/lib/csv'
import { z } from '@hono/zod-openapi'
import { csvHeaders, csvResponse, csvText } from '../http/csv'
import { pageOf, pageOnly } from '../http/paging'
import { json, route, routes } from '../http/route'
import { readParentId } from '../parents/parent-id'
import { latePickupRow, listAllLatePickups, listLatePickups } from './late.queries'

/** One parent or guest, by the id of their page; omitted: all. */
const whose = { parent: z.string().max(400).optional() }

const list = route('admin.board', {
  method: 'get',
  path: '/admin/board/late',
  request: {
    query: pageOnly().extend(whose),
  },
  responses: json(pageOf(latePickupRow), 'Late pick-ups, newest first'),
})

const exportLate = route('admin.board', {
  method: 'get',
  path: '/admin/board/late/export',
  request: { query: z.object(whose) },
  responses: csvResponse('The same rows as a CSV file'),
})

const personOf = (parent: string | undefined) => (parent === undefined ? null : readParentId(parent))

export const lateRoutes = routes()
  .openapi(list, async (c) => {
    const { parent, ...page } = c.req.valid('query')
    return c.json(await listLatePickups(c.var.services.db, personOf(parent), page), 200)
  })
  .openapi(exportLate, async (c) => {
    const { db, clock } = c.var.services
    const rows = await listAllLatePickups(db, personOf(c.req.valid('query').parent))
    const text = csvText([LATE_CSV_COLUMNS, ...rows.map(lateCsvRow)])
    return c.body(text, 200, csvHeaders(lateCsvName(clock.today())))
  })
