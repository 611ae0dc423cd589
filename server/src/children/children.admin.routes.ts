import { childEditSchema, staffChildSchema } from '@aftercare/domain/children/child-schemas'
import { idField } from '@aftercare/domain/lib/fields'
import { z } from '@hono/zod-openapi'
import { recordAudit } from '../audit/audit.queries'
import { withIdempotency } from '../http/idempotency'
import { pageOf } from '../http/paging'
import { body, json, route, routes } from '../http/route'
import { childRow } from './child-row'
import {
  addChildForStaff,
  childrenQuery,
  listChildrenForStaff,
  listedChildRow,
} from './children.admin.queries'
import { childUpdateDetail, getChild, recordCreated, updateChild } from './children.queries'
import { notifyChildChanged } from './notify-child-changed'

const list = route('admin.find-children', {
  method: 'get',
  path: '/admin/children',
  request: { query: childrenQuery },
  responses: json(pageOf(listedChildRow), 'Children of accounts, by name'),
})

const create = route('admin.children', {
  method: 'post',
  path: '/admin/children',
  request: { body: body(staffChildSchema) },
  responses: json(childRow, 'The child; every adult of its family is told by email'),
})

const update = route('admin.children', {
  method: 'patch',
  path: '/admin/children/{id}',
  request: { params: z.object({ id: idField }), body: body(childEditSchema) },
  responses: json(childRow, 'The child; the parent is told by email what changed'),
})

export const childrenAdminRoutes = routes()
  .openapi(list, async (c) =>
    c.json(await listChildrenForStaff(c.var.services.db, c.req.valid('query')), 200),
  )
  .openapi(create, async (c) => {
    const { services } = c.var
    const { parent_id, ...values } = c.req.valid('json')
    const child = await services.db.transaction(async (tx) => {
      const { id } = await withIdempotency(c, tx, { parent_id, ...values }, async () => {
        const stored = await addChildForStaff(tx, parent_id, values, services)
        await notifyChildChanged(tx, stored.id, 'added', services)
        await recordCreated(tx, c.var, stored)
        return { id: stored.id }
      })
      return getChild(tx, 'staff', id)
    })
    return c.json(child, 200)
  })
  .openapi(update, async (c) => {
    const { id } = c.req.valid('param')
    const { services } = c.var
    const values = c.req.valid('json')
    const child = await services.db.transaction(async (tx) => {
      await withIdempotency(c, tx, values, async () => {
        const before = await updateChild(tx, 'staff', id, values, services.clock)
        await notifyChildChanged(tx, id, before, services)
        const detail = childUpdateDetail(before, await getChild(tx, 'staff', id))
        await recordAudit(tx, c.var, 'child.update', 'children', id, detail)
        return { id }
      })
      return getChild(tx, 'staff', id)
    })
    return c.json(child, 200)
  })
