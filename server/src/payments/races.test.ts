import { beforeAll, expect, it } from 'vitest'
import { buildersFor } from '../../testing/builders'
import { untilWaiting } from '../../testing/race-helpers'
import { type TestClient, testApp } from '../../testing/test-app'

/** Two members of staff record payments for one registration at the same moment. */

let staff: TestClient
let parentId: string
let submissionId: string

const app = await testApp()
beforeAll(async () => {
  const make = buildersFor(app.services.db)
  const parent = await make.aParent()
  const submission = await make.aRegistration(await make.aChild(parent), await make.aMonth())
  parentId = parent.id
  submissionId = submission.id
  staff = await app.as(await make.anAdmin())
})

const paid = async () => {
  const text = 'select paid_amount::float8 as paid from submissions where id = $1'
  return (await app.services.pool.query(text, [submissionId])).rows[0].paid
}

it('adds up every one of 30 payments made at once', async () => {
  const payment = {
    parent_id: parentId,
    submission_id: submissionId,
    amount: '1.00',
    payment_date: '2026-11-10',
    allow_duplicate: true,
  }
  const responses = await Promise.all(
    Array.from({ length: 30 }, () => staff.post('/api/admin/payments', payment)),
  )
  expect(responses.map(({ status }) => status)).toEqual(Array(30).fill(200))
  expect(await paid()).toBe(30)
})

it('control: loses payments if the sum is read and then written without a lock', async () => {
  const before = await paid()
  const addOne = async () => {
    const seen = await paid()
    const text = 'update submissions set paid_amount = $1 where id = $2'
    await app.services.pool.query(text, [seen + 1, submissionId])
  }
  await Promise.all(Array.from({ length: 30 }, addOne))
  expect(await paid()).toBeLessThan(before + 30)
})

it('applies a payment to one submission while others are locked in their order', async () => {
  const { db } = app.services
  const make = buildersFor(db)
  const parent = await make.aParent()
  const child = await make.aChild(parent)
  const [first, last] = (
    await Promise.all([
      make.aRegistration(child, await make.aMonth({ month_name: 'March' })),
      make.aRegistration(child, await make.aMonth({ month_name: 'April' })),
    ])
  ).toSorted((one, other) => (one.id < other.id ? -1 : 1))
  if (!first || !last) throw new Error('Two registrations')
  const general = { parent_id: parent.id, amount: '60.00', payment_date: '2026-11-10' }
  const payment = (await staff.post('/api/admin/payments', general)).body
  const lock = 'select from submissions where id = $1 for update'
  const billing = await app.services.pool.connect()
  await billing.query('begin')
  await billing.query(lock, [first.id])
  const applied = staff.post(`/api/admin/payments/${payment.id}/apply`, {
    submission_id: last.id,
    amounts: [{ submission_id: last.id, amount: '60.00' }],
  })
  await untilWaiting(app, 1)
  await billing.query(lock, [last.id])
  await billing.query('commit')
  billing.release()
  expect((await applied).status).toBe(200)
})
