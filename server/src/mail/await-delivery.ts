import { maybeOne, sql } from '../db/sql'
import type { OutboxRow } from '../db/tables'
import type { Services } from '../http/context'

export type DeliveryResult = { state: 'sent' | 'waiting' } | { state: 'refused'; reason: string }

/** A mail server that takes longer than this is waited for in the background, not in front of a person. */
const PATIENCE_MS = 8_000
/** Notices can be lost; the row is looked at anyway. */
const LOOK_EVERY_MS = 1_000

/**
 * Waits a little for a mail's first attempt. A refused one is given up at once: whoever asked is told, and a test
 * mail that arrives hours later helps nobody.
 */
export async function awaitDelivery(
  { db, live }: Pick<Services, 'db' | 'live'>,
  id: string,
  patienceMs = PATIENCE_MS,
): Promise<DeliveryResult> {
  const deadline = Date.now() + patienceMs
  let isClosing = false
  let wake = () => {}
  const unsubscribe = live.subscribe((message) => {
    if (message === 'closing') isClosing = true
    if (message === 'closing' || message === 'resync' || message.id === id) wake()
  })
  try {
    for (;;) {
      const noticed = new Promise<void>((resolve) => {
        wake = resolve
      })
      const outcome = await readOutcome(db, id)
      const remainingMs = deadline - Date.now()
      if (outcome.state !== 'waiting' || remainingMs <= 0 || isClosing) return outcome
      await Promise.race([noticed, timeout(Math.min(remainingMs, LOOK_EVERY_MS))])
    }
  } finally {
    unsubscribe()
  }
}

const timeout = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

async function readOutcome(db: Services['db'], id: string): Promise<DeliveryResult> {
  const failed = await maybeOne<Pick<OutboxRow, 'last_error'>>(
    db,
    sql`update outbox set state = 'failed' where id = ${id} and state = 'queued' and attempts > 0 returning last_error`,
  )
  if (failed) return { state: 'refused', reason: failed.last_error ?? '' }
  const mail = await maybeOne<Pick<OutboxRow, 'state' | 'last_error'>>(
    db,
    sql`select state, last_error from outbox where id = ${id}`,
  )
  if (mail?.state === 'failed') return { state: 'refused', reason: mail.last_error ?? '' }
  return { state: mail?.state === 'sent' ? 'sent' : 'waiting' }
}
