import { idField } from '@aftercare/domain/lib/fields'
import { z } from '@hono/zod-openapi'
import { recordAudit } from '../audit/audit.queries'
import { endOtherSessions, endSession, listSessions } from '../auth/sessions.queries'
import type { Tx } from '../db/client'
import { AppError } from '../errors'
import type { AppContext } from '../http/context'
import { pageOf, pageQuery } from '../http/paging'
import { accountOf, json, route, routes } from '../http/route'
import { SESSIONS_PAGE_SIZE, sessionRow } from './session-row'

const list = route('sessions.read', {
  method: 'get',
  path: '/sessions',
  request: { query: pageQuery(['seen_at'], 'seen_at', SESSIONS_PAGE_SIZE) },
  responses: json(pageOf(sessionRow), 'Where the account is signed in'),
})

const end = route('sessions.end', {
  method: 'delete',
  path: '/sessions/{id}',
  request: { params: z.object({ id: idField }) },
  responses: json(z.object({ id: z.string() })),
})

const endOthers = route('sessions.end', {
  method: 'post',
  path: '/sessions/end-others',
  responses: json(z.object({ ended: z.number().int() }), 'How many were ended: all but the current one'),
})

export const sessionsRoutes = routes()
  .openapi(list, async (c) => {
    const { db, clock } = c.var.services
    return c.json(await listSessions(db, accountOf(c), c.req.valid('query'), clock.now()), 200)
  })
  .openapi(end, async (c) => {
    const { id } = c.req.valid('param')
    await c.var.services.db.transaction(async (tx) => {
      if ((await endSession(tx, accountOf(c), id)) === 0) throw new AppError('not-found')
      await auditEnd(c, tx, 1)
    })
    return c.json({ id }, 200)
  })
  .openapi(endOthers, async (c) => {
    const ended = await c.var.services.db.transaction(async (tx) => {
      const count = await endOtherSessions(tx, accountOf(c))
      if (count > 0) await auditEnd(c, tx, count)
      return count
    })
    return c.json({ ended }, 200)
  })

const auditEnd = (c: AppContext, tx: Tx, ended: number) =>
  recordAudit(tx, c.var, 'sessions.end', 'accounts', accountOf(c).id, { ended })
