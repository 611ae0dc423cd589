import { addDays } from '@aftercare/domain/lib/days'
import { sumCents, toCents } from '@aftercare/domain/lib/money'
import { openCents } from '@aftercare/domain/payments/balances'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { seedDemo } from '../../demo/seed-demo'
import { buildersFor } from '../../testing/builders'
import { storedRows } from '../../testing/rows'
import { startTestApp, type TestApp, type TestClient } from '../../testing/test-app'
import { execute, sql } from '../db/sql'

let app: TestApp
let empty: TestApp
let staff: TestClient

type Pictures = {
  months: {
    month_name: string
    year: number
    days: { day: string; children: number; seats: number | null }[]
  }[]
  school_year: { month_name: string; year: number; fees: number; payments: number; uncovered: number }[]
}

/** A whole programme with drop-ins, guests and payments, and what it lacks. */
beforeAll(async () => {
  app = await startTestApp({ now: '2026-11-16T09:00:00-05:00' })
  await seedDemo(app.services)
  empty = await startTestApp({ now: '2026-11-16T09:00:00-05:00' })
  const { db } = app.services
  const build = buildersFor(db)
  const admin = await build.anAdmin()
  staff = await app.as(admin)
  const parent = await build.aParent()
  const child = await build.aChild(parent)
  // A child with both on one day, a Saturday, one from before the school year, one paid beyond its fee.
  await build.aDropIn('2026-11-17', { parent_id: parent.id, child_id: child.id, guest_parent_name: null })
  await build.aDropIn('2026-11-21')
  await build.aDropIn('2026-07-31')
  await build.aDropIn('2026-12-12')
  await execute(
    db,
    sql`update months set cancelled_days = cancelled_days || 12, cancelled_day_types = cancelled_day_types || '{"12": "regular"}' where month_name = 'December' and year = 2026`,
  )
  const [august] = await storedRows(db, 'months', sql`where month_name = 'August' and year = 2026`)
  if (!august) throw new Error('The demo has no August')
  const over = await build.aRegistration(child, august, { total_fee_cents: 5997 })
  await build.aPayment(parent, admin, {
    submission_id: over.id,
    amount_cents: 9000,
    payment_date: '2026-08-31',
  })
  const general = await build.aPayment(parent, admin, { amount_cents: 1234, payment_date: '2027-07-31' })
  await build.aPayment(parent, admin, {
    amount_cents: -1234,
    payment_date: '2026-11-16',
    reverses_payment_id: general.id,
  })
  await build.aPayment(parent, admin, { amount_cents: 777, payment_date: '2026-07-31' })
})
afterAll(async () => {
  await app.stop()
  await empty.stop()
})

const read = async (): Promise<Pictures> => (await staff.get('/api/admin/dashboard/charts')).body

it('shows as many children for every day of both months as the day report, and none on cancelled days', async () => {
  const { months } = await read()
  expect(months.map(({ month_name, year }) => `${month_name} ${year}`)).toEqual([
    'November 2026',
    'December 2026',
  ])
  const drawn = new Map(months.flatMap(({ days }) => days.map(({ day, children }) => [day, children])))
  const wrong: string[] = []
  const cancelled: string[] = []
  for (let day = '2026-11-01'; day <= '2026-12-31'; day = addDays(day, 1)) {
    const { body } = await staff.get(`/api/admin/attendance?date=${day}`)
    const { isCancelled, stats } = body
    if (isCancelled && stats.totalChildren > 0) cancelled.push(day)
    if ((isCancelled ? 0 : stats.totalChildren) !== (drawn.get(day) ?? 0)) wrong.push(day)
  }
  // One of registrations, and a Saturday with nothing but a drop-in.
  expect(cancelled).toEqual([expect.any(String), '2026-12-12'])
  expect(drawn.has('2026-12-12')).toBe(false)
  expect(wrong).toEqual([])
  expect(drawn.get('2026-11-21')).toBe(1)
  expect(drawn.has('2026-11-22')).toBe(false)
})

it('includes the seats of each day if the month has a limit', async () => {
  const { months } = await read()
  const [running, coming] = months
  expect(running?.days.every(({ seats }) => seats === null)).toBe(true)
  const [stored] = await storedRows(
    app.services.db,
    'months',
    sql`where month_name = 'December' and year = 2026`,
  )
  for (const { day, seats } of coming?.days ?? [])
    expect(seats).toBe(stored?.day_seats[String(Number(day.slice(8)))] ?? stored?.seats)
})

it('sums fees, payments and the unpaid rest for each month of the school year', async () => {
  const { db } = app.services
  const months = new Map((await storedRows(db, 'months')).map((month) => [month.id, month]))
  const keyOf = (day: string) =>
    new Date(day).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const submissions = (await storedRows(db, 'submissions')).map((row) => {
    const month = months.get(row.month_id ?? '')
    return { ...row, key: month ? `${month.month_name} ${month.year}` : keyOf(row.dropin_date ?? '') }
  })
  const payments = (await storedRows(db, 'payments')).map((row) => ({ ...row, key: keyOf(row.payment_date) }))
  const { school_year } = await read()
  expect(school_year.map(({ month_name, year }) => `${month_name} ${year}`)).toHaveLength(12)
  expect(school_year[0]).toMatchObject({ month_name: 'August', year: 2026 })
  for (const drawn of school_year) {
    const key = `${drawn.month_name} ${drawn.year}`
    const own = submissions.filter((row) => row.key === key)
    expect([key, toCents(drawn.fees), toCents(drawn.payments), toCents(drawn.uncovered)]).toEqual([
      key,
      sumCents(own.map((row) => row.total_fee_cents)),
      sumCents(payments.filter((row) => row.key === key).map((row) => row.amount_cents)),
      sumCents(
        own.map((row) => openCents({ totalFeeCents: row.total_fee_cents, paidCents: row.paid_amount_cents })),
      ),
    ])
  }
  expect(school_year.find(({ month_name }) => month_name === 'July')).toMatchObject({
    payments: 12.34,
    fees: 0,
  })
})

it('omits days that a month does not have, even if a row contains them', async () => {
  await execute(
    app.services.db,
    sql`update submissions set selected_days = selected_days || 31, day_prices = null where id = (select s.id from submissions s
      join months m on m.id = s.month_id where m.month_name = 'November' and not 31 = any(s.selected_days) limit 1)`,
  )
  expect((await staff.get('/api/admin/dashboard/charts')).status).toBe(200)
})

it('returns no months for a new programme', async () => {
  const admin = await empty.as(await buildersFor(empty.services.db).anAdmin())
  const { body } = await admin.get('/api/admin/dashboard/charts')
  expect(body.months).toEqual([])
  expect(body.school_year.every((month: Pictures['school_year'][number]) => month.fees === 0)).toBe(true)
})

it('is for staff only', async () => {
  const parent = await app.as(await buildersFor(app.services.db).aParent())
  expect((await parent.get('/api/admin/dashboard/charts')).status).toBe(403)
  expect((await app.visitor.get('/api/admin/dashboard/charts')).status).toBe(401)
})
