import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTcpProxy, type TcpProxy } from '../../testing/tcp-proxy'
import { startTestApp, type TestApp } from '../../testing/test-app'
import { createLiveHub, type LiveMessage } from '../live/live-hub'
import { openDatabase } from './client'
import { connect } from './connection'
import { execute, sql } from './sql'
import { isTransientError } from './transient-error'

/** A firewall between server and database drops a connection silently. */

/** Long enough for a working connection on a busy machine. Without a timeout the tests hang. */
const TIMEOUT_MS = 3_000
const timeouts = { connectMs: 20_000, queryMs: TIMEOUT_MS }

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

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (reason) => reason,
  )

/** The first keyword of each statement sent through the pool. */
function recordStatements(pool: pg.Pool): string[] {
  const keywords: string[] = []
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    Object.assign(client, {
      query: (statement: string | pg.QueryConfig, ...rest: unknown[]) => {
        const text = typeof statement === 'string' ? statement : statement.text
        keywords.push(text.trim().split(' ')[0] ?? '')
        return query(statement, ...rest)
      },
    })
  })
  return keywords
}

describe('a pool whose connections freeze', () => {
  it('times out the query, drops its connection and continues with a new one', async () => {
    const { db, pool, close } = openDatabase(url, () => {}, { timeouts })
    await db.query({ text: 'select 1' })
    proxy.freeze()
    expect(isTransientError(await failure(db.query({ text: 'select 1' })))).toBe(true)
    expect(pool.totalCount).toBe(0)
    proxy.thaw()
    expect((await db.query({ text: 'select 2 as two' })).rows).toEqual([{ two: 2 }])
    await close()
  })

  it('times out while connecting, and connects later', async () => {
    const { db, close } = openDatabase(url, () => {}, { timeouts: { ...timeouts, connectMs: 500 } })
    proxy.freeze()
    expect(isTransientError(await failure(db.query({ text: 'select 1' })))).toBe(true)
    proxy.thaw()
    const read = () =>
      db.query({ text: 'select 2 as two' }).then(
        ({ rows }) => rows,
        () => null,
      )
    await expect.poll(read).toEqual([{ two: 2 }])
    await close()
  })

  it('fails a running transaction without attempting a rollback, and stores nothing', async () => {
    const { db, pool, close } = openDatabase(url, () => {}, { timeouts })
    const statements = recordStatements(pool)
    const work = db.transaction((tx) =>
      tx.transaction(async (inner) => {
        await execute(inner, sql`insert into settings (key, value) values ('half-done', '1')`)
        proxy.freeze()
        await execute(inner, sql`update settings set value = '2' where key = 'half-done'`)
      }),
    )
    expect(isTransientError(await failure(work))).toBe(true)
    expect(statements).toEqual(['begin', 'savepoint', 'insert', 'update'])
    expect(pool.totalCount).toBe(0)
    proxy.close()
    expect(await app.services.pool.query("select 1 from settings where key = 'half-done'")).toMatchObject({
      rowCount: 0,
    })
    await close()
  })

  it('does not interrupt a slow statement within the limit', async () => {
    const { db, close } = openDatabase(url, () => {}, { timeouts })
    await db.query({ text: `select pg_sleep(0.5)` })
    await close()
  })
})

describe("a command's connection that freezes", () => {
  it('fails its statement after the socket timeout', async () => {
    const client = await connect({ connectionString: url, application_name: 'test' }, TIMEOUT_MS)
    proxy.freeze()
    expect(isTransientError(await failure(client.query('select 1')))).toBe(true)
    await client.end()
  })
})

describe('the listening connection', () => {
  const startHub = async (heartbeatMs: number, timeoutMs = TIMEOUT_MS) => {
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
    const messages: LiveMessage[] = []
    const hub = createLiveHub(url, log, { heartbeatMs, timeoutMs })
    hub.subscribe((message) => messages.push(message))
    await hub.ready
    expect(messages.splice(0)).toEqual(['resync'])
    return { hub, messages, lines }
  }
  const notify = (id: string) =>
    app.services.pool.query(`select pg_notify('changes', '{"table":"months","type":"UPDATE","id":"${id}"}')`)

  it('is reopened when it freezes: clients resync, and changes arrive again', async () => {
    const { hub, messages, lines } = await startHub(100)
    proxy.freeze()
    await notify('lost')
    await expect.poll(() => lines.join()).toContain('not responding')
    proxy.thaw()
    await expect.poll(() => messages).toEqual(['resync'])
    await notify('received')
    await expect.poll(() => messages.at(-1)).toMatchObject({ id: 'received' })
    await hub.stop()
  })

  it('stays open while idle', async () => {
    const { hub, messages, lines } = await startHub(20, 20_000)
    await sleep(300)
    await notify('received')
    await expect.poll(() => messages).toMatchObject([{ id: 'received' }])
    expect(lines).toEqual([])
    await hub.stop()
  })

  it('does not delay shutdown when frozen', async () => {
    const { hub } = await startHub(60_000)
    proxy.freeze()
    await hub.stop()
  })
})
