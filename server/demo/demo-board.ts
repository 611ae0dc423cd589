import { type AttendanceMark, childState, MARKED_DAYS_BACK } from '@aftercare/domain/board/board'
import { changeMark, type MarkChange } from '@aftercare/domain/board/mark-changes'
import { addDays, type Day, minutesInZone } from '@aftercare/domain/lib/days'
import { instantAt, minutesOf, timeOfDayFromMinutes } from '@aftercare/domain/lib/time-of-day'
import { type Board, findBoard } from '../src/board/board.queries'
import type { Tx } from '../src/db/client'
import { execute, sql } from '../src/db/sql'
import type { AttendanceMarkRow } from '../src/db/tables'
import { insertInto } from '../src/db/write'
import type { Family } from './demo-families'
import { createRng, type Rng } from './rng'

/** A separate seed: the families are the same with and without a board. */
const SEED = 20_261_015

const RELATIVES = [
  'Grandma Rose',
  'Grandpa Joe',
  'Aunt Leila',
  'Uncle Theo',
  'Grandma Ines',
  'Nina, neighbor',
  'Uncle Marek',
  'Aunt Carmen',
] as const

/** Half of the children may be picked up by somebody other than the parent. */
export function namePickupPeople(families: readonly Family[]): void {
  const rng = createRng(SEED)
  for (const { children } of families) {
    for (const child of children) {
      if (!rng.happens(0.5)) continue
      child.pickup_people = rng.sample(RELATIVES, rng.pick([1, 1, 2, 3])).map((name) => ({
        name,
        phone: rng.happens(0.7) ? `(555) 010-${rng.between(1000, 9999)}` : null,
      }))
    }
  }
}

/** A child who is still expected today. */
const isUnmarked = (index: number) => index % 5 === 3

/** One family of today, of a child who has not arrived, has given no phone number. */
export async function leaveOutPhone(tx: Tx, today: Day): Promise<void> {
  const { cards } = await findBoard(tx, today)
  const card = cards.find(
    ({ parent_id, adults }, index) => isUnmarked(index) && parent_id !== null && adults.length === 1,
  )
  if (!card) return
  await execute(tx, sql`update profiles set phone = null where id = ${card.parent_id}`)
  await execute(tx, sql`update children set pickup_people = '[]' where parent_id = ${card.parent_id}`)
}

type DayCard = Board['cards'][number]
type Afternoon = { now: Date; today: Day; timeZone: string }

/** Two weeks of marked days with a few late pick-ups, and today in the middle of its afternoon. */
export async function markAfternoons(tx: Tx, afternoon: Afternoon): Promise<void> {
  const rng = createRng(SEED + 1)
  for (let back = MARKED_DAYS_BACK; back >= 0; back -= 1) {
    const day = addDays(afternoon.today, -back)
    const board = await findBoard(tx, day)
    const marks = board.cards.flatMap((card, index) => {
      const changes = back === 0 ? changesToday(rng, card, index, afternoon) : changesOn(rng, card, board)
      return markAfter({ card, day, board, changes, afternoon })
    })
    if (marks.length > 0) await execute(tx, insertInto('attendance_marks', marks))
  }
}

/** A family has already said that a child is not coming on a day of next week; the given one, if it has such a day. */
export async function reportComingAbsence(tx: Tx, familyId: string, afternoon: Afternoon): Promise<void> {
  const booked: { card: DayCard; day: Day; board: Board }[] = []
  for (let ahead = 7; ahead < 14; ahead += 1) {
    const day = addDays(afternoon.today, ahead)
    const board = await findBoard(tx, day)
    if (!board.isCancelled) booked.push(...board.cards.map((card) => ({ card, day, board })))
  }
  const absent =
    booked.find(({ card }) => card.parent_id === familyId) ?? booked.find(({ card }) => !card.is_guest)
  if (!absent) return
  const changes = [{ minutes: 0, change: 'not_coming' as const }]
  await execute(tx, insertInto('attendance_marks', markAfter({ ...absent, changes, afternoon })))
}

type TimedChange = { minutes: number; change: Exclude<MarkChange['change'], 'correct' | 'note'> }

/** A past afternoon: here after school, gone by pick-up time, occasionally later. */
function changesOn(rng: Rng, card: DayCard, { pickupTime }: Board): TimedChange[] {
  if (rng.happens(0.03)) return [{ minutes: 9 * 60 + rng.between(0, 120), change: 'not_coming' }]
  const arrived = minutesOf(card.dismissal_time) + rng.between(0, 12)
  const due = minutesOf(pickupTime)
  const left = rng.happens(0.04) ? due + rng.between(1, 24) : due - rng.between(0, 70)
  return [
    { minutes: arrived, change: 'arrived' },
    { minutes: Math.max(left, arrived), change: 'picked_up' },
  ]
}

/** Halfway: most are here, some have gone, a few are still expected. Before the afternoon, compressed up to now. */
function changesToday(rng: Rng, card: DayCard, index: number, { now, timeZone }: Afternoon): TimedChange[] {
  const minutes = minutesInZone(now, timeZone)
  const dismissed = minutesOf(card.dismissal_time)
  const isAfternoon = minutes > dismissed + 15
  const first = isAfternoon ? dismissed : Math.max(0, minutes - 50)
  const last = isAfternoon ? Math.min(minutes, dismissed + 60) : minutes
  const arrived = Math.min(last, first + rng.between(0, 14))
  const left = Math.min(last, arrived + rng.between(8, 40))
  if (index % 9 === 4) return [{ minutes: Math.min(minutes, 10 * 60), change: 'not_coming' }]
  if (isUnmarked(index)) return []
  const here: TimedChange = { minutes: arrived, change: 'arrived' }
  return index % 3 === 0 ? [here, { minutes: left, change: 'picked_up' }] : [here]
}

type MarkedCard = { card: DayCard; day: Day; board: Board; changes: TimedChange[]; afternoon: Afternoon }

/** Applies the changes by the real rules, each at its own time. */
function markAfter({ card, day, board, changes, afternoon }: MarkedCard): AttendanceMarkRow[] {
  const { timeZone } = afternoon
  const people = [card.parent_name, card.parent_name, ...card.pickup_people.map(({ name }) => name)]
  let mark: AttendanceMark | null = null
  let updated_at = ''
  for (const { minutes, change } of changes) {
    const now = new Date(
      Math.min(instantAt(day, timeOfDayFromMinutes(minutes), timeZone).getTime(), afternoon.now.getTime()),
    )
    const at = now.toISOString()
    const picked_up_by = people[minutes % people.length] ?? card.parent_name
    const markChange: MarkChange = change === 'picked_up' ? { change, at, picked_up_by } : { change, at }
    const outcome = changeMark(mark, markChange, {
      ...card,
      name: card.child_name,
      day,
      dismissalTime: card.dismissal_time,
      pickupTime: board.pickupTime,
      now,
      timeZone,
      by: childState(mark) === 'expected' && minutes % 2 === 0 && !card.is_guest ? 'parent' : 'staff',
    })
    if (outcome.error !== null) throw new Error(outcome.error)
    mark = outcome.mark
    updated_at = at
  }
  return mark ? [{ ...mark, submission_id: card.submission_id, day, updated_at }] : []
}
