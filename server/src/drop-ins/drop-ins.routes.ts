import { dropInAvailability } from '@aftercare/domain/drop-ins/drop-in-dates'
import { idField } from '@aftercare/domain/lib/fields'
import {
  dropInSchema,
  dropInsSchema,
  guestDropInSchema,
} from '@aftercare/domain/submissions/submission-schemas'
import { z } from '@hono/zod-openapi'
import { heldSubmission } from '../guest-confirmation/hold-submission'
import { centsToDollars } from '../http/cents-to-dollars'
import { body, json, route, routes } from '../http/route'
import { monthTransaction } from '../months/month-transaction'
import { findDropInPrices } from '../pricing/drop-in-prices.queries'
import { dropInsNeedApproval } from '../submissions/approval.queries'
import { limitGuestNetwork, limitParentSubmissions } from '../submissions/limit-submissions'
import { parentOrGuestBody } from '../submissions/parent-or-guest-body'
import { submissionRow } from '../submissions/submission-row'
import { dropInMoment, listDropInMonths } from './drop-ins.queries'
import { requestDropIn, requestDropIns, requestGuestDropIn } from './request-drop-in'
import { withdrawDropIn } from './withdraw-drop-in'

const availability = route('drop-ins.read-availability', {
  method: 'get',
  path: '/drop-ins/availability',
  responses: json(
    z.object({
      options: z.array(
        z.object({ key: z.enum(['today', 'tomorrow']), date: z.string(), available: z.boolean() }),
      ),
      fee: z.number(),
      /** What is requested waits until staff approve it. */
      needs_approval: z.boolean(),
    }),
  ),
})

const create = route('drop-ins.create', {
  method: 'post',
  path: '/drop-ins',
  request: {
    body: body(parentOrGuestBody({ child_ids: dropInsSchema, child_id: dropInSchema }, guestDropInSchema)),
  },
  responses: json(z.union([submissionRow, z.object({ rows: z.array(submissionRow) }), heldSubmission])),
})

const withdraw = route('drop-ins.withdraw', {
  method: 'delete',
  path: '/drop-ins/{id}',
  request: { params: z.object({ id: idField }) },
  responses: json(z.object({ id: z.string() })),
})

export const dropInsRoutes = routes()
  .openapi(availability, async (c) => {
    const { db, clock } = c.var.services
    const [months, moment, { familyCents }, needs_approval] = await Promise.all([
      listDropInMonths(db, clock.today()),
      dropInMoment(db, c.var.services),
      findDropInPrices(db),
      dropInsNeedApproval(db),
    ])
    const options = months.map(({ option, month }) => ({
      ...option,
      available: dropInAvailability(month, option.date, moment) === 'available',
    }))
    return c.json({ options, fee: centsToDollars(familyCents), needs_approval }, 200)
  })
  .openapi(create, async (c) => {
    const request = c.req.valid('json')
    if (request.by === 'guest') {
      await limitGuestNetwork(c, 'child_id')
      return c.json(await requestGuestDropIn(c, request.values), 200)
    }
    const parentId = await limitParentSubmissions(c)
    return request.by === 'child_ids'
      ? c.json(await requestDropIns(c, parentId, request.values), 200)
      : c.json(await requestDropIn(c, parentId, request.values), 200)
  })
  .openapi(withdraw, async (c) => {
    const { id } = c.req.valid('param')
    const parentId = await limitParentSubmissions(c)
    const withdrawn = await monthTransaction(c, { submissionId: id }, {}, (tx) =>
      withdrawDropIn(c, tx, id, parentId),
    )
    return c.json(withdrawn, 200)
  })
