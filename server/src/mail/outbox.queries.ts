import { createHash, randomUUID } from 'node:crypto'
import type { Tx } from '../db/client'
import { execute, maybeOne, prepared, type Sql, sql, toJson } from '../db/sql'
import type { OutboxRow } from '../db/tables'
import { isUnconfirmed } from '../db/unconfirmed-email'
import { ACCOUNT_TEMPLATES, type MailEvent } from '../mail-events/mail-events'
import { withoutValues } from '../mail-events/without-values'
import type { MailConfig, Recipient } from './mail'
import { parseRecipient } from './recipient'
import type { ComposedMail } from './render'

/** A mail before it is stored. */
export type OutboxEntry = {
  template: string
  to: Recipient
  composed: ComposedMail
  /** Null if no account is known: the one that has the address now, if any. */
  accountId: string | null
  /** The adult whom a mail to others names. */
  sentBy?: string | null
  submissionId?: string | null
  /**
   * Such as "submission 7 confirmation". The Message-ID is derived from it, and a second mail with the same key and
   * recipient is not stored.
   */
  dedupeKey?: string
  /** Stored as failed, for this reason. */
  notSent?: string
}

/** An event that the worker has claimed. */
export type ClaimedEvent = Pick<
  OutboxRow,
  | 'id'
  | 'template'
  | 'account_id'
  | 'family_id'
  | 'submission_id'
  | 'sent_by'
  | 'to_email'
  | 'is_secret'
  | 'created_at'
  | 'attempts'
> & { event: MailEvent }

/** Deletes the event, of which the mails are stored in the same transaction. False if it is gone or claimed anew. */
export const removeEvent = async (tx: Tx, { id, attempts }: ClaimedEvent): Promise<boolean> =>
  (await execute(
    tx,
    prepared(
      'remove-event',
      sql`delete from outbox where id = ${id} and state = 'sending' and attempts = ${attempts}`,
    ),
  )) > 0

/** The condition that a mail to an account must wait until its email, which staff changed, is confirmed. */
export const isHeld = (mail: Sql): Sql => sql`(${mail}.template <> all(${[...ACCOUNT_TEMPLATES]})
  and exists (select from accounts a where a.id = ${mail}.account_id and ${isUnconfirmed}))`

/** The mails of an event. The first one takes the event's id, by which the caller of a test awaits it. */
export async function insertMails(
  tx: Tx,
  { id, created_at, family_id, is_secret }: ClaimedEvent,
  entries: readonly OutboxEntry[],
  { publicUrl }: Pick<MailConfig, 'publicUrl'>,
): Promise<void> {
  if (entries.length === 0) return
  const { hostname } = new URL(publicUrl)
  const mails = entries.map((entry, n) => {
    const { template, to, composed, accountId, submissionId, sentBy, dedupeKey, notSent } = entry
    const { address, name } = parseRecipient(to)
    return {
      id: n === 0 ? id : randomUUID(),
      template,
      to_email: address,
      to_name: name,
      ...composed,
      account_id: accountId,
      sent_by: sentBy ?? null,
      submission_id: submissionId ?? null,
      message_id: messageId(dedupeKey, address, hostname),
      state: notSent ? 'failed' : 'queued',
      last_error: notSent ?? null,
    }
  })
  await maybeOne(
    tx,
    prepared(
      'insert-mails',
      sql`insert into outbox (id, template, to_email, to_name, subject, text, content, is_secret, submission_id,
          message_id, state, last_error, account_id, family_id, sent_by, created_at)
        select id, template, to_email, to_name, subject, text, content, ${is_secret}::boolean, submission_id, message_id,
          case when state = 'queued' and ${isHeld(sql`mail`)} then 'held' else state end, last_error,
          coalesce(account_id, (select a.id from accounts a where a.email = lower(to_email))), ${family_id}::uuid, sent_by,
          ${created_at}::timestamptz
        from jsonb_to_recordset(${toJson(mails)}::jsonb) as mail (id uuid, template text, to_email text, to_name text,
          subject text, text text, content jsonb, submission_id uuid, message_id text, state text, last_error text, account_id uuid,
          sent_by uuid)
        on conflict (message_id) do nothing`,
    ),
  ).catch(withoutValues)
}

function messageId(dedupeKey: string | undefined, address: string, hostname: string): string {
  const local = dedupeKey
    ? createHash('sha256').update(`${dedupeKey}\n${address.toLowerCase()}`).digest('hex').slice(0, 40)
    : randomUUID()
  return `<${local}@${hostname}>`
}
