import { randomUUID } from 'node:crypto'
import { execute, rows, sql } from '../src/db/sql'
import type { Services } from '../src/http/context'
import type { Log } from '../src/log'
import { composeEvent } from '../src/mail/compose-event'
import type { Mail, Recipient } from '../src/mail/mail'
import { type ClaimedEvent, insertMails } from '../src/mail/outbox.queries'
import { composeMail } from '../src/mail/render'
import { isSecretMail } from '../src/mail-events/mail-events'

type Context = Pick<Services, 'db' | 'config' | 'clock'> & { log: Log }

/** How the statement begins, for tests that count statements. */
export const CLAIM_EVENTS =
  "update outbox set state = 'sending', attempts = attempts + 1\n      where id in ("

/** Composes the mails of all events that are due, as the worker does; test apps have none. */
export async function composeDueEvents({ db, config, clock, log }: Context): Promise<void> {
  const claimed = await rows<ClaimedEvent>(
    db,
    sql`update outbox set state = 'sending', attempts = attempts + 1
      where id in (select id from outbox where event is not null and state = 'queued' and next_attempt_at <= now()
        and (send_after is null or send_after <= ${clock.now().toISOString()}) for update skip locked)
      returning id, event, template, account_id, family_id, submission_id, sent_by, to_email, is_secret, created_at, attempts`,
  )
  for (const event of claimed) await composeEvent(db, event, { config, log })
}

/** Also of those that wait: for further edits, or because there were many. */
export async function composeAllEvents(context: Context): Promise<void> {
  await execute(
    context.db,
    sql`update outbox set send_after = null, next_attempt_at = now() where event is not null`,
  )
  await composeDueEvents(context)
}

/** A composed mail that waits for the worker. */
export const storeMail = (
  { db, config, clock }: Pick<Context, 'db' | 'config' | 'clock'>,
  { to, ...mail }: Mail & { to: Recipient },
): Promise<void> =>
  db.transaction(async (tx) => {
    const event: ClaimedEvent = {
      id: randomUUID(),
      template: mail.template,
      event: { kind: 'daily-report', day: '' },
      account_id: null,
      family_id: null,
      submission_id: null,
      sent_by: null,
      to_email: '',
      is_secret: isSecretMail(mail),
      created_at: clock.now().toISOString(),
      attempts: 1,
    }
    const entry = { template: mail.template, to, composed: composeMail(mail, config), accountId: null }
    await insertMails(tx, event, [entry], config)
  })
