import { STAFF_ROLES } from '@aftercare/domain/lib/enums'
import { idField } from '@aftercare/domain/lib/fields'
import { z } from '@hono/zod-openapi'
import { recordAudit } from '../audit/audit.queries'
import { endStaffSession, listStaffSessions } from '../auth/sessions.queries'
import { AppError } from '../errors'
import { pageOf, pageQuery } from '../http/paging'
import { accountOf, json, route, routes } from '../http/route'
import { SESSIONS_PAGE_SIZE, sessionRow } from '../sessions/session-row'

const staffSessionRow = sessionRow.extend({
  account_id: z.string(),
  full_name: z.string(),
  email: z.string(),
  role: z.enum(STAFF_ROLES),
})

const list = route('admin.admins', {
  method: 'get',
  path: '/admin/sessions',
  request: { query: pageQuery(['seen_at'], 'seen_at', SESSIONS_PAGE_SIZE) },
  responses: json(pageOf(staffSessionRow), 'Where staff are signed in, the last used first'),
})

const end = route('admin.admins', {
  method: 'delete',
  path: '/admin/sessions/{id}',
  request: { params: z.object({ id: idField }) },
  responses: json(z.object({ id: z.string() })),
})

export const staffSessionsRoutes = routes()
  .openapi(list, async (c) => {
    const { db, clock } = c.var.services
    return c.json(await listStaffSessions(db, accountOf(c), c.req.valid('query'), clock.now()), 200)
  })
  .openapi(end, async (c) => {
    const { id } = c.req.valid('param')
    await c.var.services.db.transaction(async (tx) => {
      const accountId = await endStaffSession(tx, id)
      if (!accountId) throw new AppError('not-found')
      await recordAudit(tx, c.var, 'admins.end-session', 'accounts', accountId)
    })
    return c.json({ id }, 200)
  })
