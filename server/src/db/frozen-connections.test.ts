import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLiveHub, type LiveMessage } from '../live/live-hub'
import { startTcpProxy, type TcpProxy } from '../testing/tcp-proxy'
import { startTestApp, type TestApp } from '../testing/test-app'
import { openDatabase } from './client'
import { connect } from './connection'
import { isPassingTrouble } from './passing-trouble'
import { affected, sql } from './sql'

/** A firewall between server and database forgets a connection: nothing passes any more, and nobody is told. */

const TIMEOUT_MS = 1_000
const timeouts = { connectMs: TIMEOUT_MS, queryMs: TIMEOUT_MS }

let app: TestApp
let proxy: TcpProxy
let url: string
beforeEach(async () => {
  app = await startTestApp()
  const target = new URL(app.databaseUrl)
  proxy = await startTcpProxy(Number(target.port))
  target.port = String(proxy.port)
  url = target.href
})
afterEach(async () => {
  proxy.close()
  await app.stop()
})

/** How the work fails, and after how long. */
async function failure(work: Promise<unknown>): Promise<{ error: unknown; ms: number }> {
  const startedAt = Date.now()
  const error = await work.then(
    () => null,
    (reason) => reason,
  )
  return { error, ms: Date.now() - startedAt }
}

describe('a pool whose connections freeze', () => {
  it('fails the query in time, gives its connection up and goes on with a new one', async () => {
    const { db, pool, close } = openDatabase(url, () => {}, { timeouts })
    await db.query({ text: 'select 1' })
    proxy.freeze()
    const { error, ms } = await failure(db.query({ text: 'select 1' }))
    expect(isPassingTrouble(error)).toBe(true)
    expect(ms).toBeLessThan(TIMEOUT_MS * 2)
    expect(pool.totalCount).toBe(0)
    // A new connection freezes as well, before it is there.
    expect(isPassingTrouble((await failure(db.query({ text: 'select 1' }))).error)).toBe(true)
    proxy.thaw()
    expect((await db.query({ text: 'select 2 as two' })).rows).toEqual([{ two: 2 }])
    await close()
  })

  it('fails a transaction in its middle once, without waiting for its rollback, and stores nothing', async () => {
    const { db, pool, close } = openDatabase(url, () => {}, { timeouts })
    const work = db.transaction((tx) =>
      tx.transaction(async (inner) => {
        await affected(inner, sql`insert into settings (key, value) values ('half-done', '1')`)
        proxy.freeze()
        await affected(inner, sql`update settings set value = '2' where key = 'half-done'`)
      }),
    )
    const { error, ms } = await failure(work)
    expect(isPassingTrouble(error)).toBe(true)
    expect(ms).toBeLessThan(TIMEOUT_MS * 2)
    expect(pool.totalCount).toBe(0)
    proxy.close()
    expect(await app.services.pool.query("select 1 from settings where key = 'half-done'")).toMatchObject({
      rowCount: 0,
    })
    await close()
  })

  it('leaves a statement alone that takes its time within the limit', async () => {
    const { db, close } = openDatabase(url, () => {}, { timeouts })
    await db.query({ text: `select pg_sleep(${TIMEOUT_MS / 2_000})` })
    await close()
  })
})

describe("a command's connection that freezes", () => {
  it('fails its statement after the longest silence', async () => {
    const client = await connect({ connectionString: url, application_name: 'test' }, TIMEOUT_MS)
    proxy.freeze()
    expect(isPassingTrouble((await failure(client.query('select 1'))).error)).toBe(true)
    await client.end()
  })
})

describe('the listening connection', () => {
  const startHub = async (heartbeatMs: number) => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
    const messages: LiveMessage[] = []
    const hub = createLiveHub(url, log, { heartbeatMs, timeoutMs: TIMEOUT_MS })
    hub.subscribe((message) => messages.push(message))
    await hub.ready
    expect(messages.splice(0)).toEqual(['resync'])
    return { hub, messages, lines }
  }
  const notify = (id: string) =>
    app.services.pool.query(`select pg_notify('changes', '{"table":"months","type":"UPDATE","id":"${id}"}')`)

  it('that freezes is made anew: everybody reads again, and changes are heard', async () => {
    const { hub, messages, lines } = await startHub(100)
    proxy.freeze()
    await notify('lost')
    await expect.poll(() => lines.join(), { timeout: 5_000 }).toContain('does not answer')
    proxy.thaw()
    await expect.poll(() => messages, { timeout: 10_000 }).toEqual(['resync'])
    await notify('heard')
    await expect.poll(() => messages.at(-1), { timeout: 5_000 }).toMatchObject({ id: 'heard' })
    await hub.stop()
  })

  it('that is quiet but there stays, heartbeat after heartbeat', async () => {
    const { hub, messages, lines } = await startHub(20)
    await sleep(300)
    await notify('heard')
    await expect.poll(() => messages, { timeout: 5_000 }).toMatchObject([{ id: 'heard' }])
    expect(lines).toEqual([])
    await hub.stop()
  })

  it('that is frozen does not hold up the end', async () => {
    const { hub } = await startHub(60_000)
    proxy.freeze()
    const startedAt = Date.now()
    await hub.stop()
    expect(Date.now() - startedAt).toBeLessThan(3_000)
  })
})
