import { expect, it } from 'vitest'
import { fileOf, startPaymentImports, statesOf } from '../../testing/payment-imports'
import { storedRows } from '../../testing/rows'
import { sql } from '../db/sql'

const { ana, db, registration, staff, upload, decide, run, payments } = await startPaymentImports()

const REFUND = fileOf('2026-11-05,(20.00),"Silva, Ana",,RF-1,,Closed day', '2026-11-06,-3.00,The bank,,FEE,,')

async function paid(amount: string, values: object = {}) {
  const payment = { parent_id: ana.id, amount, payment_date: '2026-11-02', ...values }
  return (await staff.post('/api/admin/payments', payment)).body
}
const totalPaid = async () => (await staff.get(`/api/admin/parents/${ana.id}`)).body.totals.paid
const choices = async (amount: string) => {
  const url = `/api/admin/payment-imports/payments?family_id=${ana.id}&amount=${amount}`
  return (await staff.get(url)).body.rows.map(({ id }: { id: string }) => id)
}

it('reverses the payment that staff choose for a line below $0, and is undone', async () => {
  const payment = await paid('50', { submission_id: registration.id, payment_method: 'check' })
  const small = await paid('10')
  const { body } = await upload(REFUND)
  expect(statesOf(body)).toEqual(['choose_payment', 'skipped: The amount is negative'])
  expect(await choices('20.00')).toEqual([payment.id])
  expect((await decide(body.id, { line: 2, payment_id: small.id })).body.error.code).toBe(
    'import-choice-gone',
  )
  const review = (await decide(body.id, { line: 2, payment_id: payment.id })).body
  expect(review.rows[0]).toMatchObject({ state: 'ready', reverses: { id: payment.id, amount: 50 } })
  expect(review.totals).toMatchObject({
    ready: { count: 1, amount: -20 },
    reversals: { count: 1, amount: -20 },
  })
  const done = await run(review)
  expect(done).toMatchObject({ status: 200, body: { payments: 0, reversals: 1, amount: -20 } })
  expect(await storedRows(db, 'audit_log', sql`where action = 'payment-import.create'`)).toMatchObject([
    { detail: { payments: 0, reversals: 1 } },
  ])
  expect((await payments()).find(({ amount_cents }) => amount_cents < 0)).toMatchObject({
    amount_cents: -2000,
    reverses_payment_id: payment.id,
    submission_id: registration.id,
    payment_method: 'check',
    payment_date: '2026-11-05',
  })
  expect(await totalPaid()).toBe(40)
  expect(await storedRows(db, 'audit_log', sql`where action = 'payment.reverse'`)).toMatchObject([
    { detail: { amount: '-20.00', reverses_payment_id: payment.id } },
  ])
  expect(statesOf((await upload(REFUND)).body)[0]).toBe('recorded: Imported on Nov 16, 2026')

  expect((await staff.post(`/api/admin/payment-imports/${done.body.id}/undo`)).status).toBe(200)
  expect([await totalPaid(), await choices('50')]).toEqual([60, [payment.id]])
  expect(statesOf((await upload(REFUND)).body)[0]).toBe('choose_payment')
})

it('says which lines staff have reversed by hand already, and imports them only if they tick it', async () => {
  const payment = await paid('50')
  const byHand = { amount: '20', reason: 'Closed day' }
  await staff.post(`/api/admin/payments/${payment.id}/reverse`, byHand)
  const { body } = await upload(
    fileOf('2026-11-16,-20.00,"Silva, Ana",,RF-1,,', '2026-11-15,-20.00,"Silva, Ana",,RF-2,,'),
  )
  expect(statesOf(body)).toEqual([
    'recorded: The family has a reversal of this date and amount',
    'choose_payment',
  ])
})

it('takes nothing of a payment that was reversed meanwhile', async () => {
  const payment = await paid('50')
  const { body } = await upload(REFUND)
  const review = (await decide(body.id, { line: 2, payment_id: payment.id })).body
  await staff.post(`/api/admin/payments/${payment.id}/reverse`, { amount: '35', reason: 'Refund' })
  const { status, body: refused } = await run(review)
  expect([status, refused.error.code]).toEqual([409, 'import-changed'])
  expect(await totalPaid()).toBe(15)
})

it('undoes what was moved from its payments too', async () => {
  const { body } = await upload(fileOf('2026-11-03,100.00,"Silva, Ana",,TX-1,ACH,'))
  const done = await run(body)
  const [payment] = await payments()
  await staff.post(`/api/admin/payments/${payment?.id}/apply`, {
    submission_id: null,
    amounts: [{ submission_id: registration.id, amount: '60' }],
  })
  expect((await staff.post(`/api/admin/payment-imports/${done.body.id}/undo`)).status).toBe(200)
  expect(await totalPaid()).toBe(0)
  expect(statesOf((await upload(fileOf('2026-11-03,100.00,"Silva, Ana",,TX-1,ACH,'))).body)).toEqual([
    'ready',
  ])
})

it('gives nothing back to a moved payment whose import is undone', async () => {
  const { body } = await upload(fileOf('2026-11-03,100.00,"Silva, Ana",,TX-1,ACH,'))
  const first = await run(body)
  const [payment] = await payments()
  await staff.post(`/api/admin/payments/${payment?.id}/apply`, {
    submission_id: null,
    amounts: [{ submission_id: registration.id, amount: '60' }],
  })
  const moved = (await payments()).find(({ submission_id }) => submission_id === registration.id)
  const refund = (await upload(REFUND)).body
  const second = await run((await decide(refund.id, { line: 2, payment_id: moved?.id })).body)
  expect(await totalPaid()).toBe(80)
  for (const { id } of [first.body, second.body])
    expect((await staff.post(`/api/admin/payment-imports/${id}/undo`)).status).toBe(200)
  expect(await totalPaid()).toBe(0)
})
