import type { Clock } from '../clock'
import type { Db } from '../db/client'
import type { LiveHub } from '../live/live-hub'
import { type ClaimedMail, claimMail, markFailed, markForRetry, markSent } from './delivery.queries'
import { failureForLog, failureReason } from './failure-reason'
import { withGuestLink } from './guest-link'
import type { MailConfig, MailLog } from './mail'
import type { MailTransport, OutgoingMail } from './outgoing-mail'
import { PermanentMailError } from './smtp-transport'
import { renderHtml } from './templates/layout'
import { renderText } from './templates/plain-text'
import { createWakeSignal } from './wake-signal'

export type MailWorker = {
  /** Resolves when the mails under way are done; no further ones are taken. */
  stop(): Promise<void>
}

export type MailWorkerOptions = {
  db: Db
  config: MailConfig
  clock: Pick<Clock, 'now'>
  live: Pick<LiveHub, 'subscribe'>
  transport: MailTransport
  log: MailLog
  /** Mails under way at once. */
  lanes?: number
  maxAttempts?: number
  /** The longest the worker sleeps: notices can be lost, rows cannot. */
  pollMs?: number
  backOffMs?: (attempt: number) => number
}

const HOUR = 3_600_000

/** Half a minute, doubled each time up to an hour; the jitter keeps a returning mail server from one big rush. */
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
    lanes = 4,
    maxAttempts = 12,
    pollMs = 15_000,
    backOffMs = backOff,
  } = options
  const alarm = createWakeSignal()
  let isStopping = false

  const unsubscribe = live.subscribe((message) => {
    if (message === 'closing') return
    if (message === 'resync' || (message.table === 'outbox' && message.state === 'queued')) alarm.ring()
  })

  /** Once the far end has the mail, only the note of it may be repeated, never the sending. */
  const keepTrying = async (note: () => Promise<void>, mail: ClaimedMail) => {
    for (let failures = 0; ; failures += 1) {
      try {
        return await note()
      } catch (error) {
        if (isStopping && failures >= 3) throw error
        log.warn(
          { mailId: mail.id, reason: failureForLog(error) },
          "a mail's outcome could not be recorded yet",
        )
        await pause(Math.min(5_000, 200 * 2 ** failures))
      }
    }
  }

  /** A private link is made now, so that its secret is in the mail and nowhere else. */
  const outgoing = async (mail: ClaimedMail): Promise<OutgoingMail> => {
    const content = mail.content?.guestLink
      ? await withGuestLink(db, mail.content, config, clock.now())
      : null
    return withHtml(content ? { ...mail, content, text: renderText(content, config) } : mail, config)
  }

  const deliver = async (mail: ClaimedMail) => {
    const about = { mailId: mail.id, template: mail.template, attempt: mail.attempt }
    try {
      await transport.send(await outgoing(mail))
    } catch (error) {
      const reason = failureReason(error)
      if (error instanceof PermanentMailError || mail.attempt >= maxAttempts) {
        log.error({ ...about, reason: failureForLog(error) }, 'a mail failed for good')
        return keepTrying(() => markFailed(db, mail, reason), mail)
      }
      log.warn({ ...about, reason: failureForLog(error) }, 'a mail could not be sent yet')
      return keepTrying(() => markForRetry(db, mail, reason, backOffMs(mail.attempt)), mail)
    }
    await keepTrying(() => markSent(db, mail, clock.now()), mail)
  }

  /** Each lane sleeps and wakes by itself: one that hangs on a slow server holds up no other mail. */
  const runLane = async () => {
    while (!isStopping) {
      const ringsBefore = alarm.rings()
      let wait: number
      try {
        const { mail, nextInMs } = await claimMail(db)
        if (mail) {
          // Where there was one there may be more: the next lane looks, and calls the one after it.
          alarm.wakeOne()
          await deliver(mail)
          continue
        }
        wait = nextInMs === null ? pollMs : Math.min(pollMs, Math.max(50, nextInMs))
      } catch (error) {
        log.warn({ reason: failureForLog(error) }, 'the outbox could not be read; trying again')
        await pause(Math.min(1_000, pollMs))
        continue
      }
      if (!isStopping) await alarm.wait(wait, ringsBefore)
    }
  }

  const running = Promise.all(Array.from({ length: lanes }, runLane))
  return {
    async stop() {
      isStopping = true
      unsubscribe()
      alarm.wakeAll()
      await running
      transport.close()
    },
  }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** The look of a mail is made when it leaves, out of what it was to say when it was queued. */
function withHtml(mail: ClaimedMail, config: MailConfig): OutgoingMail {
  const { content, ...rest } = mail
  return { ...rest, html: content ? renderHtml(content, config) : undefined }
}
