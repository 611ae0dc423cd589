import type { AttendanceMark } from '@aftercare/domain/board/board'
import { changeMark, isReplay, type MarkChange } from '@aftercare/domain/board/mark-changes'
import { formatWeekdayDate } from '@aftercare/domain/lib/dates-format'
import type { Day } from '@aftercare/domain/lib/days'
import { recordAudit } from '../audit/audit.queries'
import type { Tx } from '../db/client'
import { AppError } from '../errors'
import type { Services, Viewer } from '../http/context'
import { type FoundSubmission, lockCard, lockMark, saveMark } from './board.queries'
import type { StoredMark } from './mark-row'

type Wanted = { day: Day; version: number; change: MarkChange; by: 'parent' | 'staff' }

/**
 * Changes one child's mark under its lock. What somebody else stored since the press stands: the refusal carries it,
 * so that the board shows it. A press that is stored already is answered as if it were the first time.
 */
export async function applyMarkChange(
  tx: Tx,
  services: Pick<Services, 'clock' | 'config'>,
  viewer: Viewer,
  submission: FoundSubmission,
  { day, version, change, by }: Wanted,
): Promise<StoredMark> {
  const { clock, config } = services
  const { card, pickupTime } = await lockCard(tx, submission, day)
  if (!card) throw rejected(`${submission.child_name} is not booked for ${formatWeekdayDate(day)}.`, null)
  const key = { submission_id: card.submission_id, day }
  const before = await lockMark(tx, card.submission_id, day)
  const stands = before && { ...key, ...before }
  if ((before?.version ?? 0) !== version) {
    if (stands && isReplay(stands, change)) return stands
    throw conflict(card.child_name, stands)
  }
  const now = clock.now()
  const outcome = changeMark(before, change, {
    name: card.child_name,
    day,
    dismissal: card.dismissal,
    pickupTime,
    now,
    timeZone: config.timeZone,
    by,
  })
  if (outcome.error !== null) throw rejected(outcome.error, stands)
  const mark = { ...key, ...outcome.mark }
  if (!(await saveMark(tx, mark, now.toISOString()))) {
    const first = await lockMark(tx, card.submission_id, day)
    throw conflict(card.child_name, first && { ...key, ...first })
  }
  await recordAudit(tx, clock, viewer, {
    action: `mark.${change.change.replaceAll('_', '-')}`,
    table: 'attendance_marks',
    rowId: card.submission_id,
    detail: { day, at: change.at, ...changedTimes(before, outcome.mark) },
  })
  return mark
}

const rejected = (reason: string, stored: StoredMark | null) =>
  new AppError('mark-rejected', { reason }, undefined, undefined, stored)

const conflict = (child: string, stored: StoredMark | null) =>
  new AppError('mark-conflict', { child }, undefined, undefined, stored)

/** Times only: who picked a child up, and what staff noted, can be erased and must not live on in the log. */
const TIMES = ['arrived_at', 'left_at', 'not_coming_at', 'late_minutes', 'version'] as const

function changedTimes(before: AttendanceMark | null, after: AttendanceMark): Record<string, unknown> {
  const changed = TIMES.filter((field) => (before?.[field] ?? null) !== (after[field] ?? null))
  return Object.fromEntries(changed.map((field) => [field, after[field]]))
}
