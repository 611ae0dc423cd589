import { beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { joinInto } from '../../testing/family'
import { testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'

/** A guest's request for Tuesday, November 17, and what staff enter for a caller of the same names. Today is the 16th. */
const TUESDAY = '2026-11-17'
const MESSAGE = 'Otis Whitfield already has a drop-in for Tuesday, November 17, 2026.'
const WAITING = {
  status: 'waiting',
  total_fee_cents: 0,
  approval: { fee: 25, decided_at: null, message: null },
  agreed_at: '2026-11-15T12:00:00Z',
} as const

const app = await testApp()
const { db } = app.services
const make = buildersFor(db)
const staff = await app.as(await make.anAdmin())
await make.aMonth({ month_name: 'November' })

beforeEach(async () => {
  app.setNow('2026-11-16T09:00:00-05:00')
  for (const table of ['outbox', 'submissions', 'children']) await execute(db, sql([`delete from ${table}`]))
})

const ENTRY = {
  dropin_date: TUESDAY,
  guest_parent_name: 'Grace Whitfield',
  guest_parent_email: 'Grace@Example.com',
  guest_child_name: 'Otis Whitfield',
  guest_parent_phone: '555 0142',
}
const enter = (values: object = {}) => staff.post('/api/admin/drop-ins', { ...ENTRY, ...values })
const approve = (id: string) => staff.post(`/api/admin/drop-ins/${id}/approve`, {})
const result = ({ status, body }: { status: number; body: { error?: { message: string } } }) =>
  body.error?.message ?? status

describe("staff who enter a drop-in while a guest's request for the same child waits", () => {
  it('are asked, may add it anyway, and cannot approve the other then', async () => {
    const request = await make.aDropIn(TUESDAY, WAITING)
    const asked = await enter()
    expect([asked.status, asked.body.error.code, result(asked)]).toEqual([409, 'already-booked', MESSAGE])
    expect((await enter({ allow_double_booking: true })).status).toBe(200)
    expect(result(await approve(request.id))).toBe(MESSAGE)
    expect((await staff.post(`/api/admin/drop-ins/${request.id}/decline`, {})).status).toBe(200)
  })

  it('are asked about a child on file too', async () => {
    const parent = await make.aParent({ email: 'grace@example.com' })
    const child = await make.aChild(parent, { name: 'Otis Whitfield' })
    const request = await make.aDropIn(TUESDAY, WAITING)
    const add = (values: object = {}) =>
      staff.post(`/api/admin/children/${child.id}/drop-ins`, { dropin_date: TUESDAY, ...values })
    expect(result(await add())).toBe(MESSAGE)
    expect(result(await add({ allow_double_booking: true }))).toBe(200)
    expect(result(await approve(request.id))).toBe(MESSAGE)
  })

  it("are asked about a request by the family's other adult, for a child on file or typed in", async () => {
    const parent = await make.aParent()
    const other = await make.aParent()
    await joinInto(app, parent, other)
    const child = await make.aChild(parent, { name: 'Otis Whitfield' })
    const request = await make.aDropIn(TUESDAY, { ...WAITING, guest_parent_email: other.email })
    expect(result(await enter({ guest_parent_email: parent.email }))).toBe(MESSAGE)
    const path = `/api/admin/children/${child.id}/drop-ins`
    expect(result(await staff.post(path, { dropin_date: TUESDAY }))).toBe(MESSAGE)
    expect(result(await staff.post(path, { dropin_date: TUESDAY, allow_double_booking: true }))).toBe(200)
    expect(result(await approve(request.id))).toBe(MESSAGE)
  })

  it.each([
    ['another child', {}, { guest_child_name: 'Ada Whitfield' }],
    ['another email', {}, { guest_parent_email: 'gray@example.com' }],
    ['another day', {}, { dropin_date: '2026-11-18' }],
    [
      'a request that was declined',
      { status: 'declined', approval: { ...WAITING.approval, decided_at: '2026-11-15T12:00:00Z' } },
      {},
    ],
    ['a request that needed no approval', { status: 'pending', approval: null, total_fee_cents: 2500 }, {}],
  ] as const)('are not asked about %s', async (_, requested, entered) => {
    await make.aDropIn(TUESDAY, { ...WAITING, ...requested })
    expect(result(await enter(entered))).toBe(200)
  })

  it.each([
    ['another spelling', { guest_child_name: 'whitfield, ÓTIS ' }],
    [
      'an approved request',
      { status: 'approved', approval: { ...WAITING.approval, decided_at: '2026-11-15T12:00:00Z' } },
    ],
  ] as const)('are asked about %s', async (_, requested) => {
    await make.aDropIn(TUESDAY, { ...WAITING, ...requested })
    expect(result(await enter())).toBe(MESSAGE)
  })
})

it("approves only one of a guest's requests for the same child and day", async () => {
  const [first, second] = [await make.aDropIn(TUESDAY, WAITING), await make.aDropIn(TUESDAY, WAITING)]
  const other = await make.aDropIn(TUESDAY, { ...WAITING, guest_child_name: 'Ada Whitfield' })
  expect(result(await approve(first.id))).toBe(200)
  expect(result(await approve(second.id))).toBe(MESSAGE)
  expect(result(await approve(other.id))).toBe(200)
})
