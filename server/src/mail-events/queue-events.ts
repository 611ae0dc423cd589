import { randomUUID } from 'node:crypto'
import type { Clock } from '../clock'
import type { Queryable } from '../db/client'
import { execute, prepared, sql, toJson } from '../db/sql'
import { isSecretMail, type MailEvent, templateOf } from './mail-events'
import { withoutValues } from './without-values'

/** An event, whom it is about, and when its mails may be sent. */
export type QueuedEvent = {
  event: MailEvent
  /** Whom its mails go to; others find their recipients. */
  accountId?: string | null
  familyId?: string | null
  submissionId?: string | null
  /** The adult who caused it. */
  sentBy?: string | null
  /** Only where the address is itself what happened: of an invitation, of a test, of a changed email. */
  to?: string
  /** By the programme's clock. */
  sendAfter?: string
}

/** Queues what happened, in the caller's transaction; the worker composes its mails. Returns the ids. */
export async function queueEvents(
  tx: Queryable,
  events: readonly QueuedEvent[],
  { clock }: { clock: Pick<Clock, 'now'> },
): Promise<string[]> {
  if (events.length === 0) return []
  const values = events.map((queued) => {
    const { event, accountId, familyId, submissionId, sentBy, to = '', sendAfter } = queued
    const id = randomUUID()
    return {
      id,
      event,
      template: templateOf(event),
      to_email: to,
      account_id: accountId ?? null,
      family_id: familyId ?? null,
      submission_id: submissionId ?? null,
      sent_by: sentBy ?? null,
      is_secret: event.kind === 'account' && isSecretMail(event.mail),
      send_after: sendAfter ?? null,
    }
  })
  await execute(
    tx,
    prepared(
      'queue-events',
      sql`insert into outbox (id, event, template, to_email, account_id, family_id, submission_id, sent_by, is_secret,
          send_after, message_id, created_at)
        select id, event, template, to_email, account_id, family_id, submission_id, sent_by, is_secret, send_after,
          id::text, ${clock.now().toISOString()}::timestamptz
        from jsonb_to_recordset(${toJson(values)}::jsonb) as queued (id uuid, event jsonb, template text, to_email text,
          account_id uuid, family_id uuid, submission_id uuid, sent_by uuid, is_secret boolean, send_after timestamptz)`,
    ),
  ).catch(withoutValues)
  return values.map(({ id }) => id)
}

export const queueEvent = (tx: Queryable, event: QueuedEvent, context: { clock: Pick<Clock, 'now'> }) =>
  queueEvents(tx, [event], context)

/** Keeps it in the queue for that long. */
export const delayEvent = (tx: Queryable, id: string, delayMs: number) =>
  execute(
    tx,
    sql`update outbox set next_attempt_at = now() + make_interval(secs => ${delayMs / 1000}) where id = ${id}`,
  )
