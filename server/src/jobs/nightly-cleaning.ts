import { dayInZone, getDayParts, MONTH_NAMES } from '@aftercare/domain/days'
import type { Clock } from '../clock'
import type { Queryable } from '../db/client'
import { affected, sql } from '../db/sql'
import { defineJob, type Job } from './scheduler'

const KEPT_DAYS = 180

/** At 3:30 AM, a time that every night has: the clocks change at two. A missed night is made up for at any time. */
export function nightlyCleaningJob(config: { timeZone: string }, clock: Pick<Clock, 'now'>): Job {
  return defineJob({
    name: 'nightly-cleaning',
    cron: '30 3 * * *',
    runKey: (dueAt) => dayInZone(dueAt, config.timeZone),
    catchUp: () => true,
    async run(tx) {
      const now = clock.now()
      await eraseAllergies(tx, now, dayInZone(now, config.timeZone))
      await removeExpired(tx, now)
      await removeOldRecords(tx, now)
    },
  })
}

/**
 * A child that the parent has deleted keeps name and allergies while it may still come; after its last
 * registered day the allergies go. A month with an unknown name cannot be placed, so it counts as its year's end.
 */
async function eraseAllergies(tx: Queryable, now: Date, today: string): Promise<void> {
  const { year, monthIndex, dayOfMonth } = getDayParts(today)
  await affected(
    tx,
    sql`
    update children set allergies = null, updated_at = ${now.toISOString()}
    where deleted_at is not null and allergies is not null and not exists (
      select from submissions s left join months m on m.id = s.month_id
      where s.child_id = children.id and (s.dropin_date >= ${today}::date or exists (
        select from unnest(s.selected_days) as chosen where
          (m.year, coalesce(array_position(${[...MONTH_NAMES]}::text[], m.month_name), 12), chosen)
            >= (${year}::int, ${monthIndex + 1}::int, ${dayOfMonth}::int))))`,
  )
}

/** Sessions and links end by the programme's clock, the limiter's rows by the machine's. */
async function removeExpired(tx: Queryable, now: Date): Promise<void> {
  await affected(tx, sql`delete from sessions where expires_at < ${now.toISOString()}::timestamptz`)
  await affected(tx, sql`delete from tokens where expires_at < ${now.toISOString()}::timestamptz`)
  await affected(tx, sql`delete from known_devices where expires_at < ${now.toISOString()}::timestamptz`)
  await affected(
    tx,
    sql`delete from idempotency_keys where created_at < ${now.toISOString()}::timestamptz - interval '1 day'`,
  )
  await affected(tx, sql`delete from rate_limits where expire < extract(epoch from now()) * 1000`)
}

async function removeOldRecords(tx: Queryable, now: Date): Promise<void> {
  await affected(
    tx,
    sql`
    update outbox set html = '', text = '', page = null where is_secret and state = 'failed' and text <> ''`,
  )
  await affected(
    tx,
    sql`
    delete from outbox where state in ('sent', 'failed')
      and created_at < ${now.toISOString()}::timestamptz - make_interval(days => ${KEPT_DAYS})`,
  )
  // What was written to families goes with its mails.
  await affected(
    tx,
    sql`delete from family_messages
      where sent_at < ${now.toISOString()}::timestamptz - make_interval(days => ${KEPT_DAYS})`,
  )
  await affected(
    tx,
    sql`delete from job_runs where started_at < ${now.toISOString()}::timestamptz - make_interval(days => ${KEPT_DAYS})`,
  )
}
