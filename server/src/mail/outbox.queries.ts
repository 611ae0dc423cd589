import { createHash, randomUUID } from 'node:crypto'
import { type Queryable, sqlStateOf, type Tx } from '../db/client'
import { outbox } from '../db/schema'
import { oneLine, parseRecipient } from './address'
import { failureReason } from './failure-reason'
import {
  isSecretMail,
  type Mail,
  type MailConfig,
  type MailContext,
  type Recipient,
  type RenderedMail,
} from './mail'
import { renderMail } from './render'

export type Addressed<M extends Mail = Mail> = M & { to: Recipient }

/** One row of the outbox before it is stored. */
export type OutboxEntry = {
  template: string
  to: Recipient
  rendered: RenderedMail
  isSecret: boolean
  submissionId?: string | null
  /**
   * Names the occasion, such as "this submission's confirmation". The Message-ID is made from it, and a second
   * mail for the same occasion and address is not stored.
   */
  occasion?: string
}

/**
 * Queues a mail in the caller's transaction: it leaves if and only if the change is kept. Throws AddressError
 * for an address that cannot be one.
 */
export async function enqueueMail(
  tx: Queryable,
  mail: Addressed,
  context: { config: MailConfig },
): Promise<void> {
  const { to, ...contents } = mail
  const entry = {
    template: mail.template,
    to,
    rendered: renderMail(contents, context.config),
    isSecret: isSecretMail(contents),
  }
  await insertMails(tx, [entry], context.config)
}

/** Answers the ids of the mails that were not stored before. */
export async function insertMails(
  tx: Queryable,
  entries: OutboxEntry[],
  config: MailConfig,
): Promise<string[]> {
  if (entries.length === 0) return []
  const rows = entries.map((entry) => {
    const { address, name } = parseRecipient(entry.to)
    return {
      template: entry.template,
      to_address: address,
      to_name: name,
      subject: oneLine(entry.rendered.subject),
      html: entry.rendered.html,
      text: entry.rendered.text,
      is_secret: entry.isSecret,
      submission_id: entry.submissionId ?? null,
      message_id: messageId(entry.occasion, address, config),
    }
  })
  try {
    const stored = await tx
      .insert(outbox)
      .values(rows)
      .onConflictDoNothing({ target: outbox.message_id })
      .returning({ id: outbox.id })
    return stored.map(({ id }) => id)
  } catch (error) {
    // The query's own error quotes its values, and with them a one-time link, into whatever logs it.
    throw new Error('A mail could not be queued', { cause: withoutValues(error) })
  }
}

function messageId(occasion: string | undefined, address: string, config: MailConfig): string {
  const local = occasion
    ? createHash('sha256').update(`${occasion}\n${address.toLowerCase()}`).digest('hex').slice(0, 40)
    : randomUUID()
  return `<${local}@${new URL(config.publicUrl).hostname}>`
}

function withoutValues(error: unknown): Error {
  return Object.assign(new Error(failureReason(error)), { code: sqlStateOf(error) })
}

/** Runs in a savepoint: whatever goes wrong with mails is logged and never undoes the change around them. */
export async function withoutRisk(
  tx: Tx,
  context: MailContext,
  what: string,
  work: (inner: Tx) => Promise<void>,
): Promise<void> {
  try {
    await tx.transaction(work)
  } catch (error) {
    context.log.error({ reason: failureReason(error) }, what)
  }
}
