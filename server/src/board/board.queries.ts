import type { BarredNamesakes } from '@aftercare/domain/board/barred-namesakes'
import type { AttendanceMark } from '@aftercare/domain/board/board'
import { type BoardCard, boardCards, type CardSource } from '@aftercare/domain/board/board-cards'
import { dismissalTime, type PickupTimes, pickupTime } from '@aftercare/domain/board/pickup-times'
import {
  type BarredPerson,
  type PickupPerson,
  readBarredPeople,
  readPickupPeople,
} from '@aftercare/domain/children/pickup-people'
import { type Day, getDayParts } from '@aftercare/domain/lib/days'
import type { DayType } from '@aftercare/domain/months/months'
import {
  detailColumns,
  isBooked,
  sourceColumns,
  submissionsOn,
  withMarks,
} from '../attendance/attendance.queries'
import { otherAdultsOf } from '../db/adults'
import type { Queryable, Tx } from '../db/client'
import { execute, maybeOne, type PreparedStatement, prepared, rows, type Sql, sql } from '../db/sql'
import type { AttendanceMarkRow, SubmissionRow } from '../db/tables'
import { insertInto, setClause } from '../db/write'
import { type DayInMonth, findMonthOf, isMonthOf } from '../months/months.queries'
import { addKnownFamilies, findKnownFamilies } from '../same-child/known-families.queries'
import { markColumns, markOf, type StoredMark } from './mark-row'
import { findPickupSettings } from './pickup-times.queries'

export type SourceRow = Omit<CardSource, 'mark' | 'pickupPeople' | 'mustNotPickUp'> & {
  pickupPeople: PickupPerson[] | null
  mustNotPickUp: BarredPerson[] | null
} & {
  [Field in keyof StoredMark]: StoredMark[Field] | null
}

const cardColumns = (
  day: Day,
  monthId: string | null | Sql,
): Sql => sql`${sourceColumns(day)}${detailColumns}, s.parent_id as "parentId", s.submitted_at as "submittedAt",
  c.pickup_people as "pickupPeople", c.must_not_pick_up as "mustNotPickUp",
  not ${isBooked(day, monthId)} as "isNotBooked", ${markColumns}`

export const boardStatement = (day: Day, monthId: string | null): Sql =>
  sql`select ${cardColumns(day, monthId)}, ${otherAdultsOf} as "otherAdults"
    from ${submissionsOn(day, monthId)} ${withMarks(day)}`

type Lookup = { lock?: Sql; from?: Sql; isListed?: Sql; more?: Sql }

/**
 * Few rows, found by index: `whose` is a condition for a family or child in `submissions s`. Listed are those with the
 * day and those with an arrival, as in `submissionsOn`.
 */
export const childrenStatement = (
  day: Day,
  monthId: string | null | Sql,
  whose: Sql,
  {
    lock = sql``,
    from = sql`submissions`,
    more = sql``,
    isListed = sql`(${isBooked(day, monthId)} or m.arrived_at is not null)`,
  }: Lookup = {},
): Sql =>
  sql`select ${cardColumns(day, monthId)}${more} from ${from} s
    left join profiles p on p.id = s.parent_id
    left join children c on c.id = s.child_id
    ${withMarks(day)}
    where ${whose} and ${isListed} ${lock}`

const isGuestRow = ({ childId }: SourceRow) => childId === null

export type Board = {
  typeOfDay: DayType | null
  isCancelled: boolean
  pickupTime: string
  cards: (BoardCard & { dismissal_time: string })[]
}

/** The children of a day, each once, with their marks: the same children as in the day report. */
export const findBoard = (db: Queryable, day: Day): Promise<Board> =>
  readBoard(db, day, (monthId) => boardStatement(day, monthId), 'guest')

async function readBoard(
  db: Queryable,
  day: Day,
  statement: (monthId: string | null) => Sql | PreparedStatement,
  namesakes: BarredNamesakes,
): Promise<Board> {
  const [month, times] = [await findMonthOf(db, day), await findPickupSettings(db)]
  const found = await rows<SourceRow>(db, statement(month?.id ?? null))
  await addKnownFamilies(db, found.filter(isGuestRow), { namesakes, withBarred: true })
  return boardOf(day, found, month, times)
}

export const boardOf = (
  day: Day,
  found: readonly SourceRow[],
  month: DayInMonth | null,
  times: PickupTimes,
): Board => {
  const typeOfDay = month?.typeOfDay ?? null
  return {
    typeOfDay,
    isCancelled: month?.isCancelled ?? false,
    pickupTime: pickupTime(times, day, typeOfDay),
    cards: boardCards(found.map(toCardSource), typeOfDay).map((card) => ({
      ...card,
      dismissal_time: dismissalTime(times, day, card.dismissal),
    })),
  }
}

function toCardSource(row: SourceRow): CardSource {
  const { submission_id, day: _, pickupPeople, mustNotPickUp, ...rest } = row
  const { arrived_at, left_at, picked_up_by, not_on_list, not_coming_at, not_coming_by, note, ...more } = rest
  const { pickup_time, late_minutes, version, ...source } = more
  const mark = { arrived_at, left_at, picked_up_by, not_coming_at, not_coming_by, note, pickup_time }
  const counted = {
    not_on_list: not_on_list ?? false,
    late_minutes: late_minutes ?? 0,
    version: version ?? 1,
  }
  return {
    ...source,
    pickupPeople: readPickupPeople(pickupPeople),
    mustNotPickUp: readBarredPeople(mustNotPickUp),
    mark: submission_id === null ? null : { ...mark, ...counted },
  }
}

const findCardsWhere = (tx: Queryable, day: Day, whose: Sql, lookup: Lookup = {}): Promise<Board> =>
  readBoard(
    tx,
    day,
    (monthId) => prepared('cards-of', childrenStatement(day, monthId, whose, lookup)),
    'anybody',
  )

/** The family's children who are booked for the day. */
export const findFamilyBoard = (db: Queryable, parentId: string, day: Day): Promise<Board> =>
  findCardsWhere(db, day, sql`s.parent_id = ${parentId}`)

export type FoundSubmission = Pick<SubmissionRow, 'id' | 'child_id' | 'parent_id'> & { child_name: string }

/** The child that a submission is for; restricted to one family if given. */
export const findMarkedSubmission = (
  db: Queryable,
  id: string,
  parentId?: string,
): Promise<FoundSubmission | null> =>
  maybeOne<FoundSubmission>(
    db,
    prepared(
      parentId === undefined ? 'marked-submission' : 'own-marked-submission',
      sql`select s.id, s.child_id, s.parent_id, coalesce(c.name, s.guest_child_name, '') as child_name
        from submissions s left join children c on c.id = s.child_id
        where s.id = ${id} ${parentId === undefined ? sql`` : sql`and s.parent_id = ${parentId}`}`,
    ),
  )

/** All adults of the family, who may pick up; the submissions are locked. */
const FOR_MARKS: Lookup = {
  more: sql`, ${otherAdultsOf} as "otherAdults"`,
  lock: sql`order by s.id for no key update of s`,
}

/**
 * The child's card on the day; null: neither booked nor here. Locks its submissions until the transaction ends: they cannot be
 * removed meanwhile, and of two concurrent marks the second sees what the first wrote.
 */
export async function lockCard(tx: Tx, { id, child_id }: FoundSubmission, day: Day) {
  const whose = child_id === null ? sql`s.id = ${id}` : sql`s.child_id = ${child_id}`
  const board = await findCardsWhere(tx, day, whose, FOR_MARKS)
  return { ...board, card: board.cards[0] ?? null }
}

/** The card of a registration that gave the day up, by an edit or by being cancelled, or of a removed drop-in; null if it never had it. */
export async function lockFormerCard(tx: Tx, { id }: FoundSubmission, day: Day) {
  const { dayOfMonth } = getDayParts(day)
  const isListed = sql`(s.is_restored and s.dropin_date = ${day}::date or s.month_id = (select id from months where ${isMonthOf(day)})
    and jsonb_path_exists(s.edit_history, '$[*].previous_days[*] ? (@ == $n)', jsonb_build_object('n', ${dayOfMonth}::int)))`
  const board = await findCardsWhere(tx, day, sql`s.id = ${id}`, { ...FOR_MARKS, isListed })
  return { ...board, card: board.cards[0] ?? null }
}

/**
 * Locks the children of submissions and those that guests may be, so that a pick-up follows the newest list of who may and
 * who must not pick up: a change that is being saved is waited for. Before their submissions, by ascending id.
 */
export async function lockPickupLists(tx: Tx, submissionIds: readonly string[]): Promise<void> {
  const known = [...(await findKnownFamilies(tx, submissionIds, { namesakes: 'anybody' })).values()]
  const sameChildren = known.flatMap(({ same_children }) => same_children.map(({ id }) => id))
  await execute(
    tx,
    sql`select 1 from children where id = any(${sameChildren}::uuid[])
        or id in (select child_id from submissions where id = any(${submissionIds}::uuid[])
          union select child_id from removed_drop_ins where id = any(${submissionIds}::uuid[]))
      order by id for share`,
  )
}

/** Locks the submissions of several children at once, by ascending id as everywhere, before each is marked. */
export async function lockMarkedChildren(tx: Tx, marks: readonly { submission_id: string }[]): Promise<void> {
  const ids = marks.map(({ submission_id }) => submission_id)
  await lockPickupLists(tx, ids)
  await execute(
    tx,
    sql`select 1 from submissions where id in (
        select id from submissions where id = any(${ids}::uuid[])
        union
        select other.id from submissions named join submissions other using (child_id)
        where named.id = any(${ids}::uuid[]))
      order by id for no key update`,
  )
}

/** The current mark, locked until the transaction ends. */
export async function lockMark(tx: Tx, submissionId: string, day: Day): Promise<AttendanceMark | null> {
  const row = await maybeOne<AttendanceMarkRow>(
    tx,
    prepared(
      'lock-mark',
      sql`select ${markColumns} from attendance_marks m
        where m.submission_id = ${submissionId} and m.day = ${day}::date for update`,
    ),
  )
  return row && markOf(row)
}

/** Writes the mark with its new version. False: somebody else made the child's first mark at the same moment. */
export async function saveMark(
  tx: Tx,
  mark: StoredMark,
  { isNew, updated_at }: { isNew: boolean; updated_at: string },
): Promise<boolean> {
  const { submission_id, day, ...values } = mark
  const statement = isNew
    ? sql`${insertInto('attendance_marks', [{ ...mark, updated_at }])} on conflict do nothing`
    : sql`update attendance_marks set ${setClause('attendance_marks', { ...values, updated_at })}
          where submission_id = ${submission_id} and day = ${day}::date and version = ${mark.version - 1}`
  return (await execute(tx, statement)) === 1
}
