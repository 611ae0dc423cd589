import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { type Feed, PATH, pathOf, startCalendarFeeds } from '../../testing/calendar-feed'
import { storedRows } from '../../testing/rows'
import { createEncryptor } from '../auth/encryption'
import { execute, rows, sql } from '../db/sql'
import { createLog } from '../log'

let log = ''
const sink = new Writable({
  write(chunk, _, done) {
    log += chunk
    done()
  },
})
const { app, aFamily, turnOn, fetchFeed } = await startCalendarFeeds({
  log: createLog({ logLevel: 'trace' }, sink),
})

const secretOf = (feed: Feed) => pathOf(feed).split('/').at(-1)?.replace('.ics', '') ?? ''

describe('the private URL', () => {
  it('is created on request, ends in .ics, and can be shown again at any time', async () => {
    const { client } = await aFamily()
    expect((await client.get(PATH)).body).toEqual({
      is_on: false,
      url: null,
      webcal_url: null,
      created_at: null,
    })
    const feed = await turnOn(client)
    expect(feed.url).toMatch(/^http:\/\/aftercare\.example\/api\/calendar-feeds\/[\w-]{27}\.ics$/)
    expect(feed.webcal_url).toBe(feed.url.replace('http:', 'webcal:'))
    expect((await client.get(PATH)).body).toEqual(feed)
    // Pressed twice, it is the same.
    expect(await turnOn(client)).toEqual(feed)
    expect((await fetchFeed(feed)).status).toBe(200)
  })

  it('can be replaced or turned off by its owner, and the old one stops working at once', async () => {
    const { client } = await aFamily()
    const first = await turnOn(client)
    const second = await turnOn(client, { replace: true })
    expect(second.url).not.toBe(first.url)
    expect((await fetchFeed(first)).status).toBe(404)
    expect((await fetchFeed(second)).status).toBe(200)
    expect((await client.delete(PATH)).body).toMatchObject({ is_on: false, url: null })
    expect((await client.delete(PATH)).status).toBe(200)
    expect((await fetchFeed(second)).status).toBe(404)
    expect((await turnOn(client)).url).not.toBe(second.url)
    const audit = await storedRows(
      app.services.db,
      'audit_log',
      sql`where table_name = 'calendar_feeds' order by id`,
    )
    const actions = ['create', 'replace', 'remove', 'create'].map((name) => `calendar-feed.${name}`)
    expect(audit.slice(-4).map(({ action }) => action)).toEqual(actions)
  })

  it('is the same for concurrent requests', async () => {
    const { client, parent } = await aFamily()
    const made = await Promise.all(Array.from({ length: 6 }, () => turnOn(client)))
    expect(new Set(made.map(({ url }) => url)).size).toBe(1)
    const stored = await storedRows(app.services.db, 'calendar_feeds', sql`where parent_id = ${parent.id}`)
    expect(stored).toHaveLength(1)
  })

  it('is not stored in plain text in any table', async () => {
    const { client } = await aFamily()
    const secret = secretOf(await turnOn(client))
    const tables = await rows<{ table_name: string }>(
      app.services.db,
      sql`select table_name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    expect(tables.length).toBeGreaterThan(15)
    for (const { table_name } of tables) {
      const { rows: held } = await app.services.pool.query(
        `select 1 from "${table_name}" t where t::text like '%' || $1 || '%'`,
        [secret],
      )
      expect(held, table_name).toEqual([])
    }
  })

  it('keeps working if the key is lost; only showing it again needs a new one', async () => {
    const { client, parent } = await aFamily()
    const feed = await turnOn(client)
    const foreign = createEncryptor('k'.repeat(32)).encrypt('x', `calendar-feed:${parent.id}`)
    await execute(app.services.db, sql`update calendar_feeds set encrypted_secret = ${foreign}`)
    expect((await client.get(PATH)).body).toMatchObject({ is_on: true, url: null, webcal_url: null })
    expect((await fetchFeed(feed)).status).toBe(200)
    const replaced = await turnOn(client, { replace: true })
    expect((await fetchFeed(replaced)).status).toBe(200)
    expect((await fetchFeed(feed)).status).toBe(404)
  })

  it('can be seen and changed only by its owner', async () => {
    const { client } = await aFamily()
    const feed = await turnOn(client)
    const other = (await aFamily()).client
    expect((await other.get(PATH)).body.is_on).toBe(false)
    await turnOn(other, { replace: true })
    await other.delete(PATH)
    expect((await client.get(PATH)).body).toEqual(feed)
    for (const method of ['get', 'post', 'delete'] as const) {
      expect((await app.visitor[method](PATH)).status, method).toBe(401)
    }
  })
})

describe('a URL that belongs to nobody', () => {
  it('gets the same response whether or not it ever existed', async () => {
    const { client, parent } = await aFamily()
    const replaced = await turnOn(client)
    const feed = await turnOn(client, { replace: true })
    const off = await (async () => {
      const other = (await aFamily()).client
      const made = await turnOn(other)
      await other.delete(PATH)
      return made
    })()
    const never = { url: `http://aftercare.example/api/calendar-feeds/${'A'.repeat(27)}.ics` }
    const answers = await Promise.all([never, replaced, off].map((url) => fetchFeed(url)))
    const changing = ['x-request-id']
    const shown = answers.map(({ status, body, headers }) => ({
      status,
      body,
      headers: [...headers].filter(([name]) => !changing.includes(name)),
    }))
    expect(shown[0]).toMatchObject({ status: 404, body: { error: { code: 'not-found' } } })
    expect(shown[1]).toEqual(shown[0])
    expect(shown[2]).toEqual(shown[0])

    const { db } = app.services
    for (const [stop, resume] of [
      [
        sql`update profiles set status = 'suspended' where id = ${parent.id}`,
        sql`update profiles set status = 'active' where id = ${parent.id}`,
      ],
      [
        sql`update accounts set disabled_at = now() where id = ${parent.id}`,
        sql`update accounts set disabled_at = null where id = ${parent.id}`,
      ],
    ] as const) {
      await execute(db, stop)
      const stopped = await fetchFeed(feed)
      expect([stopped.status, stopped.body]).toEqual([404, shown[0]?.body])
      await execute(db, resume)
      expect((await fetchFeed(feed)).status).toBe(200)
    }
  })

  it.each([
    '',
    'x',
    '.ics',
    'x.ics',
    `${'x'.repeat(2_000)}.ics`,
    '%00.ics',
    "'or 1=1--.ics",
    '..%2f..%2fx.ics',
  ])('is not found as %j', async (file) => {
    const { status } = await app.visitor.get(`/api/calendar-feeds/${file}`)
    expect([404, 422, 400]).toContain(status)
  })

  it('is not found with a near-miss spelling', async () => {
    const { client } = await aFamily()
    const feed = await turnOn(client)
    const secret = secretOf(feed)
    for (const guess of [secret, `${secret}.ICS`, `${secret.toLowerCase()}.ics`, `${secret.slice(1)}.ics`]) {
      expect((await app.visitor.get(`/api/calendar-feeds/${guess}`)).status, guess).toBe(404)
    }
  })
})

describe('too many fetches', () => {
  it('are rejected after a hundred, with the time to wait; other feeds and a new URL still work', async () => {
    const { client } = await aFamily()
    const feed = await turnOn(client)
    for (let n = 0; n < 100; n += 1) expect((await fetchFeed(feed)).status).toBe(200)
    const refused = await fetchFeed(feed)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(36)
    expect((await fetchFeed(await turnOn((await aFamily()).client))).status).toBe(200)
    expect((await fetchFeed(await turnOn(client, { replace: true }))).status).toBe(200)
  })

  it('are counted in the database, also if concurrent', async () => {
    const { client } = await aFamily()
    const feed = await turnOn(client)
    const answers = await Promise.all(Array.from({ length: 130 }, () => fetchFeed(feed)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(100)
    expect(statuses.filter((status) => status === 429)).toHaveLength(30)
  })
})

it('no log contains the URL, right or misspelled, served or rejected', async () => {
  const { client } = await aFamily()
  const feed = await turnOn(client)
  const secret = secretOf(feed)
  log = ''
  const paths = [
    pathOf(feed),
    `/api/calendar-feeds/${secret}`,
    `/api/calendar-feeds/${secret}.ics/`,
    `/api/calendar-feeds//${secret}.ics`,
    `/api/Calendar-Feeds/${secret}.ics`,
    `/api/calendar%2Dfeeds/${secret}.ics`,
    `/api/calendar-feeds/x/${secret}.ics`,
  ]
  for (const path of paths) await app.visitor.get(path)
  await app.visitor.post(pathOf(feed), {})
  await app.services.pool.query('alter table calendar_feeds rename to calendar_feeds_away')
  expect((await fetchFeed(feed)).status).toBe(500)
  await app.services.pool.query('alter table calendar_feeds_away rename to calendar_feeds')
  expect(log.match(/"path":"\/api\/calendar-feeds\/:\w+"/g)?.length).toBeGreaterThan(2)
  expect(log).toContain('request failed')
  expect(log.toLowerCase()).not.toContain(secret.toLowerCase())
})
