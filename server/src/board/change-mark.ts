import { type AttendanceMark, NO_MARK } from '@aftercare/domain/board/board'
import {
  arrivedDespiteAbsence,
  changeMark,
  isReplay,
  type MarkChange,
} from '@aftercare/domain/board/mark-changes'
import { formatWeekdayDate } from '@aftercare/domain/lib/dates-format'
import type { Day } from '@aftercare/domain/lib/days'
import { recordAudit } from '../audit/audit.queries'
import type { Tx } from '../db/client'
import { AppError } from '../errors'
import type { AppContext } from '../http/context'
import { type FoundSubmission, lockCard, lockFormerCard, lockMark, saveMark } from './board.queries'
import type { StoredMark } from './mark-row'

type MarkChangeRequest = {
  day: Day
  version: number
  change: MarkChange
  by: 'parent' | 'staff'
  offline?: boolean
}

/**
 * Changes one child's mark under a lock. If somebody else changed it first, their mark is kept and returned with the
 * error, so that the board can show it. A replay returns the stored mark.
 */
export async function applyMarkChange(
  c: AppContext,
  tx: Tx,
  submission: FoundSubmission,
  { day, version, change, by, offline = false }: MarkChangeRequest,
): Promise<StoredMark> {
  const { clock, config } = c.var.services
  const booked = await lockCard(tx, submission, day)
  // A child who is in the room is recorded, even if its booking changed while the board was offline.
  const isOfflineArrival = offline && change.change === 'arrived'
  const isFormer = !booked.card && isOfflineArrival
  const { card, pickupTime } = isFormer ? await lockFormerCard(tx, submission, day) : booked
  if (!card) throw rejected(`${submission.child_name} is not booked for ${formatWeekdayDate(day)}.`, null)
  const key = { submission_id: card.submission_id, day }
  const stored = await lockMark(tx, card.submission_id, day)
  // The mark that the board knew was deleted, with its drop-in or because the day was given up: counted on from there, the
  // board's later marks fit.
  const before = stored ?? (isOfflineArrival ? { ...NO_MARK, version } : null)
  const current = stored && { ...key, ...stored }
  if ((before?.version ?? 0) !== version) {
    if (current && isReplay(current, change)) return current
    // Neither booked nor here: no board would show the child.
    const isMissing = isFormer && before?.arrived_at === null
    if (!isMissing && (!offline || !arrivedDespiteAbsence(before, change)))
      throw conflict(card.child_name, current)
  }
  const now = clock.now()
  const outcome = changeMark(
    before,
    { ...change, offline },
    {
      ...card,
      name: card.child_name,
      day,
      dismissalTime: card.dismissal_time,
      pickupTime,
      now,
      timeZone: config.program.timeZone,
      by,
    },
  )
  if (outcome.error !== null) throw rejected(outcome.error, current)
  const mark = { ...key, ...outcome.mark }
  if (!(await saveMark(tx, mark, { isNew: !stored, updated_at: now.toISOString() }))) {
    const winner = await lockMark(tx, card.submission_id, day)
    throw conflict(card.child_name, winner && { ...key, ...winner })
  }
  await recordAudit(
    tx,
    c.var,
    `mark.${change.change.replaceAll('_', '-')}`,
    'attendance_marks',
    card.submission_id,
    {
      day,
      at: change.at,
      ...changedTimes(before, outcome.mark),
      ...strangerIn(change, outcome.mark),
    },
  )
  return mark
}

const rejected = (reason: string, stored: StoredMark | null) =>
  new AppError('mark-rejected', { reason }, { stored })

const conflict = (child: string, stored: StoredMark | null) =>
  new AppError('mark-conflict', { child }, { stored })

/** Times only: names and notes can be erased and must not survive in the log. */
const TIMES = ['arrived_at', 'left_at', 'not_coming_at', 'late_minutes', 'version'] as const

/** The exception: to whom a child was released without their being on its list stays in the log, also after an undo. */
const strangerIn = (change: MarkChange, { picked_up_by, not_on_list }: AttendanceMark) =>
  'picked_up_by' in change && not_on_list ? { picked_up_by } : {}

function changedTimes(before: AttendanceMark | null, after: AttendanceMark): Record<string, unknown> {
  const changed = TIMES.filter((field) => (before?.[field] ?? null) !== (after[field] ?? null))
  return Object.fromEntries(changed.map((field) => [field, after[field]]))
}
