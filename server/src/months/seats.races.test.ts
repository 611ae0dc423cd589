import pg from 'pg'
import { describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { testApp } from '../../testing/test-app'
import { maybeOne, rows, sql } from '../db/sql'

/** Two hundred at once for ten seats, on a real PostgreSQL. Today is Monday, November 16, 2026. */

const SEATS = 10
const TOMORROW = 17

const app = await testApp()
const make = buildersFor(app.services.db)
const staff = await app.as(await make.anAdmin())

type Month = { id: string; version: number }

const readTaken = (month: Month) =>
  maybeOne<{ taken: number; held: number }>(
    app.services.db,
    sql`select (taken_seats ->> ${String(TOMORROW)})::int as taken, (count_taken_seats(m) ->> ${String(TOMORROW)})::int as held
      from months m where id = ${month.id}`,
  )

async function aFamily() {
  const parent = await make.aParent()
  return { client: await app.as(parent), child: await make.aChild(parent) }
}
type Family = Awaited<ReturnType<typeof aFamily>>

const registration = (month: Month, { client, child }: Family) =>
  client.post('/api/submissions', {
    month_id: month.id,
    child_ids: [child.id],
    selected_days: [TOMORROW],
    agreed: true,
  })

const guestRegistration = (month: Month, n: number) =>
  app.visitor.post('/api/submissions', {
    month_id: month.id,
    selected_days: [TOMORROW],
    agreed: true,
    guest_parent_name: 'Grace Whitfield',
    guest_parent_email: `guest${n}@example.com`,
    guest_child_name: `Otis ${n}`,
  })

const dropIn = ({ client, child }: Family) =>
  client.post('/api/drop-ins', { child_id: child.id, dropin_date: `2026-11-${TOMORROW}`, agreed: true })

/** Gives up another day for the one in demand. */
async function edit(month: Month, { client, child }: Family) {
  const { id } = await make.aRegistration(child, month, { selected_days: [18] })
  return () => client.patch(`/api/submissions/${id}`, { selected_days: [TOMORROW], agreed: true, version: 1 })
}

describe('ten seats', () => {
  it('are booked ten times by two hundred registrations, edits and drop-ins, without a server error', async () => {
    const month = await make.aMonth({ month_name: 'November', seats: SEATS })
    const families = await Promise.all(Array.from({ length: 140 }, aFamily))
    const edits = await Promise.all(families.slice(0, 40).map((family) => edit(month, family)))
    const asks = [
      ...edits,
      ...families.slice(40, 80).map((family) => () => dropIn(family)),
      ...families.slice(80).map((family) => () => registration(month, family)),
      // As many guests as one network may send at once.
      ...Array.from({ length: 60 }, (_, n) => () => guestRegistration(month, n)),
    ]
    // Mixed, so that no kind has the seats to itself.
    const mixed = asks.map((ask, index) => ({ ask, place: (index * 77) % asks.length }))
    const responses = await Promise.all(
      mixed.sort((one, other) => one.place - other.place).map(({ ask }) => ask()),
    )
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(SEATS)
    expect(statuses.filter((status) => status === 409)).toHaveLength(asks.length - SEATS)
    expect(await readTaken(month)).toEqual({ taken: SEATS, held: SEATS })
  })

  it('stay correct while staff lower them, close the day and try to delete the month', async () => {
    const month = await make.aMonth({ month_name: 'November', year: 2027, seats: SEATS })
    const [day] = [17, 18].filter((n) => ![0, 6].includes(new Date(Date.UTC(2027, 10, n)).getUTCDay()))
    const families = await Promise.all(Array.from({ length: 30 }, aFamily))
    const ask = ({ client, child }: Family) =>
      client.post('/api/submissions', {
        month_id: month.id,
        child_ids: [child.id],
        selected_days: [day],
        agreed: true,
      })
    const change = (values: object) =>
      staff.patch(`/api/admin/months/${month.id}`, {
        day_types: {},
        closed_days: [],
        version: month.version,
        ...values,
      })
    const [responses, ...byStaff] = await Promise.all([
      Promise.all(families.map(ask)),
      change({ seats: 5 }),
      change({ closed_days: [day] }),
      staff.delete(`/api/admin/months/${month.id}`),
    ])
    for (const { status } of [...responses, ...byStaff]) expect([200, 404, 409]).toContain(status)
    const stored = await rows(app.services.db, sql`select id from submissions where month_id = ${month.id}`)
    expect(stored).toHaveLength(responses.filter(({ status }) => status === 200).length)
    expect(stored.length).toBeLessThanOrEqual(SEATS)
  })

  it('control: are overbooked if the month is read without a lock', async () => {
    const month = await make.aMonth({ month_name: 'November', year: 2028, seats: 1 })
    const tabs = await Promise.all([0, 1].map(() => connect()))
    for (const tab of tabs) {
      await tab.query('begin')
      const { rows: found } = await tab.query('select taken_seats from months where id = $1', [month.id])
      expect(found[0].taken_seats).toEqual({})
    }
    for (const tab of tabs) {
      await tab.query(
        `insert into submissions (month_id, selected_days, total_fee, guest_parent_name, guest_parent_email,
            guest_child_name, submitted_at, updated_at)
          values ($1, '{17}', 20, 'Grace', 'grace@example.com', 'Otis', now(), now())`,
        [month.id],
      )
      await tab.query('commit')
      await tab.end()
    }
    expect(await readTaken(month)).toEqual({ taken: 2, held: 2 })
  })
})

async function connect() {
  const tab = new pg.Client({ connectionString: app.databaseUrl })
  await tab.connect()
  return tab
}
