import { beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { storedRows } from '../../testing/rows'
import { type TestClient, testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'
import { setClause } from '../db/write'

let client: TestClient
let child: { id: string; parent_id: string }
let id: string

const app = await testApp()
const make = buildersFor(app.services.db)
const month = await make.aMonth({ month_name: 'November', year: 2026, closed_days: [19] })

/** November, on the 16th: one day long past, today, and one to come. */
beforeEach(async () => {
  await execute(
    app.services.db,
    sql`update months set ${setClause('months', { closed_days: [19], is_active: true, regular_price_cents: 2000 })}`,
  )
  const parent = await make.aParent()
  child = await make.aChild(parent)
  client = await app.as(parent)
  const row = await make.aRegistration(child, month, { selected_days: [3, 16, 18] })
  id = row.id
})

const edit = (values: Record<string, unknown> = {}, headers?: Record<string, string>) =>
  client.patch(
    `/api/submissions/${id}`,
    { selected_days: [3, 18, 20], agreed: true, version: 1, ...values },
    headers,
  )

const stored = async () => {
  const [row] = await storedRows(app.services.db, 'submissions', sql`where id = ${id}`)
  return row
}

describe('an edit', () => {
  it('replaces the days, recalculates the fee and records the history of each edit', async () => {
    const first = await edit({ total_fee: 0, is_edited: false })
    expect(first.status).toBe(200)
    expect(await stored()).toMatchObject({
      selected_days: [3, 18, 20],
      total_fee_cents: 6000,
      is_edited: true,
      original_selected_days: [3, 16, 18],
      version: 2,
    })
    expect(first.body.edit_history).toEqual([
      {
        edited_at: expect.any(String),
        previous_days: [3, 16, 18],
        new_days: [3, 18, 20],
        days_added: [20],
        days_removed: [16],
      },
    ])
    const second = await edit({ selected_days: [20], version: 2 })
    expect(second.body).toMatchObject({
      total_fee: 20,
      original_selected_days: [3, 18, 20],
      version: 3,
    })
    const history = second.body.edit_history.map((entry: { previous_days: number[] }) => entry.previous_days)
    expect(history).toEqual([
      [3, 16, 18],
      [3, 18, 20],
    ])
    const log = await storedRows(app.services.db, 'audit_log', sql`where row_id = ${id} order by id`)
    expect(log.map(({ action, table_name }) => [action, table_name])).toEqual(
      Array(2).fill(['submission.edit', 'submissions']),
    )
    expect(log[1]?.detail).toEqual({
      previous_days: [3, 18, 20],
      new_days: [20],
      previous_fee_cents: 6000,
      new_fee_cents: 2000,
    })
  })

  it('keeps days already booked, whatever their type is now, and adds none that is unavailable', async () => {
    await execute(app.services.db, sql`update months set ${setClause('months', { closed_days: [18, 19] })}`)
    expect((await edit({ selected_days: [3, 16, 18, 20] })).status).toBe(200)
    const rejected: [number, string][] = [
      [4, 'Wednesday, November 4 has passed'],
      [19, 'Thursday, November 19 is closed'],
      [21, 'Saturday, November 21 is on a weekend'],
      [31, 'November 2026 has no day 31.'],
    ]
    for (const [day, words] of rejected) {
      const { status, body } = await edit({ selected_days: [18, day], version: 2 })
      expect(status).toBe(409)
      expect(body.error.message).toContain(words)
    }
    expect((await edit({ selected_days: [16], version: 2 })).status).toBe(200)
    // Once saved without it, a closed day is gone.
    expect((await edit({ selected_days: [16, 18], version: 3 })).body.error.message).toContain('November 18')
  })

  it('keeps the price of booked days and prices added ones as of now, whatever changed meanwhile', async () => {
    const day_types = { ...month.day_types, 3: 'noon', 16: 'early', 20: 'noon' } as const
    await execute(
      app.services.db,
      sql`update months set ${setClause('months', { regular_price_cents: 2210, day_types })}`,
    )
    const added = await edit({ selected_days: [3, 16, 18, 20] })
    expect(added.body).toMatchObject({ total_fee: 90, day_prices: { 3: 20, 16: 20, 18: 20, 20: 30 } })
    const swapped = await edit({ selected_days: [3, 17, 20], version: 2 })
    expect(swapped.body).toMatchObject({ total_fee: 72.1, day_prices: { 3: 20, 17: 22.1, 20: 30 } })
    expect(await stored()).toMatchObject({ total_fee_cents: 7210, day_prices: swapped.body.day_prices })
    await execute(app.services.db, sql`update months set ${setClause('months', month)}`)
  })

  it('no longer charges a booked day that has become unavailable', async () => {
    const day_types = { ...month.day_types, 3: 'no_school', 18: 'unavailable' } as const
    await execute(app.services.db, sql`update months set ${setClause('months', { day_types })}`)
    const { body } = await edit({ selected_days: [3, 16, 18, 20] })
    expect(body).toMatchObject({ total_fee: 40, day_prices: { 3: 0, 16: 20, 18: 0, 20: 20 } })
    await execute(app.services.db, sql`update months set ${setClause('months', month)}`)
  })

  it('changes the fee by the difference where booked prices are not known', async () => {
    await execute(
      app.services.db,
      sql`update submissions set day_prices = null, total_fee = 55 where id = ${id}`,
    )
    const added = await edit({ selected_days: [3, 16, 18, 20] })
    expect(added.body).toMatchObject({ total_fee: 75, day_prices: null })
    const removed = await edit({ selected_days: [3, 16, 18], version: 2 })
    expect(removed.body).toMatchObject({ total_fee: 55, day_prices: null })
    const replaced = await edit({ selected_days: [20], version: 3 })
    expect(replaced.body).toMatchObject({ total_fee: 20, day_prices: { 20: 20 } })
  })

  it('of a month moved back to draft is still allowed', async () => {
    await execute(app.services.db, sql`update months set ${setClause('months', { is_active: false })}`)
    expect((await edit()).status).toBe(200)
  })

  it('from a stale version is rejected and changes nothing', async () => {
    await edit()
    const { status, body } = await edit({ selected_days: [18] })
    expect(status).toBe(409)
    expect(body.error).toMatchObject({
      code: 'stale-version',
      stored: { id, selected_days: [3, 18, 20], version: 2, months: { month_name: 'November' } },
    })
    expect((await stored())?.selected_days).toEqual([3, 18, 20])
  })

  it('that changes no day stores nothing: no history, no edited flag, no new version, no new price', async () => {
    await execute(
      app.services.db,
      sql`update months set ${setClause('months', { regular_price_cents: 2500 })}`,
    )
    const before = await stored()
    for (const version of [1, 7]) {
      const { status, body } = await edit({ selected_days: [18, 3, 16], version })
      expect(status).toBe(200)
      expect(body).toMatchObject({ is_edited: false, edit_history: [], version: 1, total_fee: 60 })
    }
    expect(await stored()).toEqual(before)
    const entries = await storedRows(app.services.db, 'audit_log', sql`where row_id = ${id}`)
    expect(entries).toEqual([])
  })

  it('agrees anew, in the language of the page', async () => {
    const agreed_at = '2026-10-01T12:00:00Z'
    await execute(app.services.db, sql`update submissions set agreed_at = ${agreed_at} where id = ${id}`)
    await edit()
    const row = await stored()
    expect(row).toMatchObject({ agreement_id: expect.any(String), language: 'en' })
    expect(new Date(row?.agreed_at ?? '').toISOString()).toMatch(/^2026-11-16T14:/)
  })

  it('repeated with the same key is stored once', async () => {
    const headers = { 'idempotency-key': 'save' }
    const responses = await Promise.all(Array.from({ length: 5 }, () => edit({}, headers)))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    expect((await stored())?.edit_history).toHaveLength(1)
  })

  it('needs a day and the agreement', async () => {
    expect((await edit({ selected_days: [] })).body.error.fields).toHaveProperty('selected_days')
    expect((await edit({ agreed: false })).body.error.fields).toHaveProperty('agreed')
    expect((await edit({ selected_days: [18, 18] })).status).toBe(422)
    expect((await stored())?.version).toBe(1)
  })

  it('of a past month is rejected', async () => {
    app.setNow('2026-12-01T00:05:00-05:00')
    const { status, body } = await edit()
    app.setNow('2026-11-16T09:00:00-05:00')
    expect(status).toBe(409)
    expect(body.error.code).toBe('not-editable')
  })

  it('of a drop-in or of another family’s submission is rejected', async () => {
    const dropIn = await make.aDropIn('2026-11-16', { parent_id: child.parent_id, child_id: child.id })
    const own = await client.patch(`/api/submissions/${dropIn.id}`, {
      selected_days: [17],
      agreed: true,
      version: 1,
    })
    expect(own.body.error.code).toBe('drop-in-not-editable')
    const other = await app.as(await make.aParent())
    const body = { selected_days: [18], agreed: true, version: 1 }
    expect((await other.patch(`/api/submissions/${id}`, body)).status).toBe(404)
    expect(await stored()).toMatchObject({ selected_days: [3, 16, 18], version: 1 })
    const guest = await make.aGuestRegistration(month)
    expect((await other.patch(`/api/submissions/${guest.id}`, body)).status).toBe(404)
  })
})
