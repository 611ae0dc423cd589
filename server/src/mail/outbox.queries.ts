import { createHash, randomUUID } from 'node:crypto'
import { type Queryable, sqlStateOf } from '../db/client'
import { prepared, rows, sql, toJson } from '../db/sql'
import { failureReason } from './failure-reason'
import { isSecretMail, type Mail, type MailQueueContext, type Recipient } from './mail'
import { parseRecipient } from './recipient'
import { type ComposedMail, composeMail } from './render'

export type Addressed<M extends Mail = Mail> = M & { to: Recipient }

/** One row of the outbox before it is stored. */
export type OutboxEntry = {
  template: string
  to: Recipient
  composed: ComposedMail
  isSecret: boolean
  submissionId?: string | null
  /**
   * Such as "submission 7 confirmation". The Message-ID is derived from it, and a second email with the same key and
   * recipient is not stored.
   */
  dedupeKey?: string
  /** By the programme's clock: not sent before. */
  sendAfter?: string
}

/**
 * Queues an email in the caller's transaction: it is sent if and only if the change is committed. Throws RecipientError
 * for an invalid address. Returns the email's id.
 */
export async function enqueueMail(
  tx: Queryable,
  mail: Addressed,
  context: MailQueueContext,
): Promise<string[]> {
  const { to, ...contents } = mail
  const entry = {
    template: mail.template,
    to,
    composed: composeMail(contents, context.config),
    isSecret: isSecretMail(contents),
  }
  return insertMails(tx, [entry], context)
}

/** Returns the ids of the newly stored emails. */
export async function insertMails(
  tx: Queryable,
  entries: readonly OutboxEntry[],
  context: MailQueueContext,
): Promise<string[]> {
  if (entries.length === 0) return []
  const created_at = context.clock.now().toISOString()
  const { hostname } = new URL(context.config.publicUrl)
  const mails = entries.map(({ template, to, composed, isSecret, submissionId, dedupeKey, sendAfter }) => {
    const { address, name } = parseRecipient(to)
    const { sentBy, ...contents } = composed
    return {
      template,
      to_email: address,
      to_name: name,
      ...contents,
      sent_by: sentBy ?? null,
      is_secret: isSecret,
      submission_id: submissionId ?? null,
      message_id: messageId(dedupeKey, address, hostname),
      send_after: sendAfter ?? null,
    }
  })
  try {
    const stored = await rows<{ id: string }>(
      tx,
      prepared(
        'queue-mails',
        sql`insert into outbox (template, to_email, to_name, subject, text, content, is_secret, submission_id, message_id,
            send_after, sent_by, created_at)
          select template, to_email, to_name, subject, text, content, is_secret, submission_id, message_id,
            send_after, sent_by, ${created_at}::timestamptz
          from jsonb_to_recordset(${toJson(mails)}::jsonb) as mail (template text, to_email text, to_name text,
            subject text, text text, content jsonb, is_secret boolean, submission_id uuid, message_id text,
            send_after timestamptz, sent_by uuid)
          on conflict (message_id) do nothing returning id`,
      ),
    )
    return stored.map(({ id }) => id)
  } catch (error) {
    // The query's own error quotes its values, including a one-time link, into the log.
    throw new Error('A mail could not be queued', { cause: withoutValues(error) })
  }
}

function messageId(dedupeKey: string | undefined, address: string, hostname: string): string {
  const local = dedupeKey
    ? createHash('sha256').update(`${dedupeKey}\n${address.toLowerCase()}`).digest('hex').slice(0, 40)
    : randomUUID()
  return `<${local}@${hostname}>`
}

function withoutValues(error: unknown): Error {
  return Object.assign(new Error(failureReason(error)), { code: sqlStateOf(error) })
}
