import { setTimeout as sleep } from 'node:timers/promises'
import { maybeOne, sql } from '../db/sql'
import type { OutboxRow } from '../db/tables'
import type { Services } from '../http/context'

export type DeliveryResult = { state: 'sent' | 'waiting' } | { state: 'rejected'; reason: string }

/** A slower mail server is left to the worker, so that nobody waits for it. */
const TIMEOUT_MS = 8_000
/** Notifications can be lost, so the row is polled too. */
const POLL_INTERVAL_MS = 1_000

/** Waits briefly for the first delivery attempt. A rejected email is not retried: a late test email helps nobody. */
export async function awaitDelivery(
  { db, live }: Pick<Services, 'db' | 'live'>,
  id: string,
  timeoutMs = TIMEOUT_MS,
): Promise<DeliveryResult> {
  const deadline = Date.now() + timeoutMs
  let isClosing = false
  let wake = () => {}
  const unsubscribe = live.subscribe((message) => {
    if (message === 'closing') isClosing = true
    if (message === 'closing' || message === 'resync' || message.id === id) wake()
  })
  try {
    for (;;) {
      const notified = new Promise<void>((resolve) => {
        wake = resolve
      })
      const outcome = await failIfRejected(db, id)
      const remainingMs = deadline - Date.now()
      if (outcome.state !== 'waiting' || remainingMs <= 0 || isClosing) return outcome
      await Promise.race([notified, sleep(Math.min(remainingMs, POLL_INTERVAL_MS))])
    }
  } finally {
    unsubscribe()
  }
}

async function failIfRejected(db: Services['db'], id: string): Promise<DeliveryResult> {
  const failed = await maybeOne<Pick<OutboxRow, 'last_error'>>(
    db,
    sql`update outbox set state = 'failed' where id = ${id} and state = 'queued' and attempts > 0 returning last_error`,
  )
  if (failed) return { state: 'rejected', reason: failed.last_error ?? '' }
  const mail = await maybeOne<Pick<OutboxRow, 'state' | 'last_error'>>(
    db,
    sql`select state, last_error from outbox where id = ${id}`,
  )
  if (mail?.state === 'failed') return { state: 'rejected', reason: mail.last_error ?? '' }
  return { state: mail?.state === 'sent' ? 'sent' : 'waiting' }
}
