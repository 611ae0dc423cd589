import { reinstateDaySchema } from '@aftercare/domain/months/month-schemas'
import { z } from '@hono/zod-openapi'
import { AppError, staleVersion } from '../errors'
import { centsToDollars } from '../http/cents-to-dollars'
import { idempotentTransaction } from '../http/idempotency'
import { body, json, route, routes } from '../http/route'
import { serializeMonth } from '../months/month-row'
import { countSubmissionsOf, findMonth, getMonthForUpdate } from '../months/months.admin.queries'
import { adminMonth, dayParams } from '../months/months.admin.routes'
import { reinstateDay } from './cancel-days'
import { findDayFees } from './day-fees'

const reinstate = route('admin.months', {
  method: 'post',
  path: '/admin/months/{id}/days/{day}/reinstate',
  request: { params: dayParams, body: body(reinstateDaySchema) },
  responses: json(adminMonth, 'The month, with the day as it was before it was cancelled'),
})

const readDayFees = route('admin.months', {
  method: 'get',
  path: '/admin/months/{id}/days/{day}/fees',
  request: { params: dayParams },
  responses: json(
    z.object({
      day: z.number().int(),
      children: z.number().int(),
      families: z.number().int(),
      /** What cancelling the day would credit. */
      fees: z.number(),
      /** What was credited for it. */
      credits: z.number(),
    }),
    'Whom the day concerns, drop-ins included, and how much money',
  ),
})

export const cancelledDaysRoutes = routes()
  .openapi(reinstate, async (c) => {
    const { id, day } = c.req.valid('param')
    const sent = c.req.valid('json')
    const saved = await idempotentTransaction(c, { id, day, ...sent }, async (tx) => {
      const before = await getMonthForUpdate(tx, id)
      const submission_count = await countSubmissionsOf(tx, id)
      if (before.version !== sent.version && before.cancelled_days.includes(day))
        throw staleVersion({ ...serializeMonth(before), submission_count })
      const after = await reinstateDay(tx, before, day, sent.credits, c.var)
      return { ...serializeMonth(after), submission_count }
    })
    return c.json(saved, 200)
  })

  .openapi(readDayFees, async (c) => {
    const { db } = c.var.services
    const { id, day } = c.req.valid('param')
    const month = await findMonth(db, id)
    if (!month) throw new AppError('not-found')
    const { feesCents, creditsCents, ...people } = await findDayFees(db, month, day)
    return c.json(
      { day, ...people, fees: centsToDollars(feesCents), credits: centsToDollars(creditsCents) },
      200,
    )
  })
