import { DISMISSAL_TYPES } from '@aftercare/domain/attendance/attendance'
import { type Day, getDayParts } from '@aftercare/domain/lib/days'
import { DROP_IN_STATUS, SUBMISSION_STATUSES } from '@aftercare/domain/lib/enums'
import { idField } from '@aftercare/domain/lib/fields'
import { isFull, seatsOn, takenOn } from '@aftercare/domain/months/seats'
import { ADMIN_DROP_IN_FEE_CENTS } from '@aftercare/domain/pricing/fees'
import { adminDropInSchema } from '@aftercare/domain/submissions/submission-schemas'
import { z } from '@hono/zod-openapi'
import { recordAudit } from '../audit/audit.queries'
import type { MonthRow } from '../db/tables'
import { AppError } from '../errors'
import { dayPrices } from '../http/day-prices'
import { withIdempotency } from '../http/idempotency'
import { pageOf, pageOnly } from '../http/paging'
import { body, json, route, routes } from '../http/route'
import { seatingOf } from '../months/month-row'
import { notifyOpenedSeats } from '../months/opened-seats.queries'
import { auditCreated } from '../submissions/audit-created'
import { serializeSubmission, submissionRow } from '../submissions/submission-row'
import { insertSubmissions } from '../submissions/submissions.queries'
import { assertNotBooked } from './assert-not-booked'
import { findDropInDay, listDropIns, removeDropIn } from './drop-ins.admin.queries'
import { lockDropInMonth } from './drop-ins.queries'

const dropInRow = z.object({
  id: z.string(),
  parent_id: z.string().nullable(),
  dropin_date: z.string().nullable(),
  child_name: z.string(),
  parent_name: z.string(),
  parent_email: z.string(),
  phone: z.string().nullable(),
  allergies: z.string(),
  guest_child_notes: z.string().nullable(),
  dismissal_type: z.enum(DISMISSAL_TYPES).nullable(),
  total_fee: z.number(),
  day_prices: dayPrices,
  status: z.enum(SUBMISSION_STATUSES),
  submitted_at: z.string(),
})

const list = route('admin.drop-ins', {
  method: 'get',
  path: '/admin/drop-ins',
  request: { query: pageOnly() },
  responses: json(
    pageOf(dropInRow).extend({ revenue: z.number() }),
    'Newest first; the revenue is the sum of all fees, not only of this page',
  ),
})

const add = route('admin.drop-ins', {
  method: 'post',
  path: '/admin/drop-ins',
  request: { body: body(adminDropInSchema) },
  responses: json(
    submissionRow,
    'The drop-in; day-full on a full day unless allow_overbooking, already-booked if the child is booked unless allow_double_booking',
  ),
})

const remove = route('admin.drop-ins', {
  method: 'delete',
  path: '/admin/drop-ins/{id}',
  request: { params: z.object({ id: idField }) },
  responses: json(z.object({ id: z.string() })),
})

/** Staff may overbook a day, but only knowingly. */
function assertNotFull(month: MonthRow | null, day: Day): void {
  const n = getDayParts(day).dayOfMonth
  if (!month || !isFull(seatingOf(month), n)) return
  const seats = seatsOn(seatingOf(month), n) ?? 0
  throw new AppError('day-full', { taken: takenOn(seatingOf(month), n), seats })
}

export const dropInsAdminRoutes = routes()
  .openapi(list, async (c) => c.json(await listDropIns(c.var.services.db, c.req.valid('query')), 200))
  .openapi(add, async (c) => {
    const { db, clock } = c.var.services
    const form = c.req.valid('json')
    const { allow_double_booking, allow_overbooking, ...values } = form
    const at = clock.now().toISOString()
    const dropIn = await db.transaction((tx) =>
      withIdempotency(c, tx, form, async () => {
        // Before the child, even if overbooking is allowed: storing the drop-in locks the month anyway.
        const month = await lockDropInMonth(tx, values.dropin_date)
        if (!allow_overbooking) assertNotFull(month, values.dropin_date)
        if (!allow_double_booking) await assertNotBooked(tx, values)
        const [stored] = await insertSubmissions(tx, [
          {
            ...values,
            month_id: null,
            selected_days: [getDayParts(form.dropin_date).dayOfMonth],
            // The same for every dismissal type.
            total_fee_cents: ADMIN_DROP_IN_FEE_CENTS,
            status: DROP_IN_STATUS,
            submitted_at: at,
            updated_at: at,
          },
        ])
        if (!stored) throw new Error('The drop-in was not stored')
        await auditCreated(tx, clock, c.var.viewer, [stored])
        return serializeSubmission(stored)
      }),
    )
    return c.json(dropIn, 200)
  })
  .openapi(remove, async (c) => {
    const { services, viewer } = c.var
    const { id } = c.req.valid('param')
    await services.db.transaction(async (tx) => {
      const day = await findDropInDay(tx, id)
      const month = day === null ? null : await lockDropInMonth(tx, day)
      const removed = await removeDropIn(tx, id)
      if (!removed) throw new AppError('not-found')
      if (month) await notifyOpenedSeats(tx, month, services)
      await recordAudit(tx, services.clock, viewer, {
        action: 'submission.remove',
        table: 'submissions',
        rowId: id,
        detail: removed,
      })
    })
    return c.json({ id }, 200)
  })
