import { ownPasswordSchema } from '@aftercare/domain/auth/auth-schemas'
import { z } from '@hono/zod-openapi'
import { recordAudit } from '../audit/audit.queries'
import { done } from '../auth/auth.routes'
import { reauthenticate } from '../auth/reauthenticate'
import { clearSessionCookie } from '../auth/session-cookie'
import { accountOf, body, json, route, routes } from '../http/route'
import { deleteAccount } from './delete-account'
import { exportFamilyData } from './export-family-data'

const download = route('privacy.export', {
  method: 'get',
  path: '/own-data',
  stepUp: 'always',
  responses: {
    200: {
      description: 'Everything stored about the family, as a file',
      content: { 'application/json': { schema: z.string() } },
    },
  },
})

const remove = route('account.delete', {
  method: 'post',
  path: '/own-data/delete-account',
  stepUp: 'in-request',
  request: { body: body(ownPasswordSchema) },
  responses: json(done, 'The account and all its sessions are deleted'),
})

export const privacyRoutes = routes()
  .openapi(download, async (c) => {
    const { db, clock, rateLimiter } = c.var.services
    const { id } = accountOf(c)
    await rateLimiter.consume('privacy-export', id)
    await recordAudit(db, c.var, 'own-data.download', 'accounts', id)
    const file = await exportFamilyData(db, accountOf(c), clock.now())
    return c.body(file, 200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Disposition': `attachment; filename="aftercare-my-data-${clock.today()}.json"`,
    }) as never
  })
  .openapi(remove, async (c) => {
    await reauthenticate(c, c.req.valid('json').password)
    await deleteAccount(c)
    clearSessionCookie(c)
    return c.json({ ok: true as const }, 200)
  })
