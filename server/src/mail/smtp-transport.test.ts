import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { ALL_MAILS, CONFIG, outgoing } from '../../testing/mail-samples'
import { type Mailbox, startMailbox } from '../../testing/mailbox'
import { startTcpProxy } from '../../testing/tcp-proxy'
import type { MailTransport } from './outgoing-mail'
import { renderMail } from './render'
import { createSmtpTransport, PermanentMailError, smtpOptions } from './smtp-transport'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function mailbox(options?: Parameters<typeof startMailbox>[0]): Promise<Mailbox> {
  const box = await startMailbox(options)
  closing.push(() => box.stop())
  return box
}

function transportTo(
  url: string,
  timeouts = { connectMs: 20_000, silenceMs: 20_000, wholeMailMs: 60_000 },
): MailTransport {
  const transport = createSmtpTransport(url, CONFIG, timeouts)
  closing.push(() => transport.close())
  return transport
}

describe('an email over SMTP', () => {
  test.each(ALL_MAILS.map((mail) => [mail.template, mail] as const))('%s arrives whole', async (_, mail) => {
    const box = await mailbox()
    const rendered = renderMail(mail, CONFIG)
    await transportTo(box.url).send(outgoing(rendered))
    expect(box.received).toHaveLength(1)
    const [received] = box.received
    expect(received?.envelope).toEqual({ from: 'no-reply@example.org', to: ['dana@example.com'] })
    expect(received?.mail).toMatchObject({
      subject: rendered.subject,
      messageId: '<stable@aftercare.example.org>',
      from: { name: 'Preschool Aftercare', address: 'no-reply@example.org' },
      to: [{ name: 'Dana Okafor', address: 'dana@example.com' }],
      replyTo: [{ address: 'office@example.org' }],
    })
    expect(received?.mail.html?.trim()).toBe(rendered.html.trim())
    expect(received?.mail.text?.trim()).toBe(rendered.text.trim())
    expect(received?.mail.attachments).toEqual([])
  })

  test('reaches an address with every character that one may have', async () => {
    const box = await mailbox()
    const address = "!#$%&'*+/=?^_`{|}~-@example.com"
    await transportTo(box.url).send(outgoing({ to: { address, name: null } }))
    await transportTo(box.url).send(outgoing({ to: { address, name: 'Dana' } }))
    for (const { envelope, mail } of box.received) {
      expect(envelope.to).toEqual([address])
      expect(mail.to).toMatchObject([{ address }])
    }
    expect(box.received).toHaveLength(2)
  })

  test('many emails share few connections', async () => {
    const box = await mailbox()
    const transport = transportTo(box.url)
    await Promise.all(
      Array.from({ length: 60 }, (_, i) => transport.send(outgoing({ messageId: `<${i}@example.org>` }))),
    )
    expect(box.received).toHaveLength(60)
    expect(box.connections()).toBeLessThanOrEqual(5)
  })

  test('signs in with the user and password of the URL, percent-decoded', async () => {
    const seen: unknown[] = []
    const box = await mailbox({
      allowInsecureAuth: true,
      authOptional: false,
      onAuth: ({ username, password }, _session, done) => {
        seen.push([username, password])
        done(null, { user: username })
      },
    })
    await transportTo(box.url.replace('smtp://', 'smtp://mailer%40example.org:p%40ss%2Fword@')).send(
      outgoing(),
    )
    expect(seen).toEqual([['mailer@example.org', 'p@ss/word']])
    expect(box.received).toHaveLength(1)
  })
})

describe('an injection attempt', () => {
  test('with line breaks in names and subjects adds no header and no recipient', async () => {
    const box = await mailbox()
    await transportTo(box.url).send(
      outgoing({
        to: { address: 'dana@example.com', name: 'Dana\r\nBcc: victim@example.com, "x" <other@example.com>' },
        subject: 'Hello\r\nBcc: victim@example.com\r\n\r\nbody',
      }),
    )
    const [received] = box.received
    expect(received?.envelope.to).toEqual(['dana@example.com'])
    expect(received?.mail.bcc).toBeUndefined()
    expect(received?.mail.to).toHaveLength(1)
    expect(received?.mail.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(received?.mail.text?.trim()).toBe('Hello')
  })

  test('with a file name as contents reads nothing from the disk', async () => {
    const box = await mailbox()
    await transportTo(box.url).send(outgoing({ html: '<img src="file:///etc/passwd">', text: '/etc/passwd' }))
    expect(box.received[0]?.raw).not.toContain('root:')
    expect(box.received[0]?.mail.attachments).toEqual([])
  })
})

describe('a failing mail server', () => {
  const refusing = (code: number) => Object.assign(new Error('refused'), { responseCode: code })

  test('a permanently rejected recipient is not retried', async () => {
    const box = await mailbox({ onRcptTo: (_address, _session, done) => done(refusing(550)) })
    await expect(transportTo(box.url).send(outgoing())).rejects.toBeInstanceOf(PermanentMailError)
  })

  test('permanently rejected content is not retried', async () => {
    const box = await mailbox({
      onData: (stream, _session, done) => {
        stream.on('end', () => done(refusing(554))).resume()
      },
    })
    await expect(transportTo(box.url).send(outgoing())).rejects.toBeInstanceOf(PermanentMailError)
  })

  test.each([
    [
      'a full mailbox',
      { onRcptTo: (_a: unknown, _s: unknown, done: (e: Error) => void) => done(refusing(452)) },
    ],
    [
      'a refused sender',
      { onMailFrom: (_a: unknown, _s: unknown, done: (e: Error) => void) => done(refusing(550)) },
    ],
    [
      'a server that takes nobody',
      { onConnect: (_s: unknown, done: (e: Error) => void) => done(refusing(554)) },
    ],
  ])('%s is retried later', async (_, options) => {
    const box = await mailbox(options)
    const failure = await transportTo(box.url)
      .send(outgoing())
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(PermanentMailError)
  })

  test('a wrong password is retried later and never in the error', async () => {
    const box = await mailbox({
      allowInsecureAuth: true,
      authOptional: false,
      onAuth: (_auth, _session, done) => done(refusing(535)),
    })
    const url = box.url.replace('smtp://', 'smtp://mailer:hunter2hunter2@')
    const failure = await transportTo(url)
      .send(outgoing())
      .catch((error: unknown) => error)
    expect(failure).not.toBeInstanceOf(PermanentMailError)
    expect(JSON.stringify(failure) + String(failure)).not.toContain('hunter2')
  })

  /** Talks SMTP just far enough to misbehave at a chosen point. */
  async function brokenServer(
    behave: (line: string, socket: import('node:net').Socket) => void,
  ): Promise<string> {
    const sockets = new Set<import('node:net').Socket>()
    const server: Server = createServer((socket) => {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('data', (data) => behave(data.toString(), socket))
      behave('', socket)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => {
      for (const socket of sockets) socket.destroy()
      return new Promise<void>((resolve) => server.close(() => resolve()))
    })
    return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  test('a server that never sends a greeting times out', async () => {
    const url = await brokenServer(() => undefined)
    const transport = transportTo(url, { connectMs: 100, silenceMs: 100, wholeMailMs: 5_000 })
    await expect(transport.send(outgoing())).rejects.toThrow(/Greeting|timeout/i)
  })

  test('a server that hangs after the greeting times out', async () => {
    const url = await brokenServer((line, socket) => {
      if (line === '') socket.write('220 slow\r\n')
    })
    const transport = transportTo(url, { connectMs: 500, silenceMs: 100, wholeMailMs: 5_000 })
    await expect(transport.send(outgoing())).rejects.toThrow(/timeout/i)
  })

  test('a server that sends its response too slowly times out', async () => {
    const url = await brokenServer((line, socket) => {
      if (line !== '') return
      const timer = setInterval(() => socket.write('220-still here\r\n'), 10)
      socket.on('close', () => clearInterval(timer))
    })
    const transport = transportTo(url, { connectMs: 60_000, silenceMs: 60_000, wholeMailMs: 200 })
    await expect(transport.send(outgoing())).rejects.toBeInstanceOf(Error)
  })

  test('a connection dropped in the middle of an email fails once and is not retried by the pool', async () => {
    let mails = 0
    const url = await brokenServer((line, socket) => {
      if (line === '') socket.write('220 hello\r\n')
      else if (/^(EHLO|HELO|MAIL|RCPT|RSET)/i.test(line)) socket.write('250 fine\r\n')
      else if (/^DATA/i.test(line)) {
        mails += 1
        socket.write('354 go on\r\n')
      } else socket.destroy()
    })
    const failure = await transportTo(url)
      .send(outgoing())
      .catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(PermanentMailError)
    expect(mails).toBe(1)
  })

  test('a server that hangs up before its greeting is not retried by the pool', async () => {
    let connections = 0
    const url = await brokenServer((_line, socket) => {
      connections += 1
      socket.end()
    })
    await expect(transportTo(url).send(outgoing())).rejects.toThrow()
    expect(connections).toBe(1)
  })

  test('after a failure the next email is sent', async () => {
    let refuse = true
    const box = await mailbox({
      onRcptTo: (_address, _session, done) => (refuse ? done(refusing(451)) : done()),
    })
    const transport = transportTo(box.url)
    await expect(transport.send(outgoing())).rejects.toThrow()
    refuse = false
    await transport.send(outgoing())
    expect(box.received).toHaveLength(1)
  })
})

describe('the URL of the mail server', () => {
  test.each([
    [
      'smtp://user:secret@mail.example.org:587',
      { port: 587, secure: false, requireTLS: true, ignoreTLS: false },
    ],
    ['smtp://mail.example.org', { port: 587, requireTLS: true }],
    ['smtps://user:secret@mail.example.org', { port: 465, secure: true, requireTLS: false }],
    ['smtp://127.0.0.1:1025', { port: 1025, requireTLS: false, ignoreTLS: true }],
    ['smtp://localhost', { port: 25, requireTLS: false }],
    ['smtp://[::1]:2525', { host: '::1', port: 2525, requireTLS: false }],
    ['smtp://127.0.0.1.example.org', { requireTLS: true }],
  ])('%s', (url, expected) => {
    expect(smtpOptions(url)).toMatchObject(expected)
  })
})

describe('a connection to the mail server that freezes', () => {
  /** Healthy mails have the same, on a machine that may be busy. */
  const timeouts = { connectMs: 3_000, silenceMs: 3_000, wholeMailMs: 40_000 }
  async function frozenLine() {
    const box = await mailbox()
    const proxy = await startTcpProxy(Number(new URL(box.url).port))
    closing.push(() => proxy.close())
    return { box, proxy, transport: transportTo(`smtp://127.0.0.1:${proxy.port}`, timeouts) }
  }

  test('before its greeting fails the email in time, and the next one is sent', async () => {
    const { box, proxy, transport } = await frozenLine()
    proxy.freeze()
    await expect(transport.send(outgoing())).rejects.toThrow(/timed? ?out|greeting/i)
    proxy.thaw()
    await transport.send(outgoing())
    expect(box.received).toHaveLength(1)
  })

  test('while idle fails the next email in time, and the one after that is sent over a new connection', async () => {
    const { box, proxy, transport } = await frozenLine()
    await transport.send(outgoing())
    proxy.freeze()
    const startedAt = Date.now()
    await expect(transport.send(outgoing())).rejects.toThrow()
    expect(Date.now() - startedAt).toBeLessThan(timeouts.wholeMailMs / 2)
    proxy.thaw()
    await transport.send(outgoing())
    expect(box.received).toHaveLength(2)
  })
})
