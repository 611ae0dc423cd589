import { createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { startMailbox } from '../../server/testing/mailbox'
import { freePort } from '../../testkit/free-port.mjs'
import { query, registerFamily } from '../lib/programme'
import { expectEqual, type Finding } from '../lib/report'
import { setUp } from '../lib/setup'

type Failure = 'refusing' | 'hanging' | 'dropping'

/** SMTP servers that reject temporarily, hang, or drop the connection, before one that works. */
export async function flakySmtp(build: string): Promise<Finding> {
  const port = await freePort()
  const trial = await setUp(build, { families: 30, settings: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
  const { server, programme, databaseUrl } = trial
  const times: number[] = []
  const faults: string[] = []
  const tenEach = [
    programme.families.slice(0, 10),
    programme.families.slice(10, 20),
    programme.families.slice(20),
  ]
  for (const [number, failure] of (['refusing', 'hanging', 'dropping'] as Failure[]).entries()) {
    const smtp = await startFlakySmtp(port, failure)
    for (const family of tenEach[number] ?? []) {
      const response = await registerFamily(server.port, programme, family)
      if (response.status !== 200)
        faults.push(`a registration failed with ${response.status} while mail was ${failure}`)
      times.push(response.ms)
    }
    await sleep(2_000)
    smtp.stop()
  }
  const mailbox = await startMailbox({}, port)
  // Does not wait for the real backoff.
  await query(databaseUrl, "update outbox set next_attempt_at = now() where state = 'queued'")
  const sent = await waitForMails(databaseUrl)
  const arrived = new Set(mailbox.received.map(({ mail }) => mail.messageId))
  expectEqual(faults, 'emails sent', sent, 60 + 120)
  expectEqual(faults, 'emails arrived', arrived.size, sent)
  await trial.close()
  await mailbox.stop()
  const slowest = Math.round(Math.max(...times))
  return {
    figures: `${sent} emails, ${mailbox.received.length - arrived.size} twice, slowest registration ${slowest} ms`,
    faults,
  }
}

async function startFlakySmtp(port: number, failure: Failure) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    if (failure === 'refusing') socket.end('421 not now\r\n')
    if (failure === 'dropping') {
      socket.write('220 hello\r\n')
      socket.once('data', () => socket.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return {
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}

async function waitForMails(databaseUrl: string): Promise<number> {
  for (let attempts = 0; ; attempts += 1) {
    await query(databaseUrl, "update outbox set next_attempt_at = now() where state = 'queued'")
    const [row] = await query<Record<'waiting' | 'sent', string>>(
      databaseUrl,
      `select count(*) filter (where state in ('queued', 'sending')) as waiting, count(*) filter (where state = 'sent') as sent from outbox`,
    )
    if (Number(row?.waiting) === 0 || attempts > 240) return Number(row?.sent)
    await sleep(1_000)
  }
}
