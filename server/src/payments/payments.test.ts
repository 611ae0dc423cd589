import { beforeEach, describe, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { emptyTables } from '../../testing/databases'
import { storedRows } from '../../testing/rows'
import { testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'
import { setClause } from '../db/write'

let registration: { id: string }
let foreign: { id: string }

const app = await testApp()
const build = buildersFor(app.services.db)
const admin = await build.anAdmin()
const parent = await build.aParent()
const stranger = await build.aParent()
const staff = await app.as(admin)

beforeEach(async () => {
  await emptyTables(app.services.pool, 'payments, submissions, children, months, audit_log')
  const month = await build.aMonth()
  registration = await build.aRegistration(await build.aChild(parent), month)
  foreign = await build.aRegistration(await build.aChild(stranger), month)
})

const payment = (values: Record<string, unknown> = {}) => ({
  parent_id: parent.id,
  amount: '10.55',
  payment_date: '2026-11-16',
  ...values,
})
const record = (values?: Record<string, unknown>, headers?: Record<string, string>) =>
  staff.post('/api/admin/payments', payment(values), headers)
const stored = () => storedRows(app.services.db, 'payments')
async function paidCentsOf(id: string) {
  const [row] = await storedRows(app.services.db, 'submissions', sql`where id = ${id}`)
  return row?.paid_amount_cents
}

describe('recording a payment', () => {
  it('stores all values with the recording admin', async () => {
    const { status, body } = await record({
      payment_method: 'brightwheel',
      submission_id: registration.id,
      notes: ' No. 1182 ',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      parent_id: parent.id,
      amount: 10.55,
      payment_method: 'brightwheel',
      submission_id: registration.id,
      notes: 'No. 1182',
      payment_date: '2026-11-16',
      recorded_by: admin.id,
      reverses_payment_id: null,
    })
    expect(body.created_at).toMatch(/^2026-11-16T14:/)
    expect(await stored()).toHaveLength(1)
    expect(await paidCentsOf(registration.id)).toBe(1055)
    const [entry] = await storedRows(app.services.db, 'audit_log')
    expect(entry).toMatchObject({ actor_id: admin.id, action: 'payment.record', row_id: body.id })
  })

  it('stores empty optional values as null', async () => {
    const { body } = await record({ payment_method: '', submission_id: '', notes: '' })
    expect(body).toMatchObject({ payment_method: null, submission_id: null, notes: null })
    expect((await record({ amount: '11' })).body).toMatchObject({
      payment_method: null,
      submission_id: null,
      notes: null,
    })
  })

  it.each([
    ['0', 0],
    ['0.01', 0.01],
    [22.5, 22.5],
    ['99999999.99', 99_999_999.99],
  ])('accepts the amount %s', async (amount, expected) => {
    const { status, body } = await record({ amount })
    expect([status, body.amount]).toEqual([200, expected])
  })

  const BAD_AMOUNT = 'Please enter an amount from 0 to 99,999,999.99 with at most two decimals'
  it.each([
    ['no amount', { amount: '' }, { amount: 'Amount is required' }],
    ['an amount left out', { amount: undefined }, { amount: 'Amount is required' }],
    ['a negative amount', { amount: '-1' }, { amount: BAD_AMOUNT }],
    ['three decimals', { amount: '10.555' }, { amount: BAD_AMOUNT }],
    ['three decimals as a number', { amount: 0.005 }, { amount: BAD_AMOUNT }],
    ['an enormous amount', { amount: '100000000' }, { amount: BAD_AMOUNT }],
    ['an enormous number', { amount: 1e30 }, { amount: BAD_AMOUNT }],
    ['words for an amount', { amount: 'abc' }, { amount: BAD_AMOUNT }],
    ['no date', { payment_date: '' }, { payment_date: 'Payment date is required' }],
    ['a date left out', { payment_date: undefined }, { payment_date: 'Payment date is required' }],
    ['a day that is none', { payment_date: '2026-02-30' }, { payment_date: 'Please choose a valid date' }],
    [
      'a date more than five years back',
      { payment_date: '2021-11-15' },
      { payment_date: 'Please choose a date from Nov 16, 2021 to Nov 16, 2027' },
    ],
    [
      'a date more than a year ahead',
      { payment_date: '2027-11-17' },
      { payment_date: 'Please choose a date from Nov 16, 2021 to Nov 16, 2027' },
    ],
    ['an unknown parent id', { parent_id: 'x' }, { parent_id: 'Unknown id' }],
    ['notes beyond all measure', { notes: 'x'.repeat(1001) }, { notes: 'Must be at most 1000 characters' }],
  ])('rejects %s, and stores nothing', async (_, values, fields) => {
    const { status, body } = await record(values)
    expect([status, body.error.fields]).toEqual([422, fields])
    expect(await stored()).toEqual([])
  })

  it.each([['iou'], [7]])('rejects the method %s', async (payment_method) => {
    expect((await record({ payment_method })).status).toBe(422)
  })

  it.each(['2021-11-16', '2027-11-16'])('accepts the date %s', async (payment_date) => {
    expect((await record({ payment_date })).body.payment_date).toBe(payment_date)
  })

  it('rejects guests with a message', async () => {
    const { status, body } = await record({ parent_id: 'guest-grace@example.com' })
    expect([status, body.error.message]).toEqual([
      409,
      'Cannot record payments for guest users. Please convert them to a registered user first.',
    ])
    expect(await stored()).toEqual([])
  })

  it("rejects another family's submission, and one that does not exist", async () => {
    for (const submission_id of [foreign.id, '00000000-0000-4000-8000-000000000000']) {
      const { status, body } = await record({ submission_id })
      expect([status, body.error.message]).toEqual([409, 'This submission belongs to another family.'])
      expect(Object.keys(body.error.fields)).toEqual(['submission_id'])
    }
    expect(await stored()).toEqual([])
    expect(await paidCentsOf(foreign.id)).toBe(0)
  })

  it('does not find a parent who does not exist', async () => {
    expect((await record({ parent_id: '00000000-0000-4000-8000-000000000000' })).status).toBe(404)
  })

  it('always records the signed-in admin as the recorder', async () => {
    expect((await record({ recorded_by: parent.id })).body.recorded_by).toBe(admin.id)
  })

  it('rejects a payment that makes the sum for a submission too large to store', async () => {
    await record({ amount: '99999999.99', submission_id: registration.id })
    const { status, body } = await record({ amount: '0.01', submission_id: registration.id })
    expect([status, body.error.fields]).toEqual([
      422,
      { amount: 'The payments for this submission add up to too much' },
    ])
    expect(await stored()).toHaveLength(1)
  })

  it('takes no other failure of the database for too large a sum', async () => {
    const { db } = app.services
    await execute(db, sql`alter table payments add constraint rejected check (notes <> 'rejected') not valid`)
    try {
      expect((await record({ notes: 'rejected' })).status).toBe(500)
    } finally {
      await execute(db, sql`alter table payments drop constraint rejected`)
    }
    expect(await stored()).toEqual([])
  })

  it('stores one payment for one Idempotency-Key, even if both clicks arrive at once', async () => {
    const key = { 'idempotency-key': 'one-click' }
    const [first, second] = await Promise.all([record({}, key), record({}, key)])
    expect(first.body.id).toBe(second.body.id)
    expect(await stored()).toHaveLength(1)
    expect((await record({ amount: '11' }, key)).status).toBe(409)
  })

  describe('that equals one already recorded', () => {
    const QUESTION = 'A payment of $50.00 on November 16 is already recorded. Record another?'
    const fifty = (values: Record<string, unknown> = {}) => record({ amount: '50', ...values })
    const refused = ({ status, body }: Awaited<ReturnType<typeof fifty>>) =>
      status === 409 && body.error.code === 'payment-recorded'

    it('asks first, and stores a second one that was confirmed', async () => {
      await fifty({ payment_method: 'check' })
      const { status, body } = await fifty({ payment_method: 'check', submission_id: registration.id })
      expect([status, body.error.code, body.error.message]).toEqual([409, 'payment-recorded', QUESTION])
      expect(await stored()).toHaveLength(1)
      expect((await fifty({ payment_method: 'check', allow_duplicate: true })).status).toBe(200)
      expect(await stored()).toHaveLength(2)
      const [, second] = await storedRows(app.services.db, 'audit_log', sql`order by id`)
      expect(second?.detail).not.toHaveProperty('allow_duplicate')
    })

    it('takes two without a method for equal, and names the year of another year', async () => {
      await fifty({ payment_date: '2025-11-18' })
      const { body } = await fifty({ payment_date: '2025-11-18', payment_method: '' })
      expect(body.error.message).toBe(
        'A payment of $50.00 on November 18, 2025 is already recorded. Record another?',
      )
    })

    it.each([
      ['amount', { amount: '50.01' }],
      ['date', { payment_date: '2026-11-15' }],
      ['method', { payment_method: 'cash' }],
      ['family', { parent_id: stranger.id }],
    ])('does not ask when the %s differs', async (_, values) => {
      await fifty()
      expect((await fifty(values)).status).toBe(200)
    })

    it('does not count what was reversed in full', async () => {
      const { body } = await fifty()
      const reverse = (amount: string) =>
        staff.post(`/api/admin/payments/${body.id}/reverse`, { amount, reason: 'Bounced' })
      await reverse('20')
      expect(refused(await fifty())).toBe(true)
      await reverse('30')
      expect((await fifty()).status).toBe(200)
    })

    it('counts a payment that was applied, and not what it was applied to', async () => {
      const { body } = await record({ amount: '60' })
      await staff.post(`/api/admin/payments/${body.id}/apply`, {
        submission_id: null,
        amounts: [{ submission_id: registration.id, amount: '60' }],
      })
      expect(refused(await record({ amount: '60' }))).toBe(true)
      const [moved] = await storedRows(
        app.services.db,
        'payments',
        sql`where submission_id = ${registration.id}`,
      )
      await staff.post(`/api/admin/payments/${moved?.id}/reverse`, { reason: 'Bounced' })
      expect((await record({ amount: '60' })).status).toBe(200)
    })

    it('asks one of two who record it at the same moment', async () => {
      const both = await Promise.all([fifty(), fifty()])
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    })

    it('is not asked about again where only the answer was lost, nor stored twice', async () => {
      const recorded = () => storedRows(app.services.db, 'audit_log', sql`where action = 'payment.record'`)
      const inDialog = (dialog: string, values: object = {}) =>
        record({ amount: '50', submission_id: registration.id, ...values }, { 'idempotency-key': dialog })
      const lost = await inDialog('first')
      const again = await inDialog('first')
      expect([again.status, again.body]).toEqual([200, lost.body])
      expect([await stored(), await recorded()]).toEqual([[expect.anything()], [expect.anything()]])
      expect(refused(await inDialog('second'))).toBe(true)
      const confirmed = { allow_duplicate: true }
      const secondLost = await inDialog('confirmed', confirmed)
      expect(refused(await inDialog('third'))).toBe(true)
      const secondAgain = await inDialog('confirmed', confirmed)
      expect([secondAgain.status, secondAgain.body]).toEqual([200, secondLost.body])
      expect(secondAgain.body.id).not.toBe(lost.body.id)
      expect([(await stored()).length, (await recorded()).length]).toEqual([2, 2])
      expect(await paidCentsOf(registration.id)).toBe(10000)
    })
  })

  it('adds up many that are recorded for one submission at the same time', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, n) => record({ amount: n + 1, submission_id: registration.id })),
    )
    expect(await paidCentsOf(registration.id)).toBe(3600)
  })
})

it('lists the payments of a parent page by page, the newest date first', async () => {
  for (const payment_date of ['2026-11-14', '2026-11-16', '2026-11-15']) await record({ payment_date })
  await staff.post('/api/admin/payments', payment({ parent_id: stranger.id }))
  const page = async (query: string) => {
    const { body } = await staff.get(`/api/admin/parents/${parent.id}/payments?${query}`)
    return { ...body, rows: body.rows.map((row: { payment_date: string }) => row.payment_date) }
  }
  expect(await page('size=2')).toEqual({ rows: ['2026-11-16', '2026-11-15'], total: 3, page: 1, size: 2 })
  expect(await page('size=2&page=2')).toEqual({ rows: ['2026-11-14'], total: 3, page: 2, size: 2 })
})

describe('reversing a payment', () => {
  const reverse = (id: string, reason: unknown = 'Typed twice') =>
    staff.post(`/api/admin/payments/${id}/reverse`, { reason })

  it('records the opposite amount with the reason, and both remain listed', async () => {
    const original = await record({ submission_id: registration.id, payment_method: 'check', amount: '60' })
    const { status, body } = await reverse(original.body.id)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      amount: -60,
      payment_method: 'check',
      submission_id: registration.id,
      notes: 'Typed twice',
      payment_date: '2026-11-16',
      recorded_by: admin.id,
      reverses_payment_id: original.body.id,
    })
    expect(await paidCentsOf(registration.id)).toBe(0)
    const list = await staff.get(`/api/admin/parents/${parent.id}/payments`)
    expect(list.body.total).toBe(2)
    expect(list.body.rows[1]).toMatchObject({ id: original.body.id, reversed_by_payment_id: body.id })
    const totals = (await staff.get(`/api/admin/parents/${parent.id}`)).body.totals
    expect(totals).toMatchObject({ paid: 0, payments: 1, reversals: 1 })
  })

  it('is possible only once, even for two admins at once', async () => {
    const original = await record()
    const responses = await Promise.all([reverse(original.body.id), reverse(original.body.id)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    const rejected = responses.find(({ status }) => status === 409)
    expect(rejected?.body.error.message).toBe('This payment has already been reversed.')
    expect(await stored()).toHaveLength(2)
  })

  const part = (id: string, amount: unknown) =>
    staff.post(`/api/admin/payments/${id}/reverse`, { amount, reason: 'Refunded in part' })

  it('gives back parts until nothing is left', async () => {
    const { body } = await record({ amount: '50', submission_id: registration.id })
    expect(body).toMatchObject({ left_amount: 50, reversed_amount: 0, reversed_by_payment_id: null })
    expect((await part(body.id, '20')).body).toMatchObject({ amount: -20, reverses_payment_id: body.id })
    expect(await paidCentsOf(registration.id)).toBe(3000)
    const tooMuch = await part(body.id, '40')
    expect([tooMuch.status, tooMuch.body.error]).toMatchObject([
      409,
      { code: 'reversal-too-large', message: 'Only $30.00 of this payment is left.' },
    ])
    expect(Object.keys(tooMuch.body.error.fields)).toEqual(['amount'])
    const [original] = (await staff.get(`/api/admin/parents/${parent.id}/payments`)).body.rows.slice(-1)
    expect(original).toMatchObject({ left_amount: 30, reversed_amount: 20, reversed_by_payment_id: null })
    const rest = await reverse(body.id)
    expect(rest.body.amount).toBe(-30)
    expect(await paidCentsOf(registration.id)).toBe(0)
    expect((await part(body.id, '0.01')).body.error.code).toBe('already-reversed')
    const [done] = (await staff.get(`/api/admin/parents/${parent.id}/payments`)).body.rows.slice(-1)
    expect(done).toMatchObject({ left_amount: 0, reversed_amount: 50, reversed_by_payment_id: rest.body.id })
  })

  it('never gives back more than the whole, even in parts at once', async () => {
    const { body } = await record({ amount: '50' })
    const parts = await Promise.all(['20', '20', '20', '20'].map((amount) => part(body.id, amount)))
    expect(parts.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409])
    const total = (await staff.get(`/api/admin/parents/${parent.id}`)).body.totals.paid
    expect(total).toBe(10)
  })

  it.each([
    ['', 'Amount is required'],
    ['0', 'Please enter an amount above $0.00'],
    ['-5', 'Please enter an amount from 0 to 99,999,999.99 with at most two decimals'],
    ['1.005', 'Please enter an amount from 0 to 99,999,999.99 with at most two decimals'],
  ])('rejects the amount "%s"', async (amount, message) => {
    const { body } = await record({ amount: '50' })
    const { status, body: error } = await part(body.id, amount)
    expect([status, error.error.fields]).toEqual([422, { amount: message }])
    expect(await stored()).toHaveLength(1)
  })

  it('cannot itself be reversed', async () => {
    const original = await record()
    const reversal = await reverse(original.body.id)
    expect((await reverse(reversal.body.id)).body.error.code).toBe('reversal-final')
    expect(await stored()).toHaveLength(2)
  })

  it.each([[''], ['   '], [undefined], ['x'.repeat(1001)]])(
    'needs a reason that can be read',
    async (reason) => {
      const original = await record()
      const { status, body } = await staff.post(`/api/admin/payments/${original.body.id}/reverse`, { reason })
      expect([status, Object.keys(body.error.fields)]).toEqual([422, ['reason']])
      expect(await stored()).toHaveLength(1)
    },
  )

  it('does not find an unknown payment', async () => {
    expect((await reverse('00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect((await reverse('x')).status).toBe(422)
  })

  it('is the only way: the database rejects changing or deleting a payment', async () => {
    const { body } = await record()
    const { db } = app.services
    await expect(
      execute(
        db,
        sql`update payments set ${setClause('payments', { amount_cents: 1 })} where id = ${body.id}`,
      ),
    ).rejects.toThrow()
    await expect(execute(db, sql`delete from payments where id = ${body.id}`)).rejects.toThrow()
  })
})
