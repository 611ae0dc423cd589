import { createTransport } from 'nodemailer'
import { composeMessage, type MessageConfig } from './message'
import type { MailTransport, OutgoingMail } from './outgoing-mail'

/** The server will never accept this email: a wrong address, or rejected content. */
export class PermanentMailError extends Error {}

export type SmtpTimeouts = { connectMs: number; silenceMs: number; wholeMailMs: number }

/** Sending must end before the lease does, or another worker would send it again. */
const TIMEOUTS: SmtpTimeouts = { connectMs: 15_000, silenceMs: 30_000, wholeMailMs: 90_000 }

const CONNECTIONS = 5

const isLoopback = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)

/** TLS everywhere but on localhost: a password or a one-time link must not cross a network in plain text. */
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
      // The pool would resend by itself after a disconnect; that is the outbox's decision.
      maxRequeues: 0,
      idleTimeout: 20_000,
      connectionTimeout: timeouts.connectMs,
      greetingTimeout: timeouts.connectMs,
      socketTimeout: timeouts.silenceMs,
      dnsTimeout: timeouts.connectMs,
      logger: false,
    })
  let pool = open()

  /** A server that trickles its responses never times out: only closing the connections ends that. */
  const replacePool = (stuck: typeof pool) => {
    if (pool === stuck) pool = open()
    stuck.transporter.close?.({ force: true })
  }

  return {
    async send(mail: OutgoingMail) {
      const used = pool
      const deadline = setTimeout(() => replacePool(used), timeouts.wholeMailMs)
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

/** What logs and staff may see of a failure: the server's message, never the SMTP conversation. */
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
 * Only a rejected recipient or content is final. A rejected sender, missing credentials or an unready server is for the
 * operator to fix, and the emails should still be there afterwards.
 */
function isPermanent(command: string | undefined, responseCode = 0): boolean {
  const isAboutThisMail = command === 'RCPT TO' || command === 'DATA'
  return isAboutThisMail && responseCode >= 500 && responseCode < 600 && responseCode !== 530
}
