import { createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { startMailbox } from '../../server/testing/mailbox'
import { freePort } from '../../testkit/free-port.mjs'
import { httpRequest } from '../../testkit/http-client'
import { query } from '../lib/programme'
import { type Finding, mustBe } from '../lib/report'
import { setUp } from '../lib/setup'

type Mood = 'refusing' | 'hanging' | 'dropping'

/** In front of a well-behaved mail server, one that refuses for now, says nothing, or hangs up in the middle. */
export async function flakySmtp(build: string): Promise<Finding> {
  const port = await freePort()
  const stage = await setUp(build, { families: 30, settings: { SMTP_URL: `smtp://127.0.0.1:${port}` } })
  const { server, programme, databaseUrl } = stage
  const times: number[] = []
  const faults: string[] = []
  const tenEach = [
    programme.families.slice(0, 10),
    programme.families.slice(10, 20),
    programme.families.slice(20),
  ]
  for (const [number, mood] of (['refusing', 'hanging', 'dropping'] as Mood[]).entries()) {
    const moody = await startMoody(port, mood)
    for (const { cookie, ipAddress, childIds, email } of tenEach[number] ?? []) {
      const body = { month_id: programme.monthId, child_ids: childIds, selected_days: [8], agreed: true }
      const told = await httpRequest(server.port, '/api/submissions', {
        method: 'POST',
        cookie,
        ipAddress,
        key: email,
        body,
      })
      if (told.status !== 200) faults.push(`a registration failed with ${told.status} while mail was ${mood}`)
      times.push(told.ms)
    }
    await sleep(2_000)
    moody.stop()
  }
  const mailbox = await startMailbox({}, port)
  // What waited for its next try is not made to wait for hours here.
  await query(databaseUrl, "update outbox set next_attempt_at = now() where state = 'queued'")
  const sent = await untilSent(databaseUrl)
  const arrived = new Set(mailbox.received.map(({ mail }) => mail.messageId))
  mustBe(faults, 'mails sent', sent, 60 + 120)
  mustBe(faults, 'mails arrived', arrived.size, sent)
  await stage.close()
  await mailbox.stop()
  const slowest = Math.round(Math.max(...times))
  return {
    figures: `${sent} mails, ${mailbox.received.length - arrived.size} twice, slowest registration ${slowest} ms`,
    faults,
  }
}

async function startMoody(port: number, mood: Mood) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    if (mood === 'refusing') socket.end('421 not now\r\n')
    if (mood === 'dropping') {
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

async function untilSent(databaseUrl: string): Promise<number> {
  for (let tries = 0; ; tries += 1) {
    await query(databaseUrl, "update outbox set next_attempt_at = now() where state = 'queued'")
    const [row] = await query<Record<'waiting' | 'sent', string>>(
      databaseUrl,
      `select count(*) filter (where state in ('queued', 'sending')) as waiting, count(*) filter (where state = 'sent') as sent from outbox`,
    )
    if (Number(row?.waiting) === 0 || tries > 240) return Number(row?.sent)
    await sleep(1_000)
  }
}
