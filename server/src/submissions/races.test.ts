import pg from 'pg'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { holdLock, untilWaiting } from '../../testing/race-helpers'
import { countRows, storedRows } from '../../testing/rows'
import { type TestClient, testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'
import { insertInto } from '../db/write'

/** What happens at the same moment, on a real PostgreSQL. */

let client: TestClient
let child: { id: string; parent_id: string }
let month: { id: string }
let year = 2030

const app = await testApp()
const make = buildersFor(app.services.db)

beforeEach(async () => {
  const parent = await make.aParent()
  client = await app.as(parent)
  child = await make.aChild(parent)
  year += 1
  month = await make.aMonth({ year, day_types: {} })
})

/** Monday to Friday of a whole week in that December. */
const aWeekday = () =>
  [8, 9, 10].find((n) => ![0, 6].includes(new Date(Date.UTC(year, 11, n)).getUTCDay())) ?? 8

const request = () => ({
  month_id: month.id,
  child_ids: [child.id],
  selected_days: [aWeekday()],
  agreed: true,
})

const rows = () => storedRows(app.services.db, 'submissions', sql`where month_id = ${month.id}`)

/** Staff close the day in a transaction that is committed on request. */
async function closingStaff() {
  const staff = new pg.Client({ connectionString: app.databaseUrl })
  await staff.connect()
  await staff.query('begin')
  return {
    close: () => staff.query('update months set closed_days = $1 where id = $2', [[aWeekday()], month.id]),
    commit: () => staff.query('commit'),
    end: () => staff.end(),
  }
}

/** True once a query of this database waits for a lock. */
async function somebodyWaits(): Promise<boolean> {
  const { rows: waiting } = await app.services.pool.query(
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return waiting.length > 0
}

async function untilSomebodyWaits() {
  await expect.poll(somebodyWaits).toBe(true)
}

describe('closing a day while somebody registers for it', () => {
  it('makes the registration wait and then rejects the day by name', async () => {
    const staff = await closingStaff()
    await staff.close()
    const response = client.post('/api/submissions', request())
    await untilSomebodyWaits()
    await staff.commit()
    const { status, body } = await response
    await staff.end()
    expect(status).toBe(409)
    expect(body.error.message).toContain(`December ${aWeekday()} is closed to new registrations.`)
    expect(await rows()).toEqual([])
  })

  it('makes an edit that adds the day wait and then rejects it', async () => {
    const other = aWeekday() === 8 ? 9 : 8
    const kept = [0, 6].includes(new Date(Date.UTC(year, 11, other)).getUTCDay()) ? 10 : other
    const held = await make.aRegistration(child, month, { selected_days: [kept] })
    const staff = await closingStaff()
    await staff.close()
    const response = client.patch(`/api/submissions/${held.id}`, {
      selected_days: [kept, aWeekday()],
      agreed: true,
      version: 1,
    })
    await untilSomebodyWaits()
    await staff.commit()
    expect((await response).status).toBe(409)
    await staff.end()
    expect((await rows())[0]?.selected_days).toEqual([kept])
  })

  it('makes a drop-in wait and then rejects it', async () => {
    const november = await make.aMonth({ month_name: 'November', year: 2026 })
    const staff = new pg.Client({ connectionString: app.databaseUrl })
    await staff.connect()
    await staff.query('begin')
    await staff.query('update months set closed_days = $1 where id = $2', [[16], november.id])
    const dropIn = { child_id: child.id, dropin_date: '2026-11-16', agreed: true }
    const response = client.post('/api/drop-ins', dropIn)
    await untilSomebodyWaits()
    await staff.query('commit')
    await staff.end()
    expect((await response).status).toBe(409)
  })

  it('control: books the closed day if the month is read without its lock', async () => {
    const staff = await closingStaff()
    await staff.close()
    await app.services.db.transaction(async (tx) => {
      const [seen] = await storedRows(tx, 'months', sql`where id = ${month.id}`)
      await staff.commit()
      if (seen?.closed_days.includes(aWeekday())) return
      await execute(
        tx,
        insertInto('submissions', [
          {
            parent_id: child.parent_id,
            child_id: child.id,
            month_id: month.id,
            selected_days: [aWeekday()],
            total_fee_cents: 2000,
          },
        ]),
      )
    })
    await staff.end()
    const [closed] = await storedRows(app.services.db, 'months', sql`where id = ${month.id}`)
    expect(closed?.closed_days).toEqual([aWeekday()])
    expect(await rows()).toHaveLength(1)
  })
})

describe('submitting twice at the same moment', () => {
  it('with one key stores one row, sends one email and gives every click the same response', async () => {
    const headers = { 'idempotency-key': 'click' }
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => client.post('/api/submissions', request(), headers)),
    )
    expect(responses.map(({ status }) => status)).toEqual(Array(50).fill(200))
    expect(new Set(responses.map(({ body }) => body.rows[0].id)).size).toBe(1)
    const stored = await rows()
    expect(stored).toHaveLength(1)
    expect(
      await countRows(app.services.db, 'outbox', sql`where submission_id = ${stored[0]?.id ?? ''}`),
    ).toBe(1)
  })

  it('from two tabs without a key stores one row and rejects the other', async () => {
    const responses = await Promise.all(
      Array.from({ length: 50 }, () => client.post('/api/submissions', request())),
    )
    const statuses = responses.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, ...Array(49).fill(409)])
    const rejected = responses.filter(({ status }) => status === 409)
    expect(new Set(rejected.map(({ body }) => body.error.code))).toEqual(new Set(['already-submitted']))
    expect(await rows()).toHaveLength(1)
  })

  it('by two families while staff limit the seats stores both', async () => {
    const register = async () => {
      const parent = await make.aParent()
      const theirs = await make.aChild(parent)
      const family = await app.as(parent)
      return () => family.post('/api/submissions', { ...request(), child_ids: [theirs.id] })
    }
    const [first, second, third] = [await register(), await register(), await register()]
    // Stores the agreement's text, for which the others would wait.
    expect((await first()).status).toBe(200)
    const staff = await holdLock(app, 'update months set seats = 3 where id = $1', [month.id])
    const responses = [second(), third()]
    await untilWaiting(app, 2)
    await staff.commit()
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([200, 200])
  })

  it('control: stores two rows without the key, as guests', async () => {
    const guest = {
      month_id: month.id,
      guest_parent_name: 'Grace',
      guest_parent_email: `grace${year}@example.com`,
      guest_child_name: 'Otis',
      selected_days: [aWeekday()],
      agreed: true,
    }
    await Promise.all([
      app.visitor.post('/api/submissions', guest),
      app.visitor.post('/api/submissions', guest),
    ])
    expect(await rows()).toHaveLength(2)
  })

  it('of two edits from the same version stores one and rejects the other', async () => {
    const [day, other] = [8, 9, 10, 11, 12, 15].filter(
      (n) => ![0, 6].includes(new Date(Date.UTC(year, 11, n)).getUTCDay()),
    )
    const held = await make.aRegistration(child, month, { selected_days: [day ?? 8] })
    const edit = (days: unknown[]) =>
      client.patch(`/api/submissions/${held.id}`, { selected_days: days, agreed: true, version: 1 })
    const responses = await Promise.all([edit([other]), edit([day, other])])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    const [stored] = await rows()
    expect(stored).toMatchObject({ version: 2 })
    expect(stored?.edit_history).toHaveLength(1)
  })

  it('while the child is being removed either registers it or does not find it', async () => {
    const [registered, removed] = await Promise.all([
      client.post('/api/submissions', request()),
      client.delete(`/api/children/${child.id}`),
    ])
    expect(removed.status).toBe(200)
    expect([200, 404]).toContain(registered.status)
    expect(await rows()).toHaveLength(registered.status === 200 ? 1 : 0)
  })
})
