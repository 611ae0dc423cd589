import { idField } from '@aftercare/domain/lib/fields'
import { monthSaveSchema } from '@aftercare/domain/months/month-schemas'
import { z } from '@hono/zod-openapi'
import { idempotentTransaction } from '../http/idempotency'
import { accountOf, body, json, route, routes } from '../http/route'
import { adminMonth } from '../months/months.admin.routes'
import { saveMonth } from './save-month'

const patchMonth = route('admin.months', {
  method: 'patch',
  path: '/admin/months/{id}',
  request: { params: z.object({ id: idField }), body: body(monthSaveSchema) },
  responses: json(
    adminMonth.extend({
      /** How many families were written to. */
      families: z.number().int(),
    }),
    'The month as saved',
  ),
})

export const saveMonthRoutes = routes().openapi(patchMonth, async (c) => {
  const { services, viewer } = c.var
  const { id } = c.req.valid('param')
  const sent = c.req.valid('json')
  const sentBy = accountOf(c).id
  const saved = await idempotentTransaction(c, sent, (tx) =>
    saveMonth(tx, id, { ...sent, sentBy }, services, viewer),
  )
  return c.json(saved, 200)
})
