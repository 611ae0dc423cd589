import { type Day, getDayParts } from '@aftercare/domain/lib/days'
import { seatsOn, takenOn } from '@aftercare/domain/months/seats'
import type { Queryable, Tx } from '../db/client'
import { affected, firstRow, rows, sql } from '../db/sql'
import type { AttendanceMarkRow, GuestLinkRow, MonthRow, SubmissionRow } from '../db/tables'
import { insertInto } from '../db/write'
import { AppError } from '../errors'
import type { Services } from '../http/context'
import { seatingOf } from '../months/month-row'
import { monthColumns } from '../months/months.queries'
import { dayHeld } from '../submissions/held-days.queries'
import { submissionColumns } from '../submissions/submissions.queries'
import { TAKE_BACK_MINUTES } from '../submissions/take-back.queries'
import { lockDropInMonth } from './drop-ins.queries'

/**
 * A deleted drop-in with all that went with it. It is kept nowhere: sealed, it is handed to whoever deleted it, and
 * opens for that account only and for a short while. So nothing deleted stays in the database or in a backup.
 */
export type RemovedDropIn = {
  submission: SubmissionRow
  marks: AttendanceMarkRow[]
  links: GuestLinkRow[]
  /** Seats taken that day with it, where there are only so many. */
  taken: number | null
  removedAt: string
}

export async function readWhole(
  tx: Tx,
  id: string,
  month: MonthRow | null,
  now: Date,
): Promise<RemovedDropIn | null> {
  const submission = await firstRow<SubmissionRow>(
    tx,
    sql`select ${submissionColumns} from submissions s where s.id = ${id} and s.month_id is null`,
  )
  if (!submission) return null
  return {
    submission,
    marks: await rows(tx, sql`select * from attendance_marks where submission_id = ${id}`),
    links: await rows(tx, sql`select * from guest_links where submission_id = ${id}`),
    taken: month && submission.dropin_date ? takenThat(month, submission.dropin_date) : null,
    removedAt: now.toISOString(),
  }
}

const takenThat = (month: MonthRow, day: Day) => takenOn(seatingOf(month), getDayParts(day).dayOfMonth)

const ownerOf = (id: string, accountId: string) => `removed-drop-in:${id}:${accountId}`

export const sealRemoved = (
  { sealer }: Pick<Services, 'sealer'>,
  removed: RemovedDropIn,
  accountId: string,
) => sealer.seal(JSON.stringify(removed), ownerOf(removed.submission.id, accountId))

export function openRemoved(
  { sealer }: Pick<Services, 'sealer'>,
  sealed: string,
  id: string,
  accountId: string,
): RemovedDropIn {
  const text = sealer.open(sealed, ownerOf(id, accountId))
  if (text === null) throw new AppError('not-undoable')
  return JSON.parse(text) as RemovedDropIn
}

/** The same row again, with its marks and its private links. Its mails never lost it. */
export async function restoreDropIn(tx: Tx, removed: RemovedDropIn, accountId: string, now: Date) {
  const { submission, marks, links } = removed
  const { dropin_date } = submission
  if (dropin_date === null) throw new AppError('not-undoable')
  const month = await lockDropInMonth(tx, dropin_date)
  if (!(await wasJustRemoved(tx, removed, accountId, now))) throw new AppError('not-undoable')
  await refuseWithoutFamily(tx, submission, dropin_date)
  await affected(tx, insertInto('submissions', [submission]))
  if (month) await refuseWithoutSeat(tx, month.id, dropin_date, removed.taken ?? 0)
  if (marks.length > 0) await affected(tx, insertInto('attendance_marks', marks))
  if (links.length > 0) await affected(tx, insertInto('guest_links', links))
}

/** Its last entry in the log is this deletion, so it comes back once; an address that was erased since stays erased. */
async function wasJustRemoved(
  db: Queryable,
  { submission: { id, guest_parent_email }, removedAt }: RemovedDropIn,
  accountId: string,
  now: Date,
): Promise<boolean> {
  if (now.getTime() - Date.parse(removedAt) > TAKE_BACK_MINUTES * 60_000) return false
  const last = await firstRow<{ is_it: boolean }>(
    db,
    sql`select action = 'submission.remove' and actor_id = ${accountId} and at = ${removedAt}
        and detail ->> 'guest_parent_email' is not distinct from ${guest_parent_email}::text as is_it
      from audit_log where table_name = 'submissions' and row_id = ${id} order by at desc, id desc limit 1`,
  )
  return last?.is_it ?? false
}

/** The family may have left meanwhile, removed the child, or asked for the same day again. */
async function refuseWithoutFamily(tx: Tx, row: SubmissionRow, day: Day): Promise<void> {
  if (row.parent_id === null) return
  const account = await firstRow(
    tx,
    sql`select id from accounts where id = ${row.parent_id} and disabled_at is null for share`,
  )
  const child = await firstRow<{ name: string }>(
    tx,
    sql`select name from children
      where id = ${row.child_id} and parent_id = ${row.parent_id} and deleted_at is null for no key update`,
  )
  if (!account || !child) throw new AppError('not-undoable')
  const other = await firstRow(
    tx,
    sql`select id from submissions where child_id = ${row.child_id} and dropin_date = ${day}`,
  )
  if (other) throw dayHeld(child.name, 'drop-in', day)
}

/** Counted after it stands: a child that holds the day anyway takes no seat. What was over before may be so again. */
async function refuseWithoutSeat(tx: Tx, monthId: string, day: Day, takenBefore: number): Promise<void> {
  const month = await firstRow<MonthRow>(tx, sql`select ${monthColumns} from months where id = ${monthId}`)
  if (!month) return
  const seats = seatsOn(seatingOf(month), getDayParts(day).dayOfMonth)
  const taken = takenThat(month, day)
  if (seats !== null && taken > seats && taken > takenBefore)
    throw new AppError('seat-taken', { taken: taken - 1, seats })
}
