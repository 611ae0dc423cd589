import { may } from '@aftercare/domain/auth/access'
import { idField } from '@aftercare/domain/lib/fields'
import {
  adminDropInSchema,
  childDropInSchema,
  deleteDropInSchema,
} from '@aftercare/domain/submissions/submission-schemas'
import { z } from '@hono/zod-openapi'
import { AppError } from '../errors'
import type { AppContext } from '../http/context'
import { cappedPageOf, pageOnly, searchField } from '../http/paging'
import { body, json, route, routes } from '../http/route'
import { monthTransaction } from '../months/month-transaction'
import { type SubmissionJson, submissionRow, submissionRowWithoutFees } from '../submissions/submission-row'
import { addDropIn, lockChildOnFile } from './add-drop-in'
import { assertChildNotBooked, assertNotBooked, assertNotRequested } from './assert-not-booked'
import { queueDropInNews } from './drop-in-events'
import { dropInRow, listDropIns, listWithdrawn, withdrawnRow } from './drop-ins.admin.queries'
import { lockDropIn, removeDropIn } from './remove-drop-in'

const list = route('admin.drop-ins', {
  method: 'get',
  path: '/admin/drop-ins',
  request: { query: pageOnly().extend({ search: searchField }) },
  responses: json(
    cappedPageOf(dropInRow).extend({
      count: z.number().int(),
      revenue: z.number(),
      withdrawn: z.array(withdrawnRow),
    }),
    'Newest first; count and revenue are those of all drop-ins, whatever was searched for',
  ),
})

/** An earlier response to the same request may have been another role's. */
const addedRow = z.union([submissionRow, submissionRowWithoutFees])
const addedResponse = (c: AppContext, dropIn: SubmissionJson) =>
  may('admin.fees', c.var.viewer.roles) ? dropIn : submissionRowWithoutFees.parse(dropIn)

const add = route('admin.add-drop-in', {
  method: 'post',
  path: '/admin/drop-ins',
  request: { body: body(adminDropInSchema) },
  responses: json(
    addedRow,
    'The drop-in; day-full on a full day unless allow_overbooking, already-booked if the child is booked unless allow_double_booking',
  ),
})

const addForChild = route('admin.add-drop-in', {
  method: 'post',
  path: '/admin/children/{id}/drop-ins',
  request: { params: z.object({ id: idField }), body: body(childDropInSchema) },
  responses: json(addedRow, "The drop-in of a child on file, in its family's account; errors as above"),
})

const remove = route('admin.drop-ins', {
  method: 'delete',
  path: '/admin/drop-ins/{id}',
  request: {
    params: z.object({ id: idField }),
    body: { content: { 'application/json': { schema: deleteDropInSchema } } },
  },
  responses: json(z.object({ id: z.string() }), 'Without a body nobody is told'),
})

export const dropInsAdminRoutes = routes()
  .openapi(list, async (c) => {
    const { db } = c.var.services
    const [page, withdrawn] = await Promise.all([listDropIns(db, c.req.valid('query')), listWithdrawn(db)])
    return c.json({ ...page, withdrawn }, 200)
  })
  .openapi(add, async (c) => {
    const form = c.req.valid('json')
    const { allow_double_booking: _, allow_overbooking: __, fee: ___, ...values } = form
    const dropIn = await addDropIn(c, form, async (tx) => {
      if (!form.allow_double_booking) await assertNotBooked(tx, values)
      return values
    })
    return c.json(addedResponse(c, dropIn), 200)
  })
  .openapi(addForChild, async (c) => {
    const { id } = c.req.valid('param')
    const form = c.req.valid('json')
    const { allow_double_booking, allow_overbooking: _, fee: __, ...values } = form
    const dropIn = await addDropIn(c, form, async (tx) => {
      const { child, person } = await lockChildOnFile(tx, id)
      if (!allow_double_booking) {
        await assertChildNotBooked(tx, child, form.dropin_date)
        const named = { name: child.name, parentEmail: person.guest_parent_email }
        await assertNotRequested(tx, named, form.dropin_date)
      }
      return { ...values, ...person }
    })
    return c.json(addedResponse(c, dropIn), 200)
  })
  .openapi(remove, async (c) => {
    const { services } = c.var
    const { id } = c.req.valid('param')
    const sent = c.req.valid('json')
    const { tell_family = false, message = null } = sent
    const removed = await monthTransaction(c, { submissionId: id }, sent, async (tx) => {
      const locked = await lockDropIn(tx, id)
      if (!locked) throw new AppError('not-found')
      // Of a declined request the family was told.
      const isToldNow = tell_family && locked.dropIn.status !== 'declined'
      await removeDropIn(c, tx, locked, 'staff', { tell_family: isToldNow })
      if (isToldNow) await queueDropInNews(tx, services, locked.dropIn, { kind: 'dropin-declined', message })
      return { id }
    })
    return c.json(removed, 200)
  })
