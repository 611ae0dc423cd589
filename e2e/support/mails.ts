import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export type Mail = {
  from: string
  replyTo: string
  to: string
  subject: string
  text: string
  html: string
  links: string[]
}

export type Mails = {
  /** Waits for the oldest unread mail to this email. */
  next(to: string): Promise<Mail>
  /** All mails received so far, read or not. */
  all(): Mail[]
}

/** Longer than the worker's poll, and than its first retry. */
const TIMEOUT_MS = 40_000

/** An SMTP server that stores every mail for the test. */
export async function receiveMails() {
  const received: Mail[] = []
  const read = new Set<Mail>()
  const arrivals = new EventEmitter().setMaxListeners(0)
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: async (stream, session, done) => {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk)
      const parsed = await PostalMime.parse(Buffer.concat(chunks))
      const text = parsed.text ?? ''
      for (const { address } of session.envelope.rcptTo) {
        received.push({
          from: parsed.from?.address ?? '',
          replyTo: parsed.replyTo?.[0]?.address ?? '',
          to: address.toLowerCase(),
          subject: parsed.subject ?? '',
          text,
          html: parsed.html ?? '',
          links: text.match(/https?:\/\/[^\s)>\]]+/g) ?? [],
        })
      }
      done()
      arrivals.emit('mail')
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo

  const next = async (to: string): Promise<Mail> => {
    const timeout = AbortSignal.timeout(TIMEOUT_MS)
    for (;;) {
      const mail = received.find((candidate) => candidate.to === to.toLowerCase() && !read.has(candidate))
      if (mail) {
        read.add(mail)
        return mail
      }
      await once(arrivals, 'mail', { signal: timeout }).catch(() => {
        const seen = received.map((other) => `${other.to}: ${other.subject}`).join('\n  ') || 'none'
        throw new Error(`No mail to ${to} arrived within ${TIMEOUT_MS / 1000} s. Received:\n  ${seen}`)
      })
    }
  }
  const mails: Mails = { next, all: () => [...received] }
  const forget = () => {
    received.length = 0
  }
  return { mails, port, forget, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}
