import { setTimeout as sleep } from 'node:timers/promises'
import { startMailbox } from '../../server/testing/mailbox'
import { startTcpProxy } from '../../server/testing/tcp-proxy'
import { httpRequest } from '../../testkit/http-client'
import { openLivePage } from '../lib/live-page'
import { query, registerFamily } from '../lib/programme'
import { expectEqual, type Finding } from '../lib/report'
import { setUp } from '../lib/setup'
import { startWriteLoad } from '../lib/write-load'

const seconds = (ms: number) => (ms / 1000).toFixed(1)

/** Connections to the database and the mail server stop passing data without being closed. */
export async function frozenConnections(build: string): Promise<Finding> {
  const mailbox = await startMailbox()
  const smtp = await startTcpProxy(Number(new URL(mailbox.url).port))
  const settings = { SMTP_URL: `smtp://127.0.0.1:${smtp.port}` }
  const trial = await setUp(build, { throughProxy: true, settings })
  const { server, programme, databaseUrl, proxy } = trial
  const faults: string[] = []
  const page = openLivePage(() => server.port, programme.staffCookie)
  const writeLoad = startWriteLoad(programme, () => server.port)
  await sleep(2_000)

  proxy?.freeze()
  const frozenAt = Date.now()
  const cut = await httpRequest(server.port, '/api/months')
  expectEqual(faults, 'a page while frozen', cut.status, 503)
  expectEqual(faults, 'health while frozen', (await httpRequest(server.port, '/api/health')).status, 503)
  if (cut.ms > 25_000) faults.push(`a page was cut off only after ${seconds(cut.ms)} s`)
  proxy?.thaw()
  const backMs = await waitForChange(writeLoad.acknowledged, 60_000)
  if (backMs > 25_000) faults.push(`it took ${seconds(backMs)} s to recover`)
  await writeLoad.stop()
  const figures = await writeLoad.compare(databaseUrl, faults)

  const received = page.changeCount()
  while (page.changeCount() === received && Date.now() - frozenAt < 90_000) {
    await query(databaseUrl, 'update profiles set full_name = full_name where id = $1', [programme.admin])
    await sleep(500)
  }
  const liveMs = Date.now() - frozenAt
  if (liveMs > 60_000) faults.push(`pages got changes only after ${seconds(liveMs)} s`)
  page.close()

  const before = mailbox.received.length
  smtp.freeze()
  const response = await registerFamily(server.port, programme, programme.families[0] ?? never())
  expectEqual(faults, 'a registration while mail is frozen', response.status, 200)
  const failed = await waitForRow(databaseUrl, "select from outbox where state = 'queued' and attempts > 0")
  if (!failed) faults.push('an email on a frozen connection never timed out')
  smtp.thaw()
  await query(databaseUrl, "update outbox set next_attempt_at = now() where state = 'queued'")
  const isSent = await waitForRow(
    databaseUrl,
    "select where not exists (select from outbox where state <> 'sent')",
  )
  if (!isSent) faults.push('not all emails were sent after the freeze')
  if (mailbox.received.length === before) faults.push('no email arrived after the freeze')

  proxy?.freeze()
  void httpRequest(server.port, '/api/months')
  await sleep(200)
  const endedAt = Date.now()
  await server.stop('SIGTERM')
  const endMs = Date.now() - endedAt
  if (endMs > 15_000) faults.push(`shutdown took ${seconds(endMs)} s while frozen`)
  await trial.close()
  smtp.close()
  await mailbox.stop()
  return {
    figures: `503 after ${seconds(cut.ms)} s, ${figures}, first write ${seconds(backMs)} s after the thaw, pages live again after ${seconds(liveMs)} s, end while frozen ${seconds(endMs)} s`,
    faults,
  }
}

async function waitForChange(count: () => number, limitMs: number): Promise<number> {
  const startedAt = Date.now()
  const before = count()
  while (count() === before && Date.now() - startedAt < limitMs) await sleep(20)
  return Date.now() - startedAt
}

async function waitForRow(databaseUrl: string, text: string): Promise<boolean> {
  for (let attempts = 0; attempts < 180; attempts += 1) {
    if ((await query(databaseUrl, text)).length > 0) return true
    await sleep(500)
  }
  return false
}

const never = (): never => {
  throw new Error('The programme has no family.')
}
