import { MARKED_DAYS_BACK } from '@aftercare/domain/board/board'
import { addDays, type Day, dayInZone, getDayParts } from '@aftercare/domain/lib/days'
import type { Clock } from '../clock'
import type { Config } from '../config'
import type { Queryable } from '../db/client'
import { releaseHeldMails } from '../db/held-mails'
import { anyOf } from '../db/search'
import { execute, identifier, join, sql } from '../db/sql'
import { ERASED_CHILD_DETAILS } from '../privacy/family-tables'
import { defineJob, type Job } from './scheduler'

const RETENTION_DAYS = 180
/** Longer than a mark can be made for it. */
const REMOVED_DROP_IN_DAYS = 2 * MARKED_DAYS_BACK

/** At 3:30 AM, which exists every night: clocks change at two. A missed night is caught up on at any time. */
export function retentionJob({ program }: Pick<Config, 'program'>, clock: Pick<Clock, 'now'>): Job {
  return defineJob({
    name: 'retention',
    cron: '30 3 * * *',
    runKey: (dueAt) => dayInZone(dueAt, program.timeZone),
    catchUp: () => true,
    async run(tx) {
      const now = clock.now()
      const today = dayInZone(now, program.timeZone)
      await eraseRemovedChildren(tx, now, today)
      await execute(
        tx,
        sql`delete from removed_drop_ins where dropin_date < ${addDays(today, -REMOVED_DROP_IN_DAYS)}::date`,
      )
      await removeExpired(tx, now)
      await removeOldRecords(tx, now)
    },
  })
}

/**
 * A child deleted by the parent keeps allergies, pick-up people and other details while it may still come. After its
 * last registered day these are erased; so are the person who picked it up, also in the log, and staff's notes once its
 * days can no longer be corrected. A month with an unknown name counts as the end of its year.
 */
async function eraseRemovedChildren(tx: Queryable, now: Date, today: Day): Promise<void> {
  const { year } = getDayParts(today)
  const details = Object.entries(ERASED_CHILD_DETAILS)
  const assignments = details.map(([column, erased]) => sql`${identifier(column)} = ${erased}`)
  const hasDetails = anyOf(
    details.map(([column, erased]) => sql`${identifier(column)} is distinct from ${erased}`),
  )
  await execute(
    tx,
    sql`
    update children set ${join(assignments)}, updated_at = ${now.toISOString()}
    where deleted_at is not null and ${hasDetails} and not exists (
      select from submissions s left join months m on m.id = s.month_id
      where s.child_id = children.id and (s.dropin_date >= ${today}::date or m.first_day is null and m.year >= ${year}
        or m.first_day + (select max(n) - 1 from unnest(s.selected_days) as n) >= ${today}::date))`,
  )
  await execute(
    tx,
    sql`
    update attendance_marks m set picked_up_by = null, note = null, updated_at = ${now.toISOString()}
    from children c join submissions s on s.child_id = c.id
    where c.deleted_at is not null and m.submission_id = s.id
      and m.day < ${addDays(today, -MARKED_DAYS_BACK)}::date and (m.picked_up_by is not null or m.note is not null)`,
  )
  // In the log is only who was not on the list. A drop-in that was removed, perhaps with its child, is known from the log.
  await execute(
    tx,
    sql`
    update audit_log l set detail = redact_text(l.detail)
    where l.table_name = 'attendance_marks' and l.detail ? 'picked_up_by'
      and l.detail ->> 'day' < ${addDays(today, -MARKED_DAYS_BACK)} and l.detail is distinct from redact_text(l.detail)
      and (exists (select from submissions s join children c on c.id = s.child_id
          where s.id::text = l.row_id and c.deleted_at is not null)
        or exists (select from audit_log r where r.table_name = 'submissions' and r.row_id = l.row_id
          and r.action in ('submission.remove', 'submission.withdraw') and r.detail ->> 'child_id' is not null
          and not exists (select from children c
            where c.id::text = r.detail ->> 'child_id' and c.deleted_at is null)))`,
  )
}

const TABLES_THAT_EXPIRE = [
  'sessions',
  'two_factor_challenges',
  'tokens',
  'guest_links',
  'family_invitations',
  'known_devices',
]

/** Expired sessions, links and devices, by the app's clock; rate limits by the database's clock. */
async function removeExpired(tx: Queryable, now: Date): Promise<void> {
  for (const table of TABLES_THAT_EXPIRE)
    await execute(
      tx,
      sql`delete from ${identifier(table)} where expires_at < ${now.toISOString()}::timestamptz`,
    )
  await execute(
    tx,
    sql`delete from idempotency_keys where created_at < ${now.toISOString()}::timestamptz - interval '1 day'`,
  )
  await execute(
    tx,
    sql`delete from import_reviews where updated_at < ${now.toISOString()}::timestamptz - interval '1 day'`,
  )
  await execute(tx, sql`delete from rate_limits where tat_ms < extract(epoch from now()) * 1000`)
}

async function removeOldRecords(tx: Queryable, now: Date): Promise<void> {
  await execute(
    tx,
    sql`
    update outbox set text = '', content = null where is_secret and state = 'failed' and text <> ''`,
  )
  await execute(tx, sql`delete from outbox where event is not null and is_secret and state = 'failed'`)
  // Of adults whose account was deleted, and of guests who were erased, while these were queued.
  await execute(
    tx,
    sql`
    delete from outbox o where sent_by is not null and o.event is null and o.state in ('sent', 'failed')
      and not exists (select from accounts a where a.id = o.sent_by and a.disabled_at is null)`,
  )
  await execute(
    tx,
    sql`
    delete from outbox where state in ('sent', 'failed', 'held')
      and created_at < ${now.toISOString()}::timestamptz - make_interval(days => ${RETENTION_DAYS})`,
  )
  // Without anything personal: only how they ended.
  await execute(
    tx,
    sql`delete from unconfirmed_submissions where outcome is not null
      and expires_at < ${now.toISOString()}::timestamptz - make_interval(days => ${RETENTION_DAYS})`,
  )
  // An email may have been confirmed while a mail to it was composed.
  await execute(tx, releaseHeldMails(sql`true`, now))
  // Family messages are deleted with their mails.
  await execute(
    tx,
    sql`delete from family_messages
      where sent_at < ${now.toISOString()}::timestamptz - make_interval(days => ${RETENTION_DAYS})`,
  )
  await execute(
    tx,
    sql`delete from job_runs where started_at < ${now.toISOString()}::timestamptz - make_interval(days => ${RETENTION_DAYS})`,
  )
}
