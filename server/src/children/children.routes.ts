import { childEditSchema, childSchema } from '@aftercare/domain/children/child-schemas'
import { idField } from '@aftercare/domain/lib/fields'
import { z } from '@hono/zod-openapi'
import { recordAudit } from '../audit/audit.queries'
import { familyTransaction } from '../db/family-transaction'
import { AppError } from '../errors'
import { withIdempotency } from '../http/idempotency'
import { pageOf, pageQuery } from '../http/paging'
import { accountOf, body, familyIdOf, json, route, routes } from '../http/route'
import { childRow } from './child-row'
import {
  childUpdateDetail,
  createChild,
  getChild,
  listChildren,
  recordCreated,
  removeChild,
  updateChild,
} from './children.queries'
import { notifyIfRestored, notifyPickupListsChanged } from './notify-child-changed'

const idParam = z.object({ id: idField })

const list = route('children.read', {
  method: 'get',
  path: '/children',
  request: { query: pageQuery(['created_at'], 'created_at', 100) },
  responses: json(pageOf(childRow)),
})

const create = route('children.create', {
  method: 'post',
  path: '/children',
  request: { body: body(childSchema) },
  responses: json(childRow),
})

const update = route('children.update', {
  method: 'patch',
  path: '/children/{id}',
  request: { params: idParam, body: body(childEditSchema) },
  responses: json(childRow),
})

const remove = route('children.remove', {
  method: 'delete',
  path: '/children/{id}',
  request: { params: idParam },
  responses: json(z.object({ id: z.string(), name: z.string() })),
})

export const childrenRoutes = routes()
  .openapi(list, async (c) => {
    return c.json(await listChildren(c.var.services.db, familyIdOf(c), c.req.valid('query')), 200)
  })
  .openapi(create, async (c) => {
    const { services } = c.var
    const parentId = familyIdOf(c)
    const values = c.req.valid('json')
    const child = await familyTransaction(c, async (tx) => {
      // The idempotency key stores only the id: an erased allergy must not survive there.
      const { id } = await withIdempotency(c, tx, values, async () => {
        const created = await createChild(tx, parentId, values, services.clock)
        await notifyIfRestored(tx, created, accountOf(c).id, services)
        await recordCreated(tx, c.var, created.child)
        return { id: created.child.id }
      })
      return getChild(tx, { parentId }, id)
    })
    return c.json(child, 200)
  })
  .openapi(update, async (c) => {
    const { id } = c.req.valid('param')
    const { services } = c.var
    const parentId = familyIdOf(c)
    const adultId = accountOf(c).id
    const values = c.req.valid('json')
    if (values.pickup_people || values.must_not_pick_up)
      await services.rateLimiter.consume('pickup-lists', adultId)
    const child = await familyTransaction(c, async (tx) => {
      await withIdempotency(c, tx, values, async () => {
        const before = await updateChild(tx, { parentId, adultId }, id, values, services.clock)
        await notifyPickupListsChanged(tx, id, before, adultId, services)
        const detail = childUpdateDetail(before, await getChild(tx, { parentId }, id))
        await recordAudit(tx, c.var, 'child.update', 'children', id, detail)
        return { id }
      })
      return getChild(tx, { parentId }, id)
    })
    return c.json(child, 200)
  })
  .openapi(remove, async (c) => {
    const { id } = c.req.valid('param')
    const { clock } = c.var.services
    const adult = { parentId: familyIdOf(c), adultId: accountOf(c).id }
    const removed = await familyTransaction(c, async (tx) => {
      const child = await removeChild(tx, adult, id, clock.now().toISOString())
      if (!child) throw new AppError('not-found')
      const detail = { kept_for_submissions: child.isRetained }
      await recordAudit(tx, c.var, 'child.remove', 'children', id, detail)
      return child
    })
    return c.json({ id: removed.id, name: removed.name }, 200)
  })
