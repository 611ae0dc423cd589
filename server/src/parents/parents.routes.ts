import { idField } from '@aftercare/domain/lib/fields'
import { newFamilySchema, parentEditSchema } from '@aftercare/domain/parents/parent-schemas'
import { z } from '@hono/zod-openapi'
import { recordAudit } from '../audit/audit.queries'
import { inviteParent } from '../auth/account-invitations'
import { AppError } from '../errors'
import { removeAdult } from '../family/membership'
import { inviteSecondAdults } from '../family/second-adults'
import { idempotentTransaction } from '../http/idempotency'
import { pageOf, pageOnly, searchedPageOf } from '../http/paging'
import { accountOf, body, json, route, routes } from '../http/route'
import { parentPaymentRow } from '../payments/payment-row'
import { listPaymentsOf } from '../payments/payments.queries'
import { listedSubmissionRow } from '../submissions/submissions.admin.rows'
import { addFamily } from './add-family'
import { readParentId } from './parent-id'
import { updateParent } from './parents.edit'
import { listedParentRow, listParents, parentsQuery } from './parents.list.queries'
import { getParent, listSubmissionsOf, parentDetail, parentSubmissionsQuery } from './parents.queries'

const idParam = z.object({ id: z.string().max(400) })

const listThem = route('admin.parents', {
  method: 'get',
  path: '/admin/parents',
  request: { query: parentsQuery },
  responses: json(searchedPageOf(listedParentRow)),
})

const addOne = route('admin.parents', {
  method: 'post',
  path: '/admin/parents',
  request: { body: body(newFamilySchema) },
  responses: json(parentDetail, 'The family; a known address fails with known-family and whose it is'),
})

const readOne = route('admin.parents', {
  method: 'get',
  path: '/admin/parents/{id}',
  request: { params: idParam },
  responses: json(parentDetail),
})

const changeOne = route('admin.parents', {
  method: 'patch',
  path: '/admin/parents/{id}',
  stepUp: 'for-some-changes',
  request: { params: idParam, body: body(parentEditSchema) },
  responses: json(parentDetail),
})

const invite = route('admin.parents', {
  method: 'post',
  path: '/admin/parents/{id}/invitation',
  request: { params: idParam },
  responses: json(parentDetail, 'The parent was mailed a link to choose a first password'),
})

const removeTheirAdult = route('admin.parents', {
  method: 'delete',
  path: '/admin/parents/{id}/adults/{member_id}',
  request: { params: z.object({ id: idField, member_id: idField }) },
  responses: json(parentDetail, 'Without the adult who had joined the family'),
})

const listTheirSubmissions = route('admin.parents', {
  method: 'get',
  path: '/admin/parents/{id}/submissions',
  request: { params: idParam, query: parentSubmissionsQuery },
  responses: json(pageOf(listedSubmissionRow)),
})

const listTheirPayments = route('admin.parents', {
  method: 'get',
  path: '/admin/parents/{id}/payments',
  request: { params: idParam, query: pageOnly() },
  responses: json(pageOf(parentPaymentRow)),
})

export const parentsRoutes = routes()
  .openapi(listThem, async (c) => c.json(await listParents(c.var.services.db, c.req.valid('query')), 200))
  .openapi(addOne, async (c) => {
    const { services } = c.var
    const family = c.req.valid('json')
    if (family.send_invitation) await services.rateLimiter.consume('staff-mail', accountOf(c).id)
    const { id } = await idempotentTransaction(c, family, async (tx) => {
      const id = await addFamily(tx, services, family)
      const detail = { children: family.children.length, is_invited: family.send_invitation }
      await recordAudit(tx, c.var, 'parent.create', 'profiles', id, detail)
      return { id }
    })
    return c.json(await getParent(services.db, { parentId: id, guestEmail: null }), 200)
  })
  .openapi(readOne, async (c) => {
    return c.json(await getParent(c.var.services.db, readParentId(c.req.valid('param').id)), 200)
  })
  .openapi(changeOne, async (c) => {
    const person = readParentId(c.req.valid('param').id)
    if (person.parentId === null) throw new AppError('guest-edit')
    const { parentId } = person
    const change = c.req.valid('json')
    const { db } = c.var.services
    await idempotentTransaction(c, change, async (tx) => {
      const before = await updateParent(tx, c, parentId, change)
      const { version: _, ...after } = change
      await recordAudit(tx, c.var, 'parent.update', 'profiles', parentId, { before, after })
      return { id: parentId }
    })
    return c.json(await getParent(db, person), 200)
  })
  .openapi(invite, async (c) => {
    const { services } = c.var
    const person = readParentId(c.req.valid('param').id)
    if (person.parentId === null) throw new AppError('guest-edit')
    const { parentId } = person
    await services.rateLimiter.consume('staff-mail', accountOf(c).id)
    await services.db.transaction(async (tx) => {
      await inviteParent(tx, services, parentId)
      await inviteSecondAdults(tx, services, [parentId])
      await recordAudit(tx, c.var, 'parent.invite', 'profiles', parentId)
    })
    return c.json(await getParent(services.db, person), 200)
  })
  .openapi(removeTheirAdult, async (c) => {
    const { services, viewer } = c.var
    const { id, member_id } = c.req.valid('param')
    await services.db.transaction(async (tx) => {
      if (!(await removeAdult(tx, services, id, member_id, viewer))) throw new AppError('not-found')
    })
    return c.json(await getParent(services.db, { parentId: id, guestEmail: null }), 200)
  })
  .openapi(listTheirSubmissions, async (c) => {
    const person = readParentId(c.req.valid('param').id)
    return c.json(await listSubmissionsOf(c.var.services.db, person, c.req.valid('query')), 200)
  })
  .openapi(listTheirPayments, async (c) => {
    const { parentId } = readParentId(c.req.valid('param').id)
    const query = c.req.valid('query')
    // A guest has no payments: money can only be recorded for a registered parent.
    if (parentId === null) return c.json({ rows: [], total: 0, ...query }, 200)
    return c.json(await listPaymentsOf(c.var.services.db, parentId, query), 200)
  })
