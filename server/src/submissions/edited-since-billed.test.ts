import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { storedRows } from '../../testing/rows'
import { startWithStaff } from '../../testing/submissions'
import type { TestClient } from '../../testing/test-app'
import { sql } from '../db/sql'

let given: Awaited<ReturnType<typeof startWithStaff>>
let family: TestClient
let id: string

beforeAll(async () => {
  given = await startWithStaff()
  family = await given.app.as(given.dana)
})
afterAll(() => given.app.stop())

/** Two days of December at $20, marked billed. */
beforeEach(async () => {
  await given.empty()
  const { aChild, aMonth, aRegistration } = given.build
  const child = await aChild(given.dana, { name: 'Amara' })
  const row = await aRegistration(child, await aMonth(), { selected_days: [1, 2], total_fee_cents: 4000 })
  id = row.id
  await markBilled()
})

const markBilled = () => given.staff.post('/api/admin/submissions/mark-billed', { ids: [id] })
const markSeen = (fees: Record<string, number>) =>
  given.staff.post('/api/admin/submissions/mark-billed', { ids: [id], fees })
const read = async () => (await given.staff.get(`/api/admin/submissions/${id}`)).body
const dashboard = async () => (await given.staff.get('/api/admin/dashboard')).body.edited_since_billed

async function edit(...selected_days: number[]) {
  const { version } = await read()
  const { status, body } = await family.patch(`/api/submissions/${id}`, {
    selected_days,
    agreed: true,
    version,
  })
  expect(status).toBe(200)
  return body
}

const confirm = (version: number, headers?: Record<string, string>) =>
  given.staff.post(`/api/admin/submissions/${id}/confirm-fee`, { version }, headers)

const waiting = async () => {
  const [filtered, all] = [await given.list('?billing=edited_since_billed'), await given.list()]
  expect(filtered.total).toBe(filtered.rows.length)
  expect(filtered.edited_since_billed).toBe(filtered.total)
  expect(all.edited_since_billed).toBe(filtered.total)
  expect(await dashboard()).toBe(filtered.total)
  return filtered.rows.map((row) => [row.billed_fee, row.total_fee])
}

describe('a billed submission', () => {
  it('needs confirmation by staff once an edit has changed its fee, in list, filter, panel and dashboard', async () => {
    expect(await waiting()).toEqual([])
    await edit(1, 2, 3)
    expect(await waiting()).toEqual([[40, 60]])
    expect(await read()).toMatchObject({
      billed_fee: 40,
      total_fee: 60,
      billed_status: 'billed',
      derived_status: 'billed',
    })
  })

  it('compares several edits with the billed fee, and needs none if they lead back to it', async () => {
    await edit(1, 2, 3)
    await edit(1)
    expect(await waiting()).toEqual([[40, 20]])
    await edit(1, 7)
    expect(await waiting()).toEqual([])
  })

  it('needs no confirmation after an edit with the same fee', async () => {
    await edit(1, 3)
    expect(await waiting()).toEqual([])
  })

  it('is never shown to the family', async () => {
    const response = await edit(1, 2, 3)
    expect(response).not.toHaveProperty('billed_fee')
  })

  it('is found by a search among those that need confirmation', async () => {
    await edit(1, 2, 3)
    expect((await given.list('?billing=edited_since_billed&search=amara')).total).toBe(1)
    expect((await given.list('?billing=edited_since_billed&search=zzz')).total).toBe(0)
    expect((await given.list('?billing=edited_since_billed&status=paid')).total).toBe(0)
    expect((await given.list('?billing=edited_since_billed&type=day_drop_in')).total).toBe(0)
  })

  it('does not change the columns of the export', async () => {
    await edit(1, 2, 3)
    const every = await given.staff.get('/api/admin/submissions/export')
    const filtered = await given.staff.get('/api/admin/submissions/export?billing=edited_since_billed')
    expect(filtered.body).toBe(every.body)
    expect(String(filtered.body).split('\n')[0]).not.toMatch(/billed fee|since/i)
  })
})

describe('a submission that needs confirmation', () => {
  beforeEach(() => edit(1, 2, 3))

  it('is settled by marking it billed again, once, with an audit entry', async () => {
    expect((await markBilled()).body).toMatchObject({ updated: 1 })
    expect(await waiting()).toEqual([])
    expect((await markBilled()).body).toEqual({ updated: 0, rows: [], changed: [] })
    const entries = await storedRows(
      given.db,
      'audit_log',
      sql`where action = 'submission.mark-billed' order by id`,
    )
    expect(entries.map(({ detail }) => detail)).toEqual([
      {
        before: { billed_status: 'not_billed', billed_fee_cents: null },
        after: { billed_status: 'billed', billed_fee_cents: 4000 },
      },
      {
        before: { billed_status: 'billed', billed_fee_cents: 4000 },
        after: { billed_status: 'billed', billed_fee_cents: 6000 },
      },
    ])
  })

  it('is not billed by a save from before the edit, at a fee that nobody saw', async () => {
    const save = (fee: number, version: number) =>
      given.staff.patch(`/api/admin/submissions/${id}`, { billed_status: 'billed', fee, version })
    expect(await save(40, 3)).toMatchObject({ status: 409, body: { error: { code: 'price-changed' } } })
    expect(await waiting()).toEqual([[40, 60]])
    expect(await save(60, 3)).toMatchObject({ status: 200, body: { billed_fee: 60 } })
  })

  it('is settled by a request with only the billed status, and by marking it not billed and billed again', async () => {
    await given.staff.patch(`/api/admin/submissions/${id}`, { billed_status: 'billed', version: 3 })
    expect(await waiting()).toEqual([])
    await edit(1)
    expect(await waiting()).toEqual([[60, 20]])
    const notes = { guest_child_notes: '' }
    await given.staff.patch(`/api/admin/submissions/${id}`, {
      ...notes,
      billed_status: 'not_billed',
      version: 5,
    })
    expect(await waiting()).toEqual([])
    expect(await read()).toMatchObject({ billed_fee: null })
    await given.staff.patch(`/api/admin/submissions/${id}`, { ...notes, billed_status: 'billed', version: 6 })
    expect(await read()).toMatchObject({ billed_fee: 20, billed_status: 'billed' })
  })

  it('is not settled by saving its notes', async () => {
    const saved = { billed_status: 'billed', guest_child_notes: 'Late bus', version: 3 }
    expect((await given.staff.patch(`/api/admin/submissions/${id}`, saved)).status).toBe(200)
    expect(await waiting()).toEqual([[40, 60]])
  })

  it('is settled by a confirmation; a repeat, with or without its key, changes nothing', async () => {
    const key = { 'Idempotency-Key': 'confirm-1' }
    const { status, body } = await confirm(3, key)
    expect(status).toBe(200)
    expect(body).toMatchObject({ billed_fee: 60, total_fee: 60, derived_status: 'billed', version: 4 })
    expect((await confirm(3, key)).status).toBe(200)
    expect((await confirm(3)).body).toMatchObject({ version: 4 })
    expect(await waiting()).toEqual([])
    const entries = await storedRows(given.db, 'audit_log', sql`where action = 'submission.confirm-fee'`)
    expect(entries).toMatchObject([
      {
        actor_id: given.admin.id,
        row_id: id,
        detail: { before: { billed_fee_cents: 4000 }, after: { billed_fee_cents: 6000 } },
      },
    ])
  })

  it('is not settled by a repeated confirmation that was meant for an earlier edit', async () => {
    const key = { 'Idempotency-Key': 'confirm-2' }
    await confirm(3, key)
    await edit(1)
    await confirm(3, key)
    expect(await waiting()).toEqual([[60, 20]])
  })

  it('is not confirmed at a fee that staff have not seen', async () => {
    await edit(1, 2, 3, 4)
    expect(await confirm(3)).toMatchObject({ status: 409, body: { error: { code: 'stale-version' } } })
    expect(await waiting()).toEqual([[40, 80]])
  })

  it('is forbidden to parents and visitors, and not found for unknown ids', async () => {
    const path = `/api/admin/submissions/${id}/confirm-fee`
    expect((await family.post(path, { version: 3 })).status).toBe(403)
    expect((await given.app.visitor.post(path, { version: 3 })).status).toBe(401)
    const nobodys = '/api/admin/submissions/00000000-0000-4000-8000-000000000000/confirm-fee'
    expect((await given.staff.post(nobodys, { version: 3 })).status).toBe(404)
    expect((await given.staff.post(path, {})).status).toBe(422)
  })
})

describe('marking billed with the fees that staff saw', () => {
  it('leaves a submission whose fee is another one by now, and names child and month', async () => {
    await edit(1, 2, 3)
    const left = await markSeen({ [id]: 40 })
    expect(left.body).toEqual({
      updated: 0,
      rows: [],
      changed: [{ id, child: 'Amara', month: { month_name: 'December', year: 2026 }, dropin_date: null }],
    })
    expect(await read()).toMatchObject({ billed_fee: 40, total_fee: 60 })
    expect((await markSeen({ [id]: 60 })).body).toMatchObject({ updated: 1, changed: [] })
    expect(await read()).toMatchObject({ billed_fee: 60 })
  })

  it('bills the others, and names one that was cancelled without a fee meanwhile', async () => {
    const { aDropIn } = given.build
    const other = await aDropIn('2026-11-17')
    const { version } = await read()
    const cancellation = { reason: 'Moving away', fee: 'none', version }
    expect((await given.staff.post(`/api/admin/submissions/${id}/cancel`, cancellation)).status).toBe(200)
    const { body } = await given.staff.post('/api/admin/submissions/mark-billed', {
      ids: [id, other.id],
      fees: { [id]: 40, [other.id]: 25 },
    })
    expect(body).toMatchObject({ updated: 1, rows: [{ id: other.id }], changed: [{ id, child: 'Amara' }] })
  })

  it('rejects figures that are no amounts', async () => {
    for (const fee of [40.005, -1, 'x'])
      expect(
        (await given.staff.post('/api/admin/submissions/mark-billed', { ids: [id], fees: { [id]: fee } }))
          .status,
      ).toBe(422)
  })
})
