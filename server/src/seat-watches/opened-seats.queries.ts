import type { Day } from '@aftercare/domain/lib/days'
import { dateInMonth } from '@aftercare/domain/months/months'
import { openedSeats } from '@aftercare/domain/seat-watches/seat-watches'
import { holdsItsDays } from '../db/approved'
import type { Tx } from '../db/client'
import { execute, maybeOne, rows, type Sql, sql } from '../db/sql'
import type { MonthRow, SeatWatchRow } from '../db/tables'
import { isUnconfirmed } from '../db/unconfirmed-email'
import type { Services } from '../http/context'
import { queueEvents } from '../mail-events/queue-events'
import { calendarOf } from '../months/month-row'
import { isOpenForRegistration, monthColumns } from '../months/months.queries'

export const watchedMonth = (month: MonthRow, today: Day) => ({
  calendar: calendarOf(month),
  isOffered: isOpenForRegistration(month, today),
})

/**
 * Emails the families that wait longest, one per opened seat, in the transaction of the change: the email is sent if
 * and only if the seat is free. `before` is the month as it was when it was locked.
 */
export async function notifyOpenedSeats(
  tx: Tx,
  before: MonthRow,
  services: Pick<Services, 'clock'>,
): Promise<void> {
  const after = await maybeOne<MonthRow>(tx, sql`select ${monthColumns} from months where id = ${before.id}`)
  if (!after) return
  const today = services.clock.today()
  const opened = openedSeats(watchedMonth(before, today), watchedMonth(after, today), today)
  if (opened.length === 0) return
  const calendar = calendarOf(after)
  await lockWatches(tx, sql`month_id = ${after.id} and day = any(${opened.map(({ n }) => n)}::int[])`)
  const watchers = await dequeueWatchers(tx, after, opened)
  await queueEvents(
    tx,
    watchers.flatMap(({ day, parent_id, asked_by }) => {
      const date = dateInMonth(calendar, day)
      if (date === null) return []
      const mail = { template: 'seat-opened', day: date, monthId: after.id } as const
      const event = { kind: 'account', mail, language: null } as const
      return [{ event, accountId: asked_by ?? parent_id, familyId: parent_id }]
    }),
    services,
  )
}

/**
 * By whoever mails those who wait, and before they join or leave a family or are erased: an erasure then finds the mail, or
 * the mail goes to whoever is left.
 */
export const lockWatches = (tx: Tx, which: Sql) =>
  execute(tx, sql`select from seat_watches where ${which} order by parent_id, month_id, day for update`)

type Watcher = Pick<SeatWatchRow, 'parent_id' | 'day' | 'asked_by'>

const MAX_NOTIFIED = 10_000

/** Notified families leave the list; those of whom nobody can be mailed keep their place. A family whose children are all booked for the day needs no seat. */
function dequeueWatchers(
  tx: Tx,
  month: MonthRow,
  opened: { n: number; opened: number }[],
): Promise<Watcher[]> {
  const days = opened.map(({ n }) => n)
  const seats = opened.map((day) => Math.min(day.opened, MAX_NOTIFIED))
  return rows<Watcher>(
    tx,
    sql`with waiting as (
        select w.parent_id, w.day, w.asked_by,
          row_number() over (partition by w.day order by w.created_at, w.parent_id) as place
        from seat_watches w join profiles first on first.id = w.parent_id
        where w.month_id = ${month.id} and w.day = any(${days}::int[]) and first.status <> 'suspended'
          and exists (select from accounts a join profiles p on p.id = a.id
            left join family_members m on m.member_id = a.id
            where a.id in (w.parent_id, w.asked_by) and coalesce(m.parent_id, a.id) = w.parent_id
              and a.disabled_at is null and p.status <> 'suspended' and not ${isUnconfirmed})
          and (not exists (select from children c where c.parent_id = w.parent_id and c.deleted_at is null)
            or exists (select from children c where c.parent_id = w.parent_id and c.deleted_at is null
              and not exists (select from submissions s where s.child_id = c.id
                and (s.month_id = w.month_id and w.day = any(s.selected_days)
                  or s.dropin_date = (select first_day + w.day - 1 from months where id = w.month_id)
                    and ${holdsItsDays}))))
      ), notified as (
        select waiting.* from waiting
        join unnest(${days}::int[], ${seats}::int[]) as open (day, seats) on open.day = waiting.day
        where place <= open.seats
      ), removed as (
        delete from seat_watches w using notified
        where w.month_id = ${month.id} and w.parent_id = notified.parent_id and w.day = notified.day
      )
      select parent_id, day, asked_by from notified order by day, place`,
  )
}
