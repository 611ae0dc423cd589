import { randomUUID } from 'node:crypto'
import type { MailState } from '@aftercare/domain/names'
import { and, desc, eq, ilike, or, type SQL, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../db/client'
import { outbox } from '../db/schema'
import { AppError } from '../errors'
import { likePattern, offsetOf } from '../http/paging'

/** What staff see of a mail: never its body, which may bear a one-time link. */
const columns = {
  id: outbox.id,
  template: outbox.template,
  to_address: outbox.to_address,
  to_name: outbox.to_name,
  subject: outbox.subject,
  state: outbox.state,
  attempts: outbox.attempts,
  last_error: outbox.last_error,
  created_at: outbox.created_at,
  next_attempt_at: outbox.next_attempt_at,
  sent_at: outbox.sent_at,
  is_secret: outbox.is_secret,
}

/** A mail server may quote what it refuses: the words about a mail with a one-time link are shown without it. */
function presentMail<M extends { is_secret: boolean; last_error: string | null }>(mail: M): M {
  const last_error = mail.is_secret ? mail.last_error?.replace(/\bhttps?:\S+/gi, '[link]') : mail.last_error
  return { ...mail, last_error: last_error ?? null }
}

type MailFilter = { state: MailState | 'all'; search: string; page: number; size: number }

export async function listMails(db: Queryable, filter: MailFilter) {
  const conditions: (SQL | undefined)[] = []
  if (filter.state !== 'all') conditions.push(eq(outbox.state, filter.state))
  if (filter.search) {
    const pattern = likePattern(filter.search)
    conditions.push(
      or(ilike(outbox.to_address, pattern), ilike(outbox.to_name, pattern), ilike(outbox.subject, pattern)),
    )
  }
  const where = and(...conditions)
  const [rows, total] = await Promise.all([
    db
      .select(columns)
      .from(outbox)
      .where(where)
      .orderBy(desc(outbox.created_at), desc(outbox.id))
      .limit(filter.size)
      .offset(offsetOf(filter)),
    db.$count(outbox, where),
  ])
  return { rows: rows.map(presentMail), total }
}

/**
 * A mail that failed or waits goes out now; one that was sent goes out as a copy. A sent mail with a one-time link
 * has no body any more, and whoever needs one asks for a new link.
 */
export async function sendAgain(tx: Tx, id: string) {
  const [mail] = await tx.select().from(outbox).where(eq(outbox.id, id)).for('update')
  if (!mail) throw new AppError('not-found')
  if (mail.state === 'sending') throw new AppError('mail-under-way')
  if (mail.state !== 'sent') {
    const again = {
      state: 'queued' as const,
      attempts: 0,
      // The outbox goes by the database's clock.
      next_attempt_at: sql`now()`,
      lease_until: null,
      last_error: null,
    }
    const [row] = await tx.update(outbox).set(again).where(eq(outbox.id, id)).returning(columns)
    return row && presentMail(row)
  }
  if (mail.is_secret) throw new AppError('mail-link-used')
  const { template, to_address, to_name, subject, html, text, submission_id } = mail
  const message_id = mail.message_id.replace(/^<[^@]*/, `<${randomUUID()}`)
  const [row] = await tx
    .insert(outbox)
    .values({ template, to_address, to_name, subject, html, text, submission_id, message_id })
    .returning(columns)
  return row && presentMail(row)
}
