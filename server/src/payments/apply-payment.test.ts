import { beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { emptyTables } from '../../testing/databases'
import { storedRows } from '../../testing/rows'
import { testApp } from '../../testing/test-app'
import { sql } from '../db/sql'

const app = await testApp()
const build = buildersFor(app.services.db)
const admin = await build.anAdmin()
const parent = await build.aParent()
const stranger = await build.aParent()
const staff = await app.as(admin)
const family = await app.as(parent)

let oldest: { id: string }
let billed: { id: string }
let newest: { id: string }
let foreign: { id: string }
let payment: { id: string }

beforeEach(async () => {
  await emptyTables(app.services.pool, 'payments, submissions, children, months, audit_log')
  const [october, november] = [await build.aMonth({ month_name: 'October' }), await build.aMonth()]
  const child = await build.aChild(parent)
  const at = (day: string) => ({ submitted_at: `2026-10-${day}T12:00:00Z` })
  newest = await build.aDropIn('2026-11-17', { ...at('20'), parent_id: parent.id, child_id: child.id })
  oldest = await build.aRegistration(child, november, at('02'))
  billed = await build.aRegistration(child, october, { ...at('09'), billed_status: 'billed' })
  foreign = await build.aRegistration(await build.aChild(stranger), october)
  payment = await general('100')
})

async function general(amount: string, values: Record<string, unknown> = {}) {
  const { body } = await staff.post('/api/admin/payments', {
    parent_id: parent.id,
    amount,
    payment_date: '2026-11-03',
    payment_method: 'check',
    notes: 'No. 1182',
    ...values,
  })
  return body
}

const shown = async (id = payment.id) => (await staff.get(`/api/admin/payments/${id}/application`)).body
const part = (submission: { id: string }, amount: string) => ({ submission_id: submission.id, amount })
const apply = (amounts: object[], { id = payment.id, submission_id = null as string | null } = {}) =>
  staff.post(`/api/admin/payments/${id}/apply`, { submission_id, amounts })
const reverse = (id: string, values: object = {}) =>
  staff.post(`/api/admin/payments/${id}/reverse`, { reason: 'Bounced', ...values })
const paid = async ({ id }: { id: string }) =>
  (await storedRows(app.services.db, 'submissions', sql`where id = ${id}`))[0]?.paid_amount_cents
const totals = async () => (await staff.get(`/api/admin/parents/${parent.id}`)).body.totals
const movedRows = () =>
  storedRows(app.services.db, 'payments', sql`where moved_from_payment_id is not null order by amount`)

describe('a general payment', () => {
  it('shows the open submissions, the oldest first, billed or not', async () => {
    const { left_amount, rows } = await shown()
    expect(left_amount).toBe(100)
    expect(rows.map((row: { id: string; open_amount: number }) => [row.id, row.open_amount])).toEqual([
      [oldest.id, 60],
      [billed.id, 60],
      [newest.id, 25],
    ])
  })

  it('is applied to them by a reversal and new payments, and the balances stay', async () => {
    const before = await totals()
    const { status, body } = await apply([part(oldest, '60'), part(billed, '40')])
    expect([status, body.left_amount, body.reversed_amount, body.reversed_by_payment_id]).toEqual([
      200,
      0,
      0,
      null,
    ])
    expect(await movedRows()).toMatchObject([
      { amount_cents: -10000, submission_id: null, reverses_payment_id: payment.id },
      { amount_cents: 4000, submission_id: billed.id, reverses_payment_id: null },
      { amount_cents: 6000, submission_id: oldest.id, reverses_payment_id: null },
    ])
    for (const row of await movedRows())
      expect(row).toMatchObject({
        moved_from_payment_id: payment.id,
        payment_date: '2026-11-03',
        payment_method: 'check',
        notes: 'No. 1182',
        recorded_by: admin.id,
      })
    expect([await paid(oldest), await paid(billed), await paid(newest)]).toEqual([6000, 4000, 0])
    const after = await totals()
    expect([after.paid, after.balance, after.billed]).toEqual([before.paid, before.balance, before.billed])
    const [entry] = await storedRows(app.services.db, 'audit_log', sql`where action = 'payment.apply'`)
    expect(entry).toMatchObject({ row_id: payment.id, detail: { amount: 100, submissions: 2 } })
  })

  it('is applied to one, up to what is open, and the rest stays general', async () => {
    expect((await apply([part(newest, '25')], { submission_id: newest.id })).body.left_amount).toBe(75)
    expect(await paid(newest)).toBe(2500)
    expect((await shown()).rows.map(({ id }: { id: string }) => id)).toEqual([oldest.id, billed.id])
    await apply([part(oldest, '60'), part(billed, '15')])
    expect((await apply([part(billed, '45')])).body.error.code).toBe('nothing-left')
  })

  it('is applied only as it was shown: what changed gets 409 and the new list', async () => {
    await reverse(payment.id, { amount: '30' })
    const { status, body } = await apply([part(oldest, '60'), part(billed, '40')])
    expect([status, body.error.code, body.error.stored.left_amount]).toEqual([409, 'application-changed', 70])
    expect(body.error.stored.rows).toHaveLength(3)
    expect(await movedRows()).toEqual([])
    await reverse(payment.id)
    expect((await apply([part(oldest, '60'), part(billed, '10')])).body.error.code).toBe('already-reversed')
  })

  it('is applied once, though two do it at the same moment', async () => {
    const both = await Promise.all([0, 1].map(() => apply([part(oldest, '60'), part(billed, '40')])))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await paid(oldest)).toBe(6000)
  })

  it('is not applied twice after a lost answer', async () => {
    const send = () =>
      staff.post(
        `/api/admin/payments/${payment.id}/apply`,
        { submission_id: newest.id, amounts: [part(newest, '25')] },
        { 'idempotency-key': 'cut' },
      )
    expect([(await send()).status, (await send()).status]).toEqual([200, 200])
    expect(await paid(newest)).toBe(2500)
  })
})

describe('what cannot be applied', () => {
  it('another family’s submission', async () => {
    const { status, body } = await apply([part(foreign, '60')], { submission_id: foreign.id })
    expect([status, body.error.code]).toEqual([409, 'foreign-submission'])
    expect((await apply([part(foreign, '60')])).status).toBe(409)
    expect(await paid(foreign)).toBe(0)
  })

  it('a reversal, and a payment of a submission', async () => {
    const reversal = await reverse(payment.id, { amount: '30' })
    const negative = await apply([part(oldest, '60')], { id: reversal.body.id })
    expect(negative.body.error.code).toBe('reversal-final')
    const own = await general('10', { submission_id: oldest.id })
    expect((await apply([part(billed, '10')], { id: own.id })).body.error.code).toBe('not-general')
  })

  it.each([
    ['three decimals', [{ submission_id: '00000000-0000-4000-8000-000000000000', amount: '1.005' }]],
    ['nothing', []],
    ['a submission that is none', [{ submission_id: 'x', amount: '1' }]],
  ])('%s', async (_, amounts) => {
    expect((await apply(amounts)).status).toBe(422)
  })

  it('an unknown payment, or by a family', async () => {
    expect((await apply([part(oldest, '1')], { id: '00000000-0000-4000-8000-000000000000' })).status).toBe(
      404,
    )
    expect((await family.get(`/api/admin/payments/${payment.id}/application`)).status).toBe(403)
  })
})

describe('a moved payment', () => {
  beforeEach(async () => {
    await apply([part(oldest, '60'), part(billed, '40')])
  })
  const movedTo = async (submission: { id: string }) =>
    (await movedRows()).find(({ submission_id }) => submission_id === submission.id)?.id ?? ''
  const undo = (id: string) => staff.post(`/api/admin/payments/${id}/undo-application`, {})

  it('is given back like any other', async () => {
    await reverse(await movedTo(billed), { amount: '15' })
    expect(await paid(billed)).toBe(2500)
    expect((await totals()).paid).toBe(85)
  })

  it('becomes part of the general payment again, and can be applied anew', async () => {
    await reverse(await movedTo(billed), { amount: '15' })
    expect((await undo(await movedTo(billed))).status).toBe(200)
    expect([await paid(billed), (await totals()).paid, (await shown()).left_amount]).toEqual([0, 85, 25])
    expect((await undo(await movedTo(billed))).status).toBe(409)
    expect((await apply([part(billed, '25')])).status).toBe(200)
    expect(await paid(billed)).toBe(2500)
  })

  it('or one that was recorded for a submission can be moved back, no general one', async () => {
    expect((await undo((await general('5')).id)).body.error.code).toBe('not-applied')
  })
})

describe('a payment of a submission that became free', () => {
  const undo = (id: string) => staff.post(`/api/admin/payments/${id}/undo-application`, {})
  const rowOf = async (which: (row: { submission_id: string | null; amount_cents: number }) => boolean) =>
    (await movedRows()).find(which)?.id ?? ''

  it('becomes a general one, is applied and moved back again, and was received once', async () => {
    const own = await general('60', { submission_id: oldest.id })
    const cancelled = { reason: 'Moving', fee: 'none', version: 1 }
    expect((await staff.post(`/api/admin/submissions/${oldest.id}/cancel`, cancelled)).status).toBe(200)
    const before = await totals()

    expect((await undo(own.id)).body).toMatchObject({ left_amount: 0, reversed_amount: 0 })
    expect(await movedRows()).toMatchObject([
      { amount_cents: -6000, submission_id: oldest.id, reverses_payment_id: own.id },
      { amount_cents: 6000, submission_id: null, reverses_payment_id: null, payment_date: '2026-11-03' },
    ])
    expect(await paid(oldest)).toBe(0)
    expect(await totals()).toEqual(before)
    expect((await undo(own.id)).body.error.code).toBe('nothing-left')

    const made = await rowOf(({ submission_id }) => submission_id === null)
    expect((await undo(made)).body.error.code).toBe('not-applied')
    expect((await apply([part(billed, '60')], { id: made })).status).toBe(200)
    expect(await paid(billed)).toBe(6000)
    expect((await general('60')).error.code).toBe('payment-recorded')

    expect((await undo(await rowOf(({ submission_id }) => submission_id === billed.id))).status).toBe(200)
    expect([await paid(billed), (await shown(made)).left_amount, (await shown(own.id)).left_amount]).toEqual([
      0, 60, 0,
    ])
    expect(await totals()).toEqual(before)
    const { payments } = (await family.get('/api/statement?year=2026')).body
    expect(
      payments.map(({ amount, is_reversed }: { amount: number; is_reversed: boolean }) => [
        amount,
        is_reversed,
      ]),
    ).toEqual([
      [100, false],
      [60, false],
    ])
    await reverse(made)
    expect((await totals()).paid).toBe(before.paid - 60)
  })

  it('only what is left of it', async () => {
    const own = await general('60', { submission_id: oldest.id })
    await reverse(own.id, { amount: '20' })
    expect((await undo(own.id)).status).toBe(200)
    expect((await movedRows()).map(({ amount_cents }) => amount_cents)).toEqual([-4000, 4000])
    expect(await paid(oldest)).toBe(0)
  })
})
