import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

type ReceivedMail = { envelope: { from: string; to: string[] }; raw: string; mail: Email }

export type Mailbox = {
  url: string
  received: ReceivedMail[]
  connections(): number
  stop(): Promise<void>
}

/** A real local SMTP server that stores the mails it receives. */
export async function startMailbox(
  options: SMTPServerOptions = {},
  atPort = 0,
  host = '127.0.0.1',
): Promise<Mailbox> {
  const received: ReceivedMail[] = []
  let connections = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    closeTimeout: 100,
    onConnect: (_session, done) => {
      connections += 1
      done()
    },
    onData: async (stream, session, done) => {
      const chunks: Buffer[] = []
      try {
        for await (const chunk of stream) chunks.push(chunk as Buffer)
      } catch (error) {
        // Ignore a partial mail.
        return done(error as Error)
      }
      const raw = Buffer.concat(chunks).toString('utf8')
      const { mailFrom, rcptTo } = session.envelope
      received.push({
        envelope: { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) },
        raw,
        mail: await PostalMime.parse(raw),
      })
      done()
    },
    ...options,
  })
  // Clients that disconnect are part of the tests.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(atPort, host, resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://${host}:${port}`,
    received,
    connections: () => connections,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
