import type { Queryable } from '../db/client'
import { empty, execute, maybeOne, sql } from '../db/sql'
import type { OutboxRow } from '../db/tables'
import type { ClaimedEvent } from './outbox.queries'
import type { OutgoingMail } from './outgoing-mail'
import type { EmailContent } from './templates/email-content'

/** Longer than any attempt takes: when it expires, the worker that claimed the email is gone. */
const LEASE_SECONDS = 180

/** `content` is null for mails from before structured content: those have their text only. */
export type ClaimedMail = Omit<OutgoingMail, 'html'> & {
  content: EmailContent | null
  attempt: number
  isSecret: boolean
}

/** What a worker works on: a mail, or an event whose mails it composes. */
export type Claimed = { mail: ClaimedMail; event: null } | { mail: null; event: ClaimedEvent }

type Row = Omit<
  OutboxRow,
  'state' | 'next_attempt_at' | 'send_after' | 'lease_until' | 'last_error' | 'sent_at'
>

/**
 * Claims one due event or email, or one whose worker died. Skips rows that another worker is just claiming. While an email is
 * being sent, its next attempt is the end of its lease, so one index finds both kinds. Leases and attempts use the
 * database's clock: workers on several machines need no common one. `send_after` is by the programme's, like `now`.
 *
 * If none is due, returns how long until one is; null if none is queued. One with a `send_after` to come is left to the
 * next poll: looking for it would read the whole queue.
 *
 * Not prepared: PostgreSQL would keep its plan for an empty queue, which reads a long one as a whole.
 */
export async function claim(
  db: Queryable,
  now: Date,
): Promise<{ claimed: Claimed | null; nextInMs: number | null }> {
  const isReleased = sql`state in ('queued', 'sending') and (send_after is null or send_after <= ${now.toISOString()})`
  const row = await maybeOne<Partial<Row> & { next_in_ms: number | null }>(
    db,
    sql`with taken as (
          update outbox set
            state = 'sending', attempts = attempts + 1,
            lease_until = now() + make_interval(secs => ${LEASE_SECONDS}),
            next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS})
          where id = (
            select id from outbox where ${isReleased} and next_attempt_at <= now()
            order by next_attempt_at limit 1 for update skip locked)
          returning id, template, to_email, to_name, subject, text, content, message_id, created_at, attempts,
            is_secret, event, account_id, family_id, submission_id, sent_by)
        select taken.*, case when taken.id is null then (extract(epoch from (
            select min(next_attempt_at) from outbox where ${isReleased}) - now()) * 1000)::float8 end as next_in_ms
        from (values (1)) one left join taken on true`,
  )
  return { claimed: row?.id ? claimed(row as Row) : null, nextInMs: row?.next_in_ms ?? null }
}

const claimed = ({ event, ...row }: Row): Claimed =>
  event ? { mail: null, event: { ...row, event } } : { mail: mailOf(row), event: null }

const mailOf = (row: Omit<Row, 'event'>): ClaimedMail => ({
  id: row.id,
  template: row.template,
  to: { address: row.to_email, name: row.to_name },
  subject: row.subject,
  text: row.text,
  content: row.content,
  messageId: row.message_id,
  createdAt: row.created_at,
  attempt: row.attempts,
  isSecret: row.is_secret,
})

/**
 * Releases emails that a killed process was sending, so that they need not wait for the end of their lease. Only for a
 * caller who knows that no other process uses this database.
 */
export function releaseMails(db: Queryable): Promise<number> {
  return execute(
    db,
    sql`update outbox set next_attempt_at = now(), lease_until = now() where state = 'sending'`,
  )
}

type Attempt = Pick<ClaimedMail, 'id' | 'attempt'>

/** Only the worker with the latest attempt may record the outcome. */
const isClaimedBy = ({ id, attempt }: Attempt) =>
  sql`id = ${id} and state = 'sending' and attempts = ${attempt}`

/** The body of an email with a one-time link is deleted once it is sent. */
export async function markSent(db: Queryable, mail: ClaimedMail, now: Date): Promise<void> {
  const body = mail.isSecret ? sql`, text = '', content = null` : empty
  await execute(
    db,
    sql`update outbox set state = 'sent', sent_at = ${now.toISOString()}, lease_until = null, last_error = null ${body}
      where ${isClaimedBy(mail)}`,
  )
}

export async function markForRetry(
  db: Queryable,
  attempt: Attempt,
  error: string,
  waitMs: number,
): Promise<void> {
  await execute(
    db,
    sql`update outbox set state = 'queued', lease_until = null, last_error = ${error},
        next_attempt_at = now() + make_interval(secs => ${waitMs / 1000})
      where ${isClaimedBy(attempt)}`,
  )
}

export async function markFailed(db: Queryable, attempt: Attempt, error: string): Promise<void> {
  await execute(
    db,
    sql`update outbox set state = 'failed', lease_until = null, last_error = ${error} where ${isClaimedBy(attempt)}`,
  )
}
