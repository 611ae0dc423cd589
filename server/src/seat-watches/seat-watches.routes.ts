import { fieldError } from '@aftercare/domain/lib/field-rules'
import { idField, issueMessage } from '@aftercare/domain/lib/fields'
import { MAX_WATCHES, mayWatch, watchError } from '@aftercare/domain/seat-watches/seat-watches'
import { z } from '@hono/zod-openapi'
import { recordAudit } from '../audit/audit.queries'
import { familyTransaction } from '../db/family-transaction'
import { AppError } from '../errors'
import { accountOf, body, familyIdOf, json, route, routes } from '../http/route'
import { monthTransaction } from '../months/month-transaction'
import { isOpenForRegistration, lockMonth } from '../months/months.queries'
import { watchedMonth } from './opened-seats.queries'
import { addWatch, countWatches, listWatches, removeWatch } from './seat-watches.queries'

const DAY_REQUIRED = issueMessage(fieldError('date-invalid', 'Please choose a day of the month'))
const watch = z.object({
  month_id: idField,
  day: z.number({ error: DAY_REQUIRED }).int(DAY_REQUIRED).min(1, DAY_REQUIRED).max(31, DAY_REQUIRED),
})

const list = route('seat-watches.read', {
  method: 'get',
  path: '/seat-watches',
  responses: json(z.object({ rows: z.array(watch) }), 'The full days on which the family waits for a seat'),
})

const add = route('seat-watches.create', {
  method: 'post',
  path: '/seat-watches',
  request: { body: body(watch) },
  responses: json(watch),
})

const remove = route('seat-watches.remove', {
  method: 'delete',
  path: '/seat-watches/{month_id}/{day}',
  request: { params: z.object({ month_id: idField, day: z.coerce.number().int().min(1).max(31) }) },
  responses: json(watch),
})

export const seatWatchesRoutes = routes()
  .openapi(list, async (c) => c.json({ rows: await listWatches(c.var.services.db, familyIdOf(c)) }, 200))
  .openapi(add, async (c) => {
    const { clock } = c.var.services
    const { id: asked_by, familyId: parent_id } = accountOf(c)
    const wanted = c.req.valid('json')
    const watch = await monthTransaction(c, { monthId: wanted.month_id }, wanted, async (tx) => {
      const month = await lockMonth(tx, wanted.month_id)
      if (!month || !isOpenForRegistration(month, clock.today())) throw new AppError('not-found')
      const watched = watchedMonth(month, clock.today())
      if (!mayWatch(watched, wanted.day, clock.today())) {
        const { message, ...day } = watchError(watched.calendar, wanted.day)
        throw new AppError('not-watchable', { day }).onField('day')
      }
      const count = await countWatches(tx, parent_id)
      const isNew =
        (await addWatch(tx, { ...wanted, parent_id, asked_by, created_at: clock.now().toISOString() })) > 0
      if (isNew && count >= MAX_WATCHES) throw new AppError('too-many-watches', { max: MAX_WATCHES })
      if (isNew) await recordAudit(tx, c.var, 'seat-watch.create', 'seat_watches', parent_id, wanted)
      return wanted
    })
    return c.json(watch, 200)
  })
  .openapi(remove, async (c) => {
    const parent_id = familyIdOf(c)
    const wanted = c.req.valid('param')
    await familyTransaction(c, async (tx) => {
      // Not watched, or notified meanwhile: nothing to do.
      if ((await removeWatch(tx, { ...wanted, parent_id })) === 0) return
      await recordAudit(tx, c.var, 'seat-watch.remove', 'seat_watches', parent_id, wanted)
    })
    return c.json(wanted, 200)
  })
