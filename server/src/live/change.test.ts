import { LIVE_TOPICS } from '@aftercare/domain/live/live-topics'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app'
import { execute, rows, sql } from '../db/sql'
import { parseChange } from './change'
import { createLiveHub, type LiveMessage } from './live-hub'

/** Anybody connected to the database can notify on our channel. */
const INVALID_PAYLOADS = [
  '',
  'secret text, not JSON',
  '{"table":"outbox","type":"UPDATE"',
  'null',
  'true',
  '42',
  '"outbox"',
  '[]',
  '[{"table":"outbox","type":"UPDATE"}]',
  '{}',
  '{"table":"outbox"}',
  '{"table":null,"type":"UPDATE"}',
  '{"table":"outbox","type":"TRUNCATE"}',
  '{"table":"outbox","type":"UPDATE","id":7}',
  '{"table":"months\\ndata: forged","type":"UPDATE"}',
  '{"table":"month_seats","type":"UPDATE","taken_seats":"many"}',
  '{"__proto__":{"table":"outbox","type":"UPDATE"}}',
]

describe('a notification', () => {
  it.each(INVALID_PAYLOADS)('%j is not a change', (payload) => {
    expect(parseChange(payload)).toBeNull()
  })

  it('is reduced to the fields of a change', () => {
    const change = { table: 'month_seats', type: 'UPDATE', id: 'x', is_public: true, taken_seats: { '3': 2 } }
    expect(parseChange(JSON.stringify({ ...change, password: 'secret' }))).toEqual(change)
  })
})

describe('the topics', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  it('match the tables that the database triggers notify about', async () => {
    const triggers = await rows<{ table: string; source: string }>(
      app.services.db,
      sql`select distinct tgrelid::regclass::text as "table", prosrc as source
          from pg_trigger join pg_proc on pg_proc.oid = tgfoid
          where not tgisinternal and prosrc like '%pg_notify(''changes''%'`,
    )
    const topics = triggers.flatMap(({ table, source }) => {
      const named = [...source.matchAll(/'table', '(\w+)'/g)].map(([, name]) => name)
      return named.length > 0 ? named : [table]
    })
    // Some settings have their own topics, see change-audience.ts.
    const settings = [
      'drop_in_approval',
      'drop_in_prices',
      'family_balances',
      'guest_confirmation',
      'pickup_times',
      'program',
      'statement_details',
      'two_factor_required',
    ]
    expect([...new Set([...topics, ...settings])].sort()).toEqual([...LIVE_TOPICS].sort())
  })
})

describe('the hub', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.stop())

  it('ignores invalid notifications and logs that once, without the payload', async () => {
    const lines: string[] = []
    const messages: LiveMessage[] = []
    const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
    const hub = createLiveHub(app.databaseUrl, log)
    hub.subscribe((message) => messages.push(message))
    await hub.ready
    for (const payload of INVALID_PAYLOADS)
      await execute(app.services.db, sql`select pg_notify('changes', ${payload})`)
    await execute(app.services.db, sql`select pg_notify('changes', '{"table":"months","type":"UPDATE"}')`)
    await expect.poll(() => messages).toEqual(['resync', { table: 'months', type: 'UPDATE' }])
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('not a change')
    expect(lines[0]).not.toContain('secret')
    await hub.stop()
  })
})
