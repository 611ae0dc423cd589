import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { storedRows } from '../../testing/rows'
import { startWithStaff } from '../../testing/submissions'
import type { TestClient } from '../../testing/test-app'
import { sql } from '../db/sql'

let given: Awaited<ReturnType<typeof startWithStaff>>
let family: TestClient
let ids: string[]

beforeAll(async () => {
  given = await startWithStaff()
  family = await given.app.as(given.dana)
})
afterAll(() => given.app.stop())

/** Amara and Ben, two days of December at $20 each. */
beforeEach(async () => {
  await given.empty()
  given.app.setNow('2026-11-16T09:00:00-05:00')
  const { aChild, aMonth, aRegistration } = given.build
  const month = await aMonth()
  ids = []
  for (const name of ['Amara', 'Ben']) {
    const child = await aChild(given.dana, { name })
    ids.push((await aRegistration(child, month, { selected_days: [1, 2], total_fee_cents: 4000 })).id)
  }
})

type Saved = { id: string; version: number; before: object }
const BASE = '/api/admin/submissions'
const read = async (id = ids[0]) => (await given.staff.get(`${BASE}/${id}`)).body
const markBilled = async (...marked: string[]): Promise<Saved[]> =>
  (await given.staff.post(`${BASE}/mark-billed`, { ids: marked })).body.rows
const undo = (saves: Saved[], by = given.staff, headers?: Record<string, string>) =>
  by.post(`${BASE}/undo-billing`, { rows: saves }, headers)
const save = async (values: object): Promise<Saved> => {
  const { version } = await read()
  const { status, body } = await given.staff.patch(`${BASE}/${ids[0]}`, { version, ...values })
  expect(status).toBe(200)
  return body.undo
}
async function edit(...selected_days: number[]) {
  const { version } = await read()
  const body = { selected_days, agreed: true, version }
  expect((await family.patch(`/api/submissions/${ids[0]}`, body)).status).toBe(200)
}

describe('undoing a save of billing', () => {
  it('undoes marking several as billed, except those that were billed before', async () => {
    const [amara = '', ben = ''] = ids
    await markBilled(ben)
    const rows = await markBilled(amara, ben)
    expect(rows).toEqual([
      { id: amara, version: 2, before: { billed_status: 'not_billed', billed_fee: null } },
    ])
    expect(await undo(rows)).toMatchObject({ status: 200, body: { undone: 1 } })
    expect(await read(amara)).toMatchObject({ billed_status: 'not_billed', billed_fee: null, version: 3 })
    expect(await read(ben)).toMatchObject({ billed_status: 'billed', billed_fee: 40 })
    const [entry] = await storedRows(
      given.app.services.db,
      'audit_log',
      sql`where action = 'submission.take-back' and row_id = ${amara}`,
    )
    expect(entry?.detail).toMatchObject({
      before: { billed_status: 'billed' },
      after: { billed_status: 'not_billed' },
    })
  })

  it('restores the billed fee, with its difference, and the notes', async () => {
    await markBilled(ids[0] ?? '')
    await save({ billed_status: 'billed', guest_child_notes: 'Late bus' })
    await edit(1, 2, 3)
    const saved = await save({ billed_status: 'not_billed', guest_child_notes: 'No bus' })
    expect(await read()).toMatchObject({ billed_fee: null, guest_child_notes: 'No bus' })
    expect((await undo([saved])).status).toBe(200)
    expect(await read()).toMatchObject({
      billed_status: 'billed',
      billed_fee: 40,
      total_fee: 60,
      guest_child_notes: 'Late bus',
    })
    expect((await given.list('?billing=edited_since_billed')).total).toBe(1)
  })

  it('undoes marking an edited one billed again, and a confirmation, back to the difference they settled', async () => {
    await markBilled(ids[0] ?? '')
    await edit(1, 2, 3)
    expect((await undo(await markBilled(ids[0] ?? ''))).status).toBe(200)
    expect(await read()).toMatchObject({ billed_status: 'billed', billed_fee: 40, total_fee: 60 })
    const { version } = await read()
    const confirmed = await given.staff.post(`${BASE}/${ids[0]}/confirm-fee`, { version })
    expect(confirmed.body).toMatchObject({ billed_fee: 60 })
    expect((await undo([confirmed.body.undo])).status).toBe(200)
    expect(await read()).toMatchObject({ billed_status: 'billed', billed_fee: 40, total_fee: 60 })
  })

  it('is rejected once somebody changed it, and the others of the same request are still undone', async () => {
    const rows = await markBilled(...ids)
    await edit(1, 2, 3)
    expect((await undo(rows)).body).toEqual({ undone: 1 })
    expect(await read()).toMatchObject({ billed_status: 'billed', billed_fee: 40 })
    const again = await undo(rows)
    expect(again).toMatchObject({
      status: 409,
      body: { error: { code: 'not-undoable', message: expect.stringContaining("can't be undone") } },
    })
  })

  it("keeps what a colleague saved before the response to one's own save arrived, as after a retry", async () => {
    const key = { 'Idempotency-Key': 'save-1' }
    const { version } = await read()
    const own = { version, billed_status: 'billed' }
    await given.staff.patch(`${BASE}/${ids[0]}`, own, key)
    await save({ guest_child_notes: 'Late bus' })
    const { body } = await given.staff.patch(`${BASE}/${ids[0]}`, own, key)
    expect(body).toMatchObject({ version: version + 2, undo: { version: version + 1 } })
    expect((await undo([body.undo])).status).toBe(409)
    expect(await read()).toMatchObject({ billed_status: 'billed', guest_child_notes: 'Late bus' })
  })

  it('does not change notes that the save did not change, nor a fee if nothing is billed', async () => {
    await save({ billed_status: 'not_billed', guest_child_notes: 'Late bus' })
    const [saved] = await markBilled(ids[0] ?? '')
    expect(saved?.before).toEqual({ billed_status: 'not_billed', billed_fee: null })
    const forged = { ...saved, before: { billed_status: 'not_billed', billed_fee: 12 } } as Saved
    expect((await undo([forged])).status).toBe(200)
    expect(await read()).toMatchObject({
      billed_status: 'not_billed',
      billed_fee: null,
      guest_child_notes: 'Late bus',
    })
  })

  it('accepts a repeated submission once, and no impossible amount', async () => {
    const rows = await markBilled(ids[0] ?? '')
    expect((await undo([...rows, ...rows])).body).toEqual({ undone: 1 })
    for (const billed_fee of [-1, 1e9])
      expect(
        (await undo([{ ...rows[0], before: { billed_status: 'billed', billed_fee } } as Saved])).status,
      ).toBe(422)
  })

  it('returns the first response to a repeat of the same request', async () => {
    const rows = await markBilled(ids[0] ?? '')
    const key = { 'Idempotency-Key': 'undo-1' }
    expect((await undo(rows, given.staff, key)).body).toEqual({ undone: 1 })
    expect((await undo(rows, given.staff, key)).body).toEqual({ undone: 1 })
  })

  it('is for staff only', async () => {
    const rows = await markBilled(ids[0] ?? '')
    expect((await undo(rows, family)).status).toBe(403)
    expect((await undo(rows, given.app.visitor)).status).toBe(401)
    expect((await undo([])).status).toBe(422)
  })
})
