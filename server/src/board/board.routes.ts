import { mayMark } from '@aftercare/domain/board/board'
import { markChangeSchema } from '@aftercare/domain/board/board-schemas'
import type { MarkChange } from '@aftercare/domain/board/mark-changes'
import { dismissalTime } from '@aftercare/domain/board/pickup-times'
import { dayField } from '@aftercare/domain/lib/fields'
import { isRecord } from '@aftercare/domain/lib/json-guards'
import { dayRule } from '@aftercare/domain/lib/value-rules'
import { DAY_TYPES } from '@aftercare/domain/months/months'
import { z } from '@hono/zod-openapi'
import { AppError } from '../errors'
import { withIdempotency } from '../http/idempotency'
import { accountOf, body, json, route, routes } from '../http/route'
import { findBoard, findSubmission } from './board.queries'
import { applyMarkChange } from './change-mark'
import { markRow } from './mark-row'

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
  pickup_people: z.array(z.object({ name: z.string(), phone: z.string().nullable() })),
  is_guest: z.boolean(),
  mark: markRow.nullable(),
})

const board = z.object({
  date: z.string(),
  today: z.string(),
  can_mark: z.boolean(),
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

/** A tablet may still send marks that it queued while `version` and `performed_by` had other names. */
function acceptFormerNames(mark: z.input<typeof markChangeSchema>): unknown {
  const sent: unknown = mark
  return isRecord(sent) ? { version: sent.seen_version, performed_by: sent.pressed_by, ...sent } : sent
}

const changeMarkRoute = route('admin.board', {
  method: 'post',
  path: '/admin/board/marks',
  request: { body: body(z.preprocess(acceptFormerNames, markChangeSchema)) },
  responses: json(markRow, 'The stored mark. A 409 has the current mark, or null, in error.stored.'),
})

export const boardRoutes = routes()
  .openapi(readBoard, async (c) => {
    const { db, clock } = c.var.services
    const today = clock.today()
    const { date = today } = c.req.valid('query')
    const { cards, pickupTime } = await findBoard(db, date)
    return c.json(
      {
        date,
        today,
        can_mark: mayMark(date, today),
        pickup_time: pickupTime,
        cards: cards.map(({ mark, ...shown }) => ({
          ...shown,
          dismissal_time: dismissalTime(shown.dismissal, date),
          mark: mark && { ...mark, submission_id: shown.submission_id, day: date },
        })),
      },
      200,
    )
  })
  .openapi(changeMarkRoute, async (c) => {
    const { services, viewer } = c.var
    const request = c.req.valid('json')
    const { submission_id, day, version, performed_by, ...change } = request
    // Somebody else is signed in at that browser now: the mark stays queued for the person who made it.
    if (performed_by !== undefined && performed_by !== accountOf(c).id) throw new AppError('signed-out')
    const mark = await services.db.transaction((tx) =>
      withIdempotency(c, tx, request, async () => {
        const submission = await findSubmission(tx, submission_id)
        if (!submission) throw new AppError('not-found')
        return applyMarkChange(tx, services, viewer, submission, {
          day,
          version,
          change: change as MarkChange,
          by: 'staff',
        })
      }),
    )
    return c.json(mark, 200)
  })
