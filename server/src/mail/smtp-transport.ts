import { createTransport } from 'nodemailer'
import { composeMessage, type MessageConfig } from './message'
import type { MailTransport, OutgoingMail } from './outgoing-mail'

/** The server will never take this mail, whatever we do: a wrong address, or contents it refuses. */
export class PermanentMailError extends Error {}

export type SmtpTimeouts = { connectMs: number; silenceMs: number; wholeMailMs: number }

/** The whole mail must be over before its lease is, else another worker would send it again. */
const TIMEOUTS: SmtpTimeouts = { connectMs: 15_000, silenceMs: 30_000, wholeMailMs: 90_000 }

const CONNECTIONS = 5

const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)

/** Encrypted everywhere but on this machine itself: a password or a one-time link must not cross a network bare. */
export function smtpOptions(smtpUrl: string) {
  const url = new URL(smtpUrl)
  const secure = url.protocol === 'smtps:'
  const isLocal = isLoopback(url.hostname)
  const defaultPort = secure ? 465 : isLocal ? 25 : 587
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? defaultPort : Number(url.port),
    secure,
    requireTLS: !secure && !isLocal,
    ignoreTLS: !secure && isLocal,
    ...(url.username !== '' && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
  }
}

export function createSmtpTransport(
  smtpUrl: string,
  config: MessageConfig,
  timeouts: SmtpTimeouts = TIMEOUTS,
): MailTransport {
  const open = () =>
    createTransport({
      ...smtpOptions(smtpUrl),
      pool: true,
      maxConnections: CONNECTIONS,
      maxMessages: 200,
      // The pool would send again by itself after a break in the middle; whether to is the outbox's decision.
      maxRequeues: 0,
      idleTimeout: 20_000,
      connectionTimeout: timeouts.connectMs,
      greetingTimeout: timeouts.connectMs,
      socketTimeout: timeouts.silenceMs,
      dnsTimeout: timeouts.connectMs,
      logger: false,
    })
  let pool = open()

  /** A server that trickles its answers is never silent: only giving up the connections ends that. */
  const giveUp = (stuck: typeof pool) => {
    if (pool === stuck) pool = open()
    stuck.transporter.close?.({ force: true })
  }

  return {
    async send(mail: OutgoingMail) {
      const used = pool
      const deadline = setTimeout(() => giveUp(used), timeouts.wholeMailMs)
      try {
        await used.sendMail(composeMessage(mail, config))
      } catch (error) {
        throw asMailError(error)
      } finally {
        clearTimeout(deadline)
      }
    },
    close: () => pool.close(),
  }
}

/** What a log or staff may see of a failure: the server's words, never the conversation. */
function asMailError(error: unknown): Error {
  const { message, code, command, responseCode } = error as Error & {
    code?: string
    command?: string
    responseCode?: number
  }
  const text = [code, message].filter(Boolean).join(': ').slice(0, 500)
  return isPermanent(command, responseCode) ? new PermanentMailError(text) : new Error(text)
}

/**
 * Only a refusal of the recipient or of the contents is final. A refused sender, a missing sign-in or an unready
 * server is the operator's to mend, and the mails should still be there when it is.
 */
function isPermanent(command: string | undefined, responseCode = 0): boolean {
  const isAboutThisMail = command === 'RCPT TO' || command === 'DATA'
  return isAboutThisMail && responseCode >= 500 && responseCode < 600 && responseCode !== 530
}
