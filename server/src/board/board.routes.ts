import { mayMark } from '@aftercare/domain/board/board'
import { markChangeSchema, markChangesSchema } from '@aftercare/domain/board/board-schemas'
import type { MarkChange } from '@aftercare/domain/board/mark-changes'
import { dayField } from '@aftercare/domain/lib/fields'
import { dayRule } from '@aftercare/domain/lib/value-rules'
import { DAY_TYPES } from '@aftercare/domain/months/months'
import { z } from '@hono/zod-openapi'
import { contactedAdult } from '../attendance/attendance.routes'
import { recordAudit } from '../audit/audit.queries'
import type { Tx } from '../db/client'
import { AppError } from '../errors'
import type { AppContext } from '../http/context'
import { idempotentTransaction } from '../http/idempotency'
import { accountOf, body, json, route, routes } from '../http/route'
import { knownFamilyRow } from '../same-child/known-family-row'
import {
  type FoundSubmission,
  findBoard,
  findMarkedSubmission,
  lockCard,
  lockMarkedChildren,
  lockPickupLists,
} from './board.queries'
import { applyMarkChange } from './change-mark'
import { markRow, type StoredMark } from './mark-row'
import { findRemovedDropIn, lockArrivals, restoreDropIn } from './removed-drop-ins.queries'

const card = z.object({
  submission_id: z.string(),
  submission_ids: z.array(z.string()),
  child_name: z.string(),
  grade: z.string().nullable(),
  dismissal: z.enum(DAY_TYPES),
  dismissal_time: z.string(),
  allergies: z.string(),
  notes: z.string(),
  parent_id: z.string().nullable(),
  parent_name: z.string(),
  phone: z.string().nullable(),
  adults: z.array(contactedAdult),
  pickup_people: z.array(z.object({ name: z.string(), phone: z.string().nullable() })),
  must_not_pick_up: z.array(z.object({ name: z.string(), note: z.string().nullable() })),
  is_guest: z.boolean(),
  is_not_booked: z.boolean(),
  known_family: knownFamilyRow.nullable(),
  mark: markRow.nullable(),
})

const board = z.object({
  date: z.string(),
  today: z.string(),
  can_mark: z.boolean(),
  is_cancelled: z.boolean(),
  pickup_time: z.string(),
  cards: z.array(card),
})

const readBoard = route('admin.board', {
  method: 'get',
  path: '/admin/board',
  // Defaults to the programme's today.
  request: { query: z.object({ date: dayField(dayRule('Please select a date')).optional() }) },
  responses: json(board, 'The children of the day with their marks, by dismissal and name'),
})

const changeMarkRoute = route('admin.board', {
  method: 'post',
  path: '/admin/board/marks',
  request: { body: body(markChangeSchema) },
  responses: json(markRow, 'The stored mark. A 409 has the current mark, or null, in error.stored.'),
})

const changeMarksRoute = route('admin.board', {
  method: 'post',
  path: '/admin/board/marks/batch',
  request: { body: body(markChangesSchema) },
  responses: json(
    z.array(markRow),
    'The stored marks, in order: all or none. A 409 has the current mark of the first rejected one in error.stored.',
  ),
})

type MarkRequest = z.output<typeof markChangeSchema>

/** Somebody else is signed in at that browser now: the marks stay queued for the person who made them. */
function assertOwn(c: AppContext, requests: readonly Pick<MarkRequest, 'performed_by'>[]): void {
  const { id } = accountOf(c)
  if (requests.some(({ performed_by = id }) => performed_by !== id)) throw new AppError('signed-out')
}

const isOfflineArrival = ({ change, offline }: Pick<MarkRequest, 'change' | 'offline'>) =>
  change === 'arrived' && offline === true

/**
 * The child came all the same, and the board could not know that the drop-in was gone. Another booking of the day gets
 * the mark instead.
 */
async function restoreArrived(c: AppContext, tx: Tx, request: MarkRequest): Promise<FoundSubmission> {
  const { submission_id: id, day } = request
  const removed = await findRemovedDropIn(tx, id)
  if (!removed) throw new AppError('not-found')
  const gone = new AppError('drop-in-gone', { child: removed.child_name, day: removed.dropin_date })
  if (!request.offline || removed.dropin_date !== day) throw gone
  if ((await lockCard(tx, removed, day)).card) return removed
  if (!isOfflineArrival(request)) throw gone
  await restoreDropIn(tx, id, c.var.services.clock.now().toISOString())
  await recordAudit(tx, c.var, 'submission.restore', 'submissions', id, {
    dropin_date: day,
    total_fee_cents: 0,
  })
  return removed
}

async function storeMark(c: AppContext, tx: Tx, request: MarkRequest): Promise<StoredMark> {
  const { submission_id, day, version, performed_by: _, offline, ...change } = request
  const submission = (await findMarkedSubmission(tx, submission_id)) ?? (await restoreArrived(c, tx, request))
  return applyMarkChange(c, tx, submission, {
    day,
    version,
    change: change as MarkChange,
    by: 'staff',
    offline,
  })
}

export const boardRoutes = routes()
  .openapi(readBoard, async (c) => {
    const { db, clock } = c.var.services
    const today = clock.today()
    const { date = today } = c.req.valid('query')
    const { cards, pickupTime, isCancelled } = await findBoard(db, date)
    return c.json(
      {
        date,
        today,
        can_mark: mayMark(date, today),
        is_cancelled: isCancelled,
        pickup_time: pickupTime,
        cards: cards.map(({ mark, ...shown }) => ({
          ...shown,
          mark: mark && { ...mark, submission_id: shown.submission_id, day: date },
        })),
      },
      200,
    )
  })
  .openapi(changeMarkRoute, async (c) => {
    const { offline, ...request } = c.req.valid('json')
    assertOwn(c, [request])
    // Whether there was a connection is learned only after the first attempt, whose key is kept.
    const mark = await idempotentTransaction(c, request, async (tx, shows) => {
      await lockArrivals(tx, [{ ...request, offline }].filter(isOfflineArrival))
      if ('picked_up_by' in request) await lockPickupLists(tx, [request.submission_id])
      const stored = await storeMark(c, tx, { ...request, offline })
      shows([{ id: stored.submission_id }])
      return stored
    })
    return c.json(mark, 200)
  })
  .openapi(changeMarksRoute, async (c) => {
    const request = c.req.valid('json')
    assertOwn(c, request.marks)
    const marks = await idempotentTransaction(c, request, async (tx, shows) => {
      await lockArrivals(tx, request.marks.filter(isOfflineArrival))
      await lockMarkedChildren(tx, request.marks)
      const stored: StoredMark[] = []
      for (const mark of request.marks) stored.push(await storeMark(c, tx, mark))
      shows(stored.map(({ submission_id: id }) => ({ id })))
      return stored
    })
    return c.json(marks, 200)
  })
