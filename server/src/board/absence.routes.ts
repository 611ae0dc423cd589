import {
  type AbsenceRejection,
  absenceError,
  mayReportAbsence,
  mayUndoAbsence,
  undoAbsenceError,
} from '@aftercare/domain/attendance/absence'
import { type AttendanceMark, CHILD_STATES, childState } from '@aftercare/domain/board/board'
import type { Day } from '@aftercare/domain/lib/days'
import { isPhone } from '@aftercare/domain/lib/field-lengths'
import { dayField, idField } from '@aftercare/domain/lib/fields'
import { dayRule } from '@aftercare/domain/lib/value-rules'
import { DAY_TYPES } from '@aftercare/domain/months/months'
import { z } from '@hono/zod-openapi'
import { phonesOf } from '../db/adults'
import { familyTransaction } from '../db/family-transaction'
import { rows } from '../db/sql'
import { AppError } from '../errors'
import type { AppContext, Services } from '../http/context'
import { familyIdOf, json, route, routes } from '../http/route'
import { type Board, findFamilyBoard, findMarkedSubmission, lockCard, lockMark } from './board.queries'
import { applyMarkChange } from './change-mark'

const childToday = z.object({
  submission_id: z.string(),
  child_name: z.string(),
  dismissal: z.enum(DAY_TYPES),
  dismissal_time: z.string(),
  state: z.enum(CHILD_STATES),
  arrived_at: z.string().nullable(),
  left_at: z.string().nullable(),
  not_coming_at: z.string().nullable(),
  can_report_absence: z.boolean(),
  can_undo_absence: z.boolean(),
})

/** The family's children who are booked for today, and whether staff can reach the family. */
export const ownToday = z.object({
  date: z.string(),
  pickup_time: z.string(),
  is_cancelled: z.boolean(),
  /** Whether staff can call an adult of the family. */
  has_phone: z.boolean(),
  children: z.array(childToday),
})
export type OwnToday = z.infer<typeof ownToday>

const readToday = route('today.read', { method: 'get', path: '/today', responses: json(ownToday) })

const params = z.object({ id: idField })
/** A booked day from today on; today without it. */
const query = z.object({ date: dayField(dayRule('Please choose a day')).optional() })

const reportAbsence = route('not-coming.update', {
  method: 'post',
  path: '/submissions/{id}/not-coming',
  request: { params, query },
  responses: json(childToday),
})

const undoAbsence = route('not-coming.update', {
  method: 'delete',
  path: '/submissions/{id}/not-coming',
  request: { params, query },
  responses: json(childToday),
})

type Moment = { day: string; now: Date; timeZone: string; pickupTime: string; isCancelled: boolean }

function serializeChild(
  card: Board['cards'][number],
  mark: AttendanceMark | null,
  moment: Moment,
): z.infer<typeof childToday> {
  return {
    submission_id: card.submission_id,
    child_name: card.child_name,
    dismissal: card.dismissal,
    dismissal_time: card.dismissal_time,
    state: childState(mark),
    arrived_at: mark?.arrived_at ?? null,
    left_at: mark?.left_at ?? null,
    not_coming_at: mark?.not_coming_at ?? null,
    can_report_absence: !moment.isCancelled && mayReportAbsence(mark, moment),
    can_undo_absence: mayUndoAbsence(mark),
  }
}

export type FamilyPhones = readonly { phone: string | null }[]

export function serializeToday(
  { cards, pickupTime, isCancelled }: Board,
  phones: FamilyPhones,
  date: Day,
  { clock, config }: Pick<Services, 'clock' | 'config'>,
): OwnToday {
  const moment = { day: date, now: clock.now(), timeZone: config.program.timeZone, pickupTime, isCancelled }
  return {
    date,
    pickup_time: pickupTime,
    is_cancelled: isCancelled,
    has_phone: phones.some(({ phone }) => isPhone(phone)),
    children: cards.map((card) => serializeChild(card, card.mark, moment)),
  }
}

type Absence = { id: string; date?: Day }

/** Reports or undoes an absence. Does nothing if it is already so. */
async function changeAbsence(c: AppContext, { id, date }: Absence, action: 'not_coming' | 'undo_not_coming') {
  const { clock, config } = c.var.services
  const today = clock.today()
  const day = date ?? today
  return familyTransaction(c, async (tx) => {
    const submission = await findMarkedSubmission(tx, id, familyIdOf(c))
    if (!submission) throw new AppError('not-found')
    const { card, pickupTime, isCancelled } = await lockCard(tx, submission, day)
    const rejected = (reason: AbsenceRejection['reason']) =>
      new AppError('absence-rejected', {
        reason,
        child: card?.child_name ?? submission.child_name,
        ...(day !== today && { day }),
        pickupTime,
      })
    if (!card) throw rejected('not_booked')
    const moment = { day, now: clock.now(), timeZone: config.program.timeZone, pickupTime, isCancelled }
    const before = await lockMark(tx, card.submission_id, day)
    const isDone = childState(before) === (action === 'not_coming' ? 'not_coming' : 'expected')
    if (isDone) return serializeChild(card, before, moment)
    if (action === 'not_coming' && isCancelled) throw rejected('cancelled')
    if (action === 'not_coming' && !mayReportAbsence(before, moment)) throw rejected(absenceError(before))
    if (action === 'undo_not_coming' && day < today) throw rejected('too_late')
    if (action === 'undo_not_coming' && !mayUndoAbsence(before)) throw rejected(undoAbsenceError(before))
    const mark = await applyMarkChange(c, tx, submission, {
      day,
      version: before?.version ?? 0,
      change: { change: action, at: moment.now.toISOString() },
      by: 'parent',
    })
    return serializeChild(card, mark, moment)
  })
}

export const absenceRoutes = routes()
  .openapi(readToday, async (c) => {
    const { services } = c.var
    const today = services.clock.today()
    const [board, phones] = await Promise.all([
      findFamilyBoard(services.db, familyIdOf(c), today),
      rows<{ phone: string | null }>(services.db, phonesOf(familyIdOf(c))),
    ])
    return c.json(serializeToday(board, phones, today, services), 200)
  })
  .openapi(reportAbsence, async (c) =>
    c.json(await changeAbsence(c, { ...c.req.valid('param'), ...c.req.valid('query') }, 'not_coming'), 200),
  )
  .openapi(undoAbsence, async (c) =>
    c.json(
      await changeAbsence(c, { ...c.req.valid('param'), ...c.req.valid('query') }, 'undo_not_coming'),
      200,
    ),
  )
