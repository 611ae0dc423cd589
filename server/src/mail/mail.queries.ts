import { randomUUID } from 'node:crypto'
import type { MailState } from '@aftercare/domain/lib/enums'
import type { Queryable, Tx } from '../db/client'
import { likePattern } from '../db/search'
import { getOne, join, maybeOne, type Sql, sql } from '../db/sql'
import type { OutboxRow } from '../db/tables'
import { AppError } from '../errors'
import { findPage, type Page } from '../http/paging'
import { isHeld } from './outbox.queries'

/** What staff see of an email: never its body, which may contain a one-time link. */
type ListedMail = Pick<
  OutboxRow,
  | 'id'
  | 'template'
  | 'to_email'
  | 'to_name'
  | 'subject'
  | 'state'
  | 'attempts'
  | 'last_error'
  | 'created_at'
  | 'next_attempt_at'
  | 'sent_at'
  | 'is_secret'
>

/** Of an event, whose mails could not be composed yet, the subject is unknown, and mostly who gets them. */
const columns = sql`id, template, case when to_email = '' then 'its recipients' else to_email end as to_email, to_name,
  case when event is null then subject else 'Not composed yet' end as subject, state, attempts, last_error, created_at,
  next_attempt_at, sent_at, is_secret`

/** A mail server may quote what it rejects: a one-time link is removed from its message. */
function serializeMail(mail: ListedMail): ListedMail {
  const last_error = mail.is_secret ? mail.last_error?.replace(/\bhttps?:\S+/gi, '[link]') : mail.last_error
  return { ...mail, last_error: last_error ?? null }
}

type MailFilter = Page & { state: MailState | 'all'; search: string }

function whereMatches({ state, search }: MailFilter): Sql {
  const pattern = likePattern(search)
  const conditions = [sql`(event is null or last_error is not null)`]
  if (state !== 'all') conditions.push(sql`state = ${state}`)
  if (search)
    conditions.push(sql`(to_email ilike ${pattern} or to_name ilike ${pattern} or subject ilike ${pattern})`)
  return join(conditions, ' and ')
}

export async function listMails(db: Queryable, filter: MailFilter) {
  const counted = sql`from outbox where ${whereMatches(filter)}`
  const list = sql`select ${columns} ${counted} order by created_at desc, id desc`
  const page = await findPage<ListedMail>(db, filter, { list, counted })
  return { ...page, rows: page.rows.map(serializeMail) }
}

type SentMail = Pick<OutboxRow, 'state' | 'is_secret' | 'message_id'> & {
  is_blank: boolean
  is_held: boolean
}

/**
 * A failed or queued email is sent now; a sent one is sent again as a copy. A sent email with a one-time link no longer
 * has a body; a new link must be requested instead.
 */
export async function resendMail(tx: Tx, id: string, now: Date): Promise<ListedMail> {
  const mail = await maybeOne<SentMail>(
    tx,
    sql`select state, is_secret, message_id, event is null and text = '' as is_blank,
      event is null and ${isHeld(sql`outbox`)} as is_held from outbox where id = ${id} for update`,
  )
  if (!mail) throw new AppError('not-found')
  if (mail.state === 'sending') throw new AppError('mail-under-way')
  if (mail.is_secret && (mail.state === 'sent' || mail.is_blank)) throw new AppError('mail-link-used')
  if (mail.is_blank) throw new AppError('mail-erased')
  if (mail.is_held) throw new AppError('mail-held')
  const row = await getOne<ListedMail>(tx, mail.state === 'sent' ? insertCopy(id, mail, now) : requeue(id))
  return serializeMail(row)
}

/** Attempts use the database's clock. */
const requeue = (id: string) => sql`
  update outbox set state = 'queued', attempts = 0, next_attempt_at = now(), send_after = null, lease_until = null,
    last_error = null
  where id = ${id} returning ${columns}`

const insertCopy = (id: string, { message_id }: SentMail, now: Date) => sql`
  insert into outbox (template, to_email, to_name, subject, text, content, submission_id, account_id, family_id, sent_by, message_id,
    created_at)
  select template, to_email, to_name, subject, text, content, submission_id, account_id, family_id, sent_by,
    ${message_id.replace(/^<[^@]*/, `<${randomUUID()}`)}, ${now.toISOString()}
  from outbox where id = ${id} returning ${columns}`
