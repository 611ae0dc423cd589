import { sql } from 'drizzle-orm'
import type { Queryable } from '../db/client'
import type { OutgoingMail } from './transports'

/** Longer than any attempt takes: when it is over, the worker that took the mail is gone. */
const LEASE_SECONDS = 180

export type ClaimedMail = OutgoingMail & { attempt: number; isSecret: boolean }

type Row = {
  id: string
  template: string
  to_address: string
  to_name: string | null
  subject: string
  html: string
  text: string
  message_id: string
  created_at: string
  attempts: number
  is_secret: boolean
}

/**
 * Takes one due mail, or one whose worker did not live to finish. A row that another worker is just taking is
 * passed over. While a mail is out, its next attempt is the end of its lease, so one index finds both kinds.
 * All times are the database's: workers on several machines need no common clock.
 */
export async function claimMail(db: Queryable): Promise<ClaimedMail | null> {
  const { rows } = await db.execute<Row>(sql`
    update outbox set
      state = 'sending', attempts = attempts + 1,
      lease_until = now() + make_interval(secs => ${LEASE_SECONDS}),
      next_attempt_at = now() + make_interval(secs => ${LEASE_SECONDS})
    where id = (
      select id from outbox where state in ('queued', 'sending') and next_attempt_at <= now()
      order by next_attempt_at limit 1 for update skip locked)
    returning id, template, to_address, to_name, subject, html, text, message_id, created_at, attempts, is_secret`)
  const row = rows[0]
  if (!row) return null
  return {
    id: row.id,
    template: row.template,
    to: { address: row.to_address, name: row.to_name },
    subject: row.subject,
    html: row.html,
    text: row.text,
    messageId: row.message_id,
    createdAt: new Date(row.created_at).toISOString(),
    attempt: row.attempts,
    isSecret: row.is_secret,
  }
}

/** Only the worker that holds the mail's latest attempt may write its outcome. */
const held = (mail: ClaimedMail) => sql`id = ${mail.id} and state = 'sending' and attempts = ${mail.attempt}`

/** A one-time link has done its work once its mail is out: it is not kept. */
export async function markSent(db: Queryable, mail: ClaimedMail): Promise<void> {
  const body = mail.isSecret ? sql`, html = '', text = ''` : sql``
  await db.execute(sql`
    update outbox set state = 'sent', sent_at = now(), lease_until = null, last_error = null ${body}
    where ${held(mail)}`)
}

export async function markForRetry(
  db: Queryable,
  mail: ClaimedMail,
  error: string,
  waitMs: number,
): Promise<void> {
  await db.execute(sql`
    update outbox set state = 'queued', lease_until = null, last_error = ${error},
      next_attempt_at = now() + make_interval(secs => ${waitMs / 1000})
    where ${held(mail)}`)
}

export async function markFailed(db: Queryable, mail: ClaimedMail, error: string): Promise<void> {
  await db.execute(sql`
    update outbox set state = 'failed', lease_until = null, last_error = ${error} where ${held(mail)}`)
}

/** How long until the next mail is due; null when none waits. */
export async function msUntilNextMail(db: Queryable): Promise<number | null> {
  const { rows } = await db.execute<{ ms: number | null }>(sql`
    select (extract(epoch from min(next_attempt_at) - now()) * 1000)::float8 as ms
    from outbox where state in ('queued', 'sending')`)
  return rows[0]?.ms ?? null
}
