import { getDayParts } from '@aftercare/domain/lib/days'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startWithStaff } from '../../testing/parents'
import { storedRows } from '../../testing/rows'
import { saveWithVersion } from '../../testing/save-with-version'
import type { TestClient } from '../../testing/test-app'
import { execute, sql } from '../db/sql'

let given: Awaited<ReturnType<typeof startWithStaff>>
let staff: TestClient
beforeAll(async () => {
  given = await startWithStaff()
})
beforeEach(async () => {
  await given.empty()
  await setNow('2026-11-16T09:00:00-05:00')
})
afterAll(() => given.app.stop())

/** Staff sign in again: their sessions do not last for days. */
async function setNow(instant: string) {
  given.app.setNow(instant)
  staff = await given.app.as(given.admin)
}

const theirs = (id: string, year: number) =>
  staff.get(`/api/admin/parents/${encodeURIComponent(id)}/statement?year=${year}`)

describe('the yearly statement', () => {
  it('lists children, months, dates, fees and payments, the same for the parent and for staff', async () => {
    const { build, admin } = given
    const parent = await given.dana()
    const amara = await build.aChild(parent, { name: 'Amara', allergies: 'peanuts', notes: 'late bus' })
    const november = await build.aMonth({ month_name: 'November' })
    const registration = await build.aRegistration(amara, november, {
      selected_days: [3, 5, 10],
      total_fee_cents: 6000,
      billed_status: 'billed',
    })
    await build.aDropIn('2026-10-02', { parent_id: parent.id, child_id: amara.id, total_fee_cents: 2550 })
    const paid = await build.aPayment(parent, admin, {
      amount_cents: 6000,
      payment_date: '2026-11-09',
      payment_method: 'check',
      submission_id: registration.id,
      notes: 'number 1207',
    })
    await staff.post(`/api/admin/payments/${paid.id}/reverse`, { reason: 'bounced' })
    await build.aPayment(parent, admin, { amount_cents: 1000, payment_date: '2026-01-02' })

    const own = await (await given.app.as(parent)).get('/api/statement?year=2026')
    expect(own.status).toBe(200)
    const applied = {
      month: { month_name: 'November', year: 2026 },
      dropin_date: null,
      child_name: 'Amara',
    }
    expect(own.body).toMatchObject({
      year: 2026,
      years: [2026],
      as_of: '2026-11-16',
      program: { name: 'Preschool Aftercare', legal_name: null, address: null, tax_number: null },
      parent: { full_name: 'Dana Okafor', email: 'dana@example.com' },
      children: [
        {
          name: 'Amara',
          lines: [
            { month: null, dropin_date: '2026-10-02', total_fee: 25.5, billed_status: 'not_billed' },
            { selected_days: [3, 5, 10], total_fee: 60, billed_status: 'billed' },
          ],
          total_fee: 85.5,
        },
      ],
      payments: [
        { payment_date: '2026-01-02', amount: 10, submission: null, is_reversed: false },
        {
          payment_date: '2026-11-09',
          amount: 60,
          payment_method: 'check',
          submission: applied,
          reverses_payment_of: null,
          is_reversed: true,
        },
        {
          payment_date: '2026-11-16',
          amount: -60,
          payment_method: 'check',
          submission: applied,
          reverses_payment_of: '2026-11-09',
          is_reversed: false,
        },
      ],
      totals: { fees: 85.5, billed: 60, not_billed: 25.5, paid: 10 },
    })
    expect((await theirs(parent.id, 2026)).body).toEqual(own.body)
    // Staff's notes and the child's health are nobody's business on a tax paper.
    expect(JSON.stringify(own.body)).not.toMatch(/1207|bounced|peanuts|late bus/)
  })

  it('is for the current year in the programme’s time zone unless another is requested', async () => {
    const parent = await given.dana()
    await setNow('2026-12-31T23:30:00-05:00')
    const family = await given.app.as(parent)
    expect((await family.get('/api/statement')).body).toMatchObject({ year: 2026, years: [2026] })
    await setNow('2027-01-01T00:30:00-05:00')
    expect((await family.get('/api/statement')).body).toMatchObject({ year: 2027, years: [2027] })
    expect((await family.get('/api/statement?year=2025')).body).toMatchObject({
      year: 2025,
      children: [],
      payments: [],
      totals: { fees: 0, billed: 0, not_billed: 0, paid: 0 },
    })
  })

  it.each(['1999', '2201', 'abc', '2026.5', ''])('is rejected for the year %j', async (year) => {
    const family = await given.app.as(await given.dana())
    expect((await family.get(`/api/statement?year=${year}`)).status).toBe(422)
  })

  it('shows nothing of another family, and guests have none', async () => {
    const { build } = given
    const parent = await given.dana()
    const other = await build.aParent({ email: 'other@example.com' })
    const month = await build.aMonth({ month_name: 'November' })
    await build.aRegistration(await build.aChild(other, { name: 'Strange' }), month)
    await build.aPayment(other, given.admin)
    await build.aGuestRegistration(month, { guest_parent_email: 'dana@example.com' })
    const family = await given.app.as(parent)
    const { body } = await family.get('/api/statement?year=2026')
    expect(body).toMatchObject({ children: [], payments: [] })
    expect((await family.get(`/api/admin/parents/${other.id}/statement?year=2026`)).status).toBe(403)
    expect((await family.get(`/api/admin/parents/${parent.id}/statement?year=2026`)).status).toBe(403)
    expect((await given.app.visitor.get('/api/statement?year=2026')).status).toBe(401)
    for (const id of ['guest-dana@example.com', 'nobody', '00000000-0000-4000-8000-000000000000']) {
      expect((await theirs(id, 2026)).status, id).toBe(404)
    }
  })
})

describe('the statement details', () => {
  const PATH = '/api/admin/statement-details'
  const none = { legal_name: null, address: null, tax_number: null }
  const hillside = {
    legal_name: 'Hillside School, Inc.',
    address: '12 Elm Street\nSpringfield, NY 10001',
    tax_number: '12-3456789',
  }
  beforeEach(() => execute(given.db, sql`delete from settings`))

  it('are on the statement once staff have filled them in, and audited', async () => {
    expect((await staff.get(PATH)).body).toEqual({ ...none, version: 0 })
    const saved = await staff.put(PATH, { ...hillside, version: 0 })
    expect(saved).toMatchObject({ status: 200, body: hillside })
    expect((await staff.get(PATH)).body).toEqual({ ...hillside, version: 1 })
    const family = await given.app.as(await given.dana())
    expect((await family.get('/api/statement')).body.program).toEqual({
      name: 'Preschool Aftercare',
      ...hillside,
    })
    expect(await storedRows(given.db, 'audit_log')).toMatchObject([
      {
        actor_id: given.admin.id,
        action: 'statement-details.save',
        detail: { before: none, after: hillside },
      },
    ])
    const exempt = { legal_name: ' ', address: '', tax_number: 'tax exempt', version: 1 }
    expect((await staff.put(PATH, exempt)).body).toEqual({ ...none, tax_number: 'Tax-Exempt', version: 2 })
  })

  it('are not saved over what another admin has saved since', async () => {
    const answers = await Promise.all(
      ['A', 'B', 'C'].map((legal_name) => staff.put(PATH, { ...none, legal_name, version: 0 })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  })

  it('are limited in length, have no line breaks in the tax ID, and are for staff only', async () => {
    const bad = { legal_name: 'x'.repeat(121), address: 'x'.repeat(501), tax_number: '1\n2', version: 0 }
    const { status, body } = await staff.put(PATH, bad)
    expect([status, Object.keys(body.error.fields)]).toEqual([422, ['legal_name', 'address', 'tax_number']])
    const family = await given.app.as(await given.dana())
    expect((await family.get(PATH)).status).toBe(403)
    expect((await family.put(PATH, hillside)).status).toBe(403)
    expect((await given.app.visitor.get(PATH)).status).toBe(401)
    expect((await staff.get(PATH)).body).toMatchObject(none)
  })
})

/** What a generated family and staff do, one after another, through the API; rejected requests change nothing. */
const aFee = fc.integer({ min: 0, max: 99_999 }).map((cents) => (cents / 100).toFixed(2))
const aPick = fc.integer({ min: 0, max: 30 })
const days = fc.uniqueArray(fc.constantFrom(2, 3, 4, 7, 8, 9, 10, 14, 15, 16), { minLength: 1, maxLength: 5 })
const step = fc.oneof(
  fc.record({ do: fc.constant('register' as const), child: aPick, month: aPick, days }),
  fc.record({ do: fc.constant('edit' as const), which: aPick, days }),
  fc.record({ do: fc.constant('drop-in' as const), child: aPick, tomorrow: fc.boolean() }),
  fc.record({ do: fc.constant('bill' as const), which: aPick }),
  fc.record({
    do: fc.constant('pay' as const),
    which: fc.option(aPick),
    amount: aFee,
    on: fc.constantFrom('2026-11-02', '2026-12-31', '2027-01-01', '2027-02-01'),
  }),
  fc.record({ do: fc.constant('reverse' as const), which: aPick }),
  fc.record({ do: fc.constant('new prices' as const), price: aFee }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** One history that meets all of it, so that none of it hangs on chance. */
const EVERYTHING: Step[] = [
  { do: 'register', child: 0, month: 1, days: [2, 3] },
  { do: 'register', child: 1, month: 2, days: [7, 8] },
  { do: 'new prices', price: '22.35' },
  { do: 'edit', which: 0, days: [2, 4, 9] },
  { do: 'bill', which: 0 },
  { do: 'drop-in', child: 0, tomorrow: false },
  { do: 'pay', which: 0, amount: '30.10', on: '2026-12-31' },
  { do: 'pay', which: null, amount: '0.20', on: '2027-01-01' },
  { do: 'reverse', which: 0 },
]

describe('the totals of a generated family', () => {
  async function live(steps: readonly Step[], turnAt: number) {
    const { build } = given
    const parent = await given.dana()
    const children = [await build.aChild(parent), await build.aChild(parent)]
    const months = [
      await build.aMonth({ month_name: 'November' }),
      await build.aMonth({ month_name: 'December' }),
      await build.aMonth({ month_name: 'January', year: 2027 }),
    ]
    let family = await given.app.as(parent)
    const turn = async (instant: string) => {
      await setNow(instant)
      family = await given.app.as(parent)
    }
    const nth = <T>(list: readonly T[], n: number) => list[n % Math.max(1, list.length)]
    const submissions = () =>
      storedRows(given.db, 'submissions', sql`where parent_id = ${parent.id} order by submitted_at, id`)
    for (const [index, act] of steps.entries()) {
      if (index === turnAt) await turn('2026-12-31T10:00:00-05:00')
      if (index === turnAt + 1) await turn('2027-01-04T10:00:00-05:00')
      if (act.do === 'register') {
        await family.post('/api/submissions', {
          month_id: nth(months, act.month)?.id,
          child_ids: [nth(children, act.child)?.id],
          selected_days: act.days,
          agreed: true,
        })
      } else if (act.do === 'edit') {
        const row = nth(await submissions(), act.which)
        const edit = { selected_days: act.days, agreed: true, version: row?.version }
        if (row) await family.patch(`/api/submissions/${row.id}`, edit)
      } else if (act.do === 'drop-in') {
        const today = given.app.services.clock.today()
        const { options } = (await family.get('/api/drop-ins/availability')).body
        const dropin_date = options[act.tomorrow ? 1 : 0]?.date ?? today
        await family.post('/api/drop-ins', {
          child_id: nth(children, act.child)?.id,
          dropin_date,
          agreed: true,
        })
      } else if (act.do === 'bill') {
        const row = nth(await submissions(), act.which)
        if (row) await staff.post('/api/admin/submissions/mark-billed', { ids: [row.id] })
      } else if (act.do === 'pay') {
        const row = act.which === null ? undefined : nth(await submissions(), act.which)
        const payment = { parent_id: parent.id, submission_id: row?.id ?? '', amount: act.amount }
        await staff.post('/api/admin/payments', { ...payment, payment_date: act.on })
      } else if (act.do === 'reverse') {
        const paid = await storedRows(given.db, 'payments', sql`order by created_at, id`)
        const payment = nth(paid, act.which)
        if (payment) await staff.post(`/api/admin/payments/${payment.id}/reverse`, { reason: 'x' })
      } else {
        await saveWithVersion(staff, '/api/admin/pricing', {
          regular_price: act.price,
          special_price: act.price,
        })
      }
    }
    return parent
  }

  it('agree to the cent with the parent’s page, each line in exactly one year', async () => {
    const seen = new Set<string>()
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 4, maxLength: 22 }),
        fc.integer({ min: 0, max: 22 }),
        async (steps, turnAt) => {
          await given.empty()
          await setNow('2026-11-16T09:00:00-05:00')
          const parent = await live(steps, turnAt)
          const path = `/api/admin/parents/${parent.id}`
          const page = (await staff.get(path)).body
          const [inList] = (await staff.get('/api/admin/parents')).body.rows
          const listed = (await staff.get(`${path}/submissions?size=100`)).body
          const paid = (await staff.get(`${path}/payments?size=100`)).body
          const { years } = (await theirs(parent.id, 2026)).body as { years: number[] }
          const statements = await Promise.all(
            years.map(async (year) => (await theirs(parent.id, year)).body),
          )

          const cents = (dollars: number) => Math.round(dollars * 100)
          const total = (name: string) => statements.reduce((sum, { totals }) => sum + cents(totals[name]), 0)
          expect(total('billed')).toBe(cents(page.totals.billed))
          expect(total('paid')).toBe(cents(page.totals.paid))
          expect(total('billed') - total('paid')).toBe(cents(page.totals.balance))
          expect(Math.max(0, total('fees') - total('paid'))).toBe(cents(inList.outstanding))

          type Line = { id: string; total_fee: number; billed_status: string; selected_days: number[] }
          const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)
          const lineOf = ({ id, total_fee, billed_status, selected_days }: Line) => ({
            id,
            total_fee,
            billed_status,
            selected_days,
          })
          const lines = statements.flatMap(({ children }) =>
            children.flatMap((child: { lines: Line[] }) => child.lines.map(lineOf)),
          )
          expect(lines.sort(byId)).toEqual(listed.rows.map(lineOf).sort(byId))
          for (const { year, children, payments } of statements) {
            for (const { lines: own } of children)
              for (const { month, dropin_date } of own)
                expect(month?.year ?? getDayParts(dropin_date).year).toBe(year)
            for (const { payment_date } of payments) expect(getDayParts(payment_date).year).toBe(year)
          }
          type Paid = {
            id: string
            amount: number
            payment_date: string
            reverses_payment_id?: string | null
          }
          const paidOf = ({ id, amount, payment_date }: Paid) => ({ id, amount, payment_date })
          expect(statements.flatMap(({ payments }) => payments.map(paidOf)).sort(byId)).toEqual(
            paid.rows.map(paidOf).sort(byId),
          )

          for (const row of listed.rows) {
            seen.add(row.month_id ? 'registration' : 'drop-in').add(row.billed_status)
            if (row.is_edited) seen.add('edited')
          }
          for (const row of paid.rows as Paid[]) {
            seen.add(row.amount < 0 ? 'reversal' : 'payment')
          }
          if (paid.rows.some((row: { submission_id: string | null }) => row.submission_id === null))
            seen.add('general payment')
          if (lines.length > 0 && years.length > 1) seen.add('two years')
        },
      ),
      { numRuns: 15, examples: [[EVERYTHING, 6]] },
    )
    // What was never met would prove nothing.
    expect([...seen].sort()).toEqual([
      'billed',
      'drop-in',
      'edited',
      'general payment',
      'not_billed',
      'payment',
      'registration',
      'reversal',
      'two years',
    ])
  })
})
