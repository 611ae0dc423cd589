import { Writable } from 'node:stream'
import ical from 'node-ical'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { storedRows } from '../../testing/rows'
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app'
import { createEncryptor } from '../auth/encryption'
import { execute, rows, sql } from '../db/sql'
import { createLog } from '../log'

let app: TestApp
let make: ReturnType<typeof buildersFor>
let log = ''

beforeAll(async () => {
  const sink = new Writable({
    write(chunk, _, done) {
      log += chunk
      done()
    },
  })
  const env = { PUBLIC_URL: 'http://aftercare.example' }
  app = await startTestApp({ env, log: createLog({ logLevel: 'trace' }, sink) })
  make = buildersFor(app.services.db)
})
afterAll(() => app.stop())
beforeEach(async () => {
  app.setNow('2026-11-16T09:00:00-05:00')
  for (const table of [sql`submissions`, sql`months`, sql`settings`, sql`calendar_feeds`]) {
    await execute(app.services.db, sql`delete from ${table}`)
  }
})

const PATH = '/api/calendar-feed'
type Feed = { is_on: boolean; url: string; webcal_url: string; created_at: string }
type Event = { uid: string; summary: string; description: string; start: Date; end: Date; status: string }

async function aFamily() {
  const parent = await make.aParent()
  const child = await make.aChild(parent, {
    name: 'Amara',
    allergies: 'peanut-zebra',
    notes: 'note-of-the-walrus',
  })
  const client = await app.as(parent)
  return { parent, child, client }
}

async function turnOn(client: TestClient, body: object = {}): Promise<Feed> {
  const { status, body: feed } = await client.post(PATH, body)
  expect(status).toBe(200)
  return feed
}

/** As a calendar program does it: without a cookie, by the URL alone. */
const pathOf = ({ url }: Pick<Feed, 'url'>) => new URL(url).pathname
const secretOf = (feed: Feed) => pathOf(feed).split('/').at(-1)?.replace('.ics', '') ?? ''
const fetchFeed = (feed: Pick<Feed, 'url'>, headers = {}) => app.visitor.get<string>(pathOf(feed), headers)

async function eventsOf(feed: Feed): Promise<Event[]> {
  const { status, body } = await fetchFeed(feed)
  expect(status).toBe(200)
  const parsed = Object.values(ical.sync.parseICS(body)) as unknown as ({ type: string } & Event)[]
  return parsed.filter(({ type }) => type === 'VEVENT').sort((a, b) => a.start.getTime() - b.start.getTime())
}

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
    const audit = await storedRows(app.services.db, 'audit_log', sql`where table_name = 'calendar_feeds'`)
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

describe('the feed', () => {
  it('has every booked day and drop-in since three months ago, with time and type and nothing else', async () => {
    const { parent, child, client } = await aFamily()
    const july = await make.aMonth({ month_name: 'July' })
    const november = await make.aMonth({
      month_name: 'November',
      day_types: { 3: 'noon', 4: 'early', 30: 'unavailable' },
      special_days: [3],
    })
    await make.aRegistration(child, july, { selected_days: [30, 31] })
    await make.aRegistration(child, november, { selected_days: [2, 3, 4, 6, 30], total_fee_cents: 8731 })
    const own = { parent_id: parent.id, child_id: child.id }
    const dropIn = await make.aDropIn('2026-08-03', { ...own, dismissal_type: 'noon' })
    await make.aDropIn('2026-07-31', own)
    await make.aDropIn('2026-11-17')
    const other = await aFamily()
    await make.aRegistration(other.child, november, { selected_days: [9] })

    const feed = await turnOn(client)
    expect(
      (await eventsOf(feed)).map(({ summary, description, status, start, end }) => [
        start.toISOString(),
        end.toISOString(),
        summary,
        description,
        status,
      ]),
    ).toEqual([
      [
        '2026-08-03T16:00:00.000Z',
        '2026-08-03T21:30:00.000Z',
        'Amara: Aftercare (Noon Dismissal)',
        'Day Drop-In, Noon Dismissal',
        'CONFIRMED',
      ],
      ['2026-11-02T20:30:00.000Z', '2026-11-02T22:30:00.000Z', 'Amara: Aftercare', 'Regular', 'CONFIRMED'],
      [
        '2026-11-03T17:00:00.000Z',
        '2026-11-03T21:30:00.000Z',
        'Amara: Aftercare (Noon Dismissal)',
        'Noon Dismissal',
        'CONFIRMED',
      ],
      [
        '2026-11-04T19:30:00.000Z',
        '2026-11-04T21:30:00.000Z',
        'Amara: Aftercare (2:30 Dismissal)',
        '2:30 Dismissal',
        'CONFIRMED',
      ],
      ['2026-11-06T19:30:00.000Z', '2026-11-06T21:30:00.000Z', 'Amara: Aftercare', 'Regular', 'CONFIRMED'],
      [
        '2026-11-30T20:30:00.000Z',
        '2026-11-30T22:30:00.000Z',
        'Amara: Aftercare cancelled (Unavailable)',
        'Unavailable',
        'CANCELLED',
      ],
    ])
    const { body } = await fetchFeed(feed)
    expect(body).not.toMatch(/peanut|walrus|87\.?31|\$/)
    expect(body).not.toContain(dropIn.guest_parent_email)
  })

  it('keeps the times of a cancelled day, as the type it had says', async () => {
    const { child, client } = await aFamily()
    const february = await make.aMonth({
      month_name: 'February',
      year: 2027,
      day_types: { 3: 'unavailable', 4: 'unavailable' },
      cancelled_days: [3, 4],
      cancelled_day_types: { 3: 'noon', 4: 'regular' },
    })
    await make.aRegistration(child, february, { selected_days: [3, 4] })
    const events = await eventsOf(await turnOn(client))
    expect(events.map(({ start, end, status }) => [start.toISOString(), end.toISOString(), status])).toEqual([
      ['2027-02-03T17:00:00.000Z', '2027-02-03T21:30:00.000Z', 'CANCELLED'],
      ['2027-02-04T20:30:00.000Z', '2027-02-04T22:30:00.000Z', 'CANCELLED'],
    ])
    for (const { summary, description } of events)
      expect([summary, description]).toEqual(['Amara: Aftercare cancelled', 'Cancelled'])
  })

  it('shows edits and new pick-up times at the next fetch, under the same UIDs', async () => {
    const { child, client } = await aFamily()
    const december = await make.aMonth()
    const { id } = await make.aRegistration(child, december, { selected_days: [1, 2], version: 1 })
    const feed = await turnOn(client)
    const before = await eventsOf(feed)
    const edit = { selected_days: [2, 3], agreed: true, version: 1 }
    expect((await client.patch(`/api/submissions/${id}`, edit)).status).toBe(200)
    const after = await eventsOf(feed)
    expect(after.map(({ start }) => start.getUTCDate())).toEqual([2, 3])
    expect(after[0]?.uid).toBe(before[1]?.uid)
    const staff = await app.as(await make.anAdmin())
    const { body: times } = await staff.get('/api/admin/pickup-times')
    const saved = await staff.put('/api/admin/pickup-times', { ...times, wednesday: '18:00' })
    expect(saved.status).toBe(200)
    const [wednesday] = await eventsOf(feed)
    expect(wednesday?.end.toISOString()).toBe('2026-12-02T23:00:00.000Z')
  })

  it('is right on both sides of both clock changes', async () => {
    const { child, client } = await aFamily()
    const months = [
      ['October', 2026, [29]],
      ['November', 2026, [2]],
      ['March', 2027, [11, 15]],
    ] as const
    for (const [month_name, year, selected_days] of months) {
      await make.aRegistration(child, await make.aMonth({ month_name, year }), {
        selected_days: [...selected_days],
      })
    }
    const starts = (await eventsOf(await turnOn(client))).map(({ start }) => start.toISOString())
    expect(starts).toEqual([
      '2026-10-29T19:30:00.000Z',
      '2026-11-02T20:30:00.000Z',
      '2027-03-11T20:30:00.000Z',
      '2027-03-15T19:30:00.000Z',
    ])
  })

  it('is valid iCalendar to the byte, whatever the name of a child', async () => {
    const { parent, client } = await aFamily()
    const names = [
      '<b>Zoë</b>, "Bo"; C:\\dir\\;,:',
      `${'🪁'.repeat(40)} of ${'é'.repeat(30)}`,
      'END:VEVENT X-EVIL:1',
      'x'.repeat(120),
    ]
    const december = await make.aMonth()
    for (const name of names) {
      await make.aRegistration(await make.aChild(parent, { name }), december, { selected_days: [1] })
    }
    const feed = await turnOn(client)
    const { body, headers } = await fetchFeed(feed)
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(body.endsWith('END:VCALENDAR\r\n')).toBe(true)
    const lines = body.slice(0, -2).split('\r\n')
    for (const line of lines) {
      expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(line).toMatch(/^( .+|[A-Z-]+[;:].*)$/u)
      expect(line).not.toMatch(/[\n\r]/)
    }
    const unfolded = body.replace(/\r\n /g, '').split('\r\n')
    expect(unfolded.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(names.length)
    expect(unfolded.filter((line) => line === 'END:VEVENT')).toHaveLength(names.length)
    for (const needed of ['UID:', 'DTSTAMP:', 'DTSTART:', 'SUMMARY:']) {
      expect(
        unfolded.filter((line) => line.startsWith(needed)),
        needed,
      ).toHaveLength(names.length)
    }
    expect(unfolded.slice(0, 3)).toEqual([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Aftercare//Calendar feed//EN',
    ])
    // Each sign that means something is written with a backslash before it, the backslash itself too.
    expect(unfolded).toContain('SUMMARY:<b>Zoë</b>\\, "Bo"\\; C:\\\\dir\\\\\\;\\,:: Aftercare')
    const titles = (await eventsOf(feed)).map(({ summary }) => summary).sort()
    expect(titles).toEqual(names.map((name) => `${name}: Aftercare`).sort())
  })

  it('responds 304 if the client has it already, and may not be cached by proxies', async () => {
    const { child, client } = await aFamily()
    const december = await make.aMonth()
    await make.aRegistration(child, december, { selected_days: [1] })
    const feed = await turnOn(client)
    const first = await fetchFeed(feed)
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toMatch(/^"[\w-]{43}"$/)
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    app.setNow('2026-11-16T10:00:00-05:00')
    expect((await fetchFeed(feed)).headers.get('etag')).toBe(tag)
    for (const known of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const again = await fetchFeed(feed, { 'if-none-match': known })
      expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', tag])
    }
    expect((await fetchFeed(feed, { 'if-none-match': '"other"' })).status).toBe(200)
    await execute(app.services.db, sql`update submissions set selected_days = '{2}', day_prices = null`)
    expect((await fetchFeed(feed, { 'if-none-match': tag })).status).toBe(200)
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
  expect(log.match(/\/api\/calendar-feeds\/+\[secret\]/gi)?.length).toBeGreaterThan(8)
  expect(log).toContain('request failed')
  expect(log.toLowerCase()).not.toContain(secret.toLowerCase())
})

describe("the owner's language", () => {
  it('words the events at the next fetch, which stay the same events', async () => {
    const { child, client } = await aFamily()
    const month = await make.aMonth({ month_name: 'March', year: 2031, day_types: { 4: 'noon' } })
    await make.aRegistration(child, month, { selected_days: [3, 4] })
    const feed = await turnOn(client)
    const english = await eventsOf(feed)
    await client.put('/api/profile/language', { language: 'es' })
    const spanish = await eventsOf(feed)
    expect(spanish.map(({ uid }) => uid)).toEqual(english.map(({ uid }) => uid))
    expect(english.map(({ summary }) => summary)).toEqual([
      'Amara: Aftercare',
      'Amara: Aftercare (Noon Dismissal)',
    ])
    expect(spanish.map(({ summary }) => summary)).toEqual([
      'Amara: Cuidado después de clases',
      'Amara: Cuidado después de clases (Salida a mediodía)',
    ])
  })
})
