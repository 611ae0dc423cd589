import { z } from '@hono/zod-openapi'
import { recordAudit } from '../audit/audit.queries'
import { acquireAdvisoryLock } from '../db/advisory-lock'
import { findSetting, saveSetting } from '../db/settings'
import { body, familyIdOf, json, route, routes } from '../http/route'
import { balanceRow, findBalance } from './balance.queries'

const setting = z.object({ is_shown: z.boolean() })

const readOwn = route('statement.read', {
  method: 'get',
  path: '/balance',
  responses: json(z.object({ balance: balanceRow })),
})

const readSetting = route('admin.pricing', {
  method: 'get',
  path: '/admin/family-balances',
  responses: json(setting),
})

const saveIt = route('admin.pricing', {
  method: 'put',
  path: '/admin/family-balances',
  request: { body: body(setting) },
  responses: json(setting, 'Whether families see what they owe'),
})

export const balanceRoutes = routes()
  .openapi(readOwn, async (c) =>
    c.json({ balance: await findBalance(c.var.services.db, familyIdOf(c)) }, 200),
  )
  .openapi(readSetting, async (c) =>
    c.json({ is_shown: (await findSetting(c.var.services.db, 'family_balances')) === true }, 200),
  )
  .openapi(saveIt, async (c) => {
    const { db, clock } = c.var.services
    const { is_shown } = c.req.valid('json')
    await db.transaction(async (tx) => {
      await acquireAdvisoryLock(tx, 'family_balances')
      if ((await findSetting(tx, 'family_balances')) === is_shown) return
      await saveSetting(tx, 'family_balances', is_shown, clock.now().toISOString())
      await recordAudit(tx, c.var, 'family-balances.save', 'settings', null, { is_shown })
    })
    return c.json({ is_shown }, 200)
  })
