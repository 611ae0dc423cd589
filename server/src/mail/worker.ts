import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../clock'
import type { Db } from '../db/client'
import { failureForLog, failureReason } from '../failure-reason'
import type { Change } from '../live/change'
import type { LiveHub } from '../live/live-hub'
import type { Log } from '../log'
import { composeEvent } from './compose-event'
import { type Claimed, type ClaimedMail, claim, markFailed, markForRetry, markSent } from './delivery.queries'
import { withGuestLink } from './guest-link'
import type { MailConfig } from './mail'
import type { MailTransport, OutgoingMail } from './outgoing-mail'
import { PermanentMailError } from './smtp-transport'
import { renderHtml } from './templates/layout'
import { renderText } from './templates/plain-text'
import { createWakeSignal } from './wake-signal'

export type MailWorker = {
  /** Resolves when the emails being sent are done; no further ones are claimed. */
  stop(): Promise<void>
}

export type MailWorkerOptions = {
  db: Db
  config: MailConfig
  clock: Pick<Clock, 'now'>
  live: Pick<LiveHub, 'subscribe'>
  transport: MailTransport
  log: Log
  /** Emails sent at once. */
  concurrency?: number
  maxAttempts?: number
  /** The longest the worker sleeps: notifications can be lost. */
  pollMs?: number
  backOffMs?: (attempt: number) => number
}

type Attempt = Pick<ClaimedMail, 'id' | 'template' | 'attempt'>

const HOUR = 3_600_000

/** Exponential, from half a minute to an hour, with jitter so that a recovering mail server is not flooded. */
export function backOff(attempt: number): number {
  const full = Math.min(HOUR, 30_000 * 2 ** (attempt - 1))
  return full * (0.5 + Math.random() / 2)
}

export function startMailWorker(options: MailWorkerOptions): MailWorker {
  const {
    db,
    config,
    clock,
    live,
    transport,
    log,
    concurrency = 4,
    maxAttempts = 12,
    pollMs = 15_000,
    backOffMs = backOff,
  } = options
  const wakeSignal = createWakeSignal()
  let isStopping = false

  const unsubscribe = live.subscribe((message) => {
    if (message === 'closing') return
    if (message === 'resync' || (message.table === 'outbox' && isNewlyQueued(message))) wakeSignal.notify()
  })

  /** Once the mail server has the email, only recording the outcome may be retried, never the sending. */
  const recordOutcome = async (record: () => Promise<void>, mailId: string) => {
    for (let failures = 0; ; failures += 1) {
      try {
        return await record()
      } catch (error) {
        if (isStopping && failures >= 3) throw error
        log.warn({ mailId, reason: failureForLog(error) }, "a mail's outcome could not be recorded yet")
        await sleep(Math.min(5_000, 200 * 2 ** failures))
      }
    }
  }

  /** The private link is created now, so that its secret is in the email and nowhere else. */
  const outgoing = async (mail: ClaimedMail): Promise<OutgoingMail> => {
    const content = mail.content?.guestLink
      ? await withGuestLink(db, mail.content, config, clock.now())
      : null
    return withHtml(content ? { ...mail, content, text: renderText(content, config) } : mail, config)
  }

  const recordFailure = (error: unknown, { id, template, attempt }: Attempt) => {
    const [reason, about] = [failureReason(error), { mailId: id, template, attempt }]
    if (error instanceof PermanentMailError || attempt >= maxAttempts) {
      log.error({ ...about, reason: failureForLog(error) }, 'a mail failed for good')
      return recordOutcome(() => markFailed(db, { id, attempt }, reason), id)
    }
    log.warn({ ...about, reason: failureForLog(error) }, 'a mail could not be sent yet')
    return recordOutcome(() => markForRetry(db, { id, attempt }, reason, backOffMs(attempt)), id)
  }

  const deliver = async (mail: ClaimedMail) => {
    try {
      await transport.send(await outgoing(mail))
    } catch (error) {
      return recordFailure(error, mail)
    }
    await recordOutcome(() => markSent(db, mail, clock.now()), mail.id)
  }

  const work = async ({ mail, event }: Claimed) => {
    if (mail) return deliver(mail)
    await composeEvent(db, event, { config, log }).catch((error: unknown) =>
      recordFailure(error, { ...event, attempt: event.attempts }),
    )
  }

  /** Each loop sleeps and wakes on its own: one that hangs on a slow server delays no other email. */
  const runLoop = async () => {
    while (!isStopping) {
      const countBefore = wakeSignal.count()
      let wait: number
      try {
        const { claimed, nextInMs } = await claim(db, clock.now())
        if (claimed) {
          // There may be more: wake the next loop, which wakes the one after it.
          wakeSignal.notifyNow()
          await work(claimed)
          continue
        }
        wait = nextInMs === null ? pollMs : Math.min(pollMs, Math.max(50, nextInMs))
      } catch (error) {
        log.warn({ reason: failureForLog(error) }, 'the outbox could not be read; trying again')
        await sleep(Math.min(1_000, pollMs))
        continue
      }
      if (!isStopping) await wakeSignal.wait(wait, countBefore)
    }
  }

  const running = Promise.all(Array.from({ length: concurrency }, runLoop))
  return {
    async stop() {
      isStopping = true
      unsubscribe()
      wakeSignal.wakeAll()
      try {
        await running
      } finally {
        transport.close()
      }
    },
  }
}

/** The HTML is rendered when the email is sent, from the content stored when it was queued. */
function withHtml(mail: ClaimedMail, config: MailConfig): OutgoingMail {
  const { content, ...rest } = mail
  return { ...rest, html: content ? renderHtml(content, config) : undefined }
}

const isNewlyQueued = ({ type, state }: Change) => type === 'INSERT' || state === 'queued'
