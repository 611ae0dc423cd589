import ical from 'node-ical'
import { describe, expect, it } from 'vitest'
import { type Feed, startCalendarFeeds } from '../../testing/calendar-feed'
import { execute, sql } from '../db/sql'

const { app, make, aFamily, turnOn, fetchFeed } = await startCalendarFeeds()

type Event = { uid: string; summary: string; description: string; start: Date; end: Date; status: string }

async function eventsOf(feed: Feed): Promise<Event[]> {
  const { status, body } = await fetchFeed(feed)
  expect(status).toBe(200)
  const parsed = Object.values(ical.sync.parseICS(body)) as unknown as ({ type: string } & Event)[]
  return parsed.filter(({ type }) => type === 'VEVENT').sort((a, b) => a.start.getTime() - b.start.getTime())
}

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
    const changed = { ...times, wednesday: '18:00', regular_begins: '15:10' }
    const saved = await staff.put('/api/admin/pickup-times', changed)
    expect(saved.status).toBe(200)
    const [wednesday] = await eventsOf(feed)
    expect(wednesday?.start.toISOString()).toBe('2026-12-02T20:10:00.000Z')
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
