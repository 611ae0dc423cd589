import { sumCents, toCents, toDecimal } from '@aftercare/domain/lib/money'
import { applyToOpen } from '@aftercare/domain/payments/applications'
import { derivedStatus } from '@aftercare/domain/submissions/submissions'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findViolations } from '../../fuzz/invariants'
import { buildersFor } from '../../testing/builders'
import { storedRows } from '../../testing/rows'
import { testApp } from '../../testing/test-app'
import { execute, sql } from '../db/sql'

/** School days of December 2026. */
const DAYS = [1, 2, 3, 4]
const DATES = { 1: '2026-12-01', 2: '2026-12-02', 3: '2026-12-03', 4: '2026-12-04' }
const day = fc.constantFrom(...([1, 2, 3, 4] as const))

const step = fc.oneof(
  fc.record({ kind: fc.constant('prices' as const), regular: fc.integer({ min: 0, max: 40 }) }),
  fc.record({
    kind: fc.constant('register' as const),
    days: fc.subarray(DAYS, { minLength: 1 }),
    isShownFee: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('edit' as const), days: fc.subarray(DAYS, { minLength: 1 }) }),
  fc.record({
    kind: fc.constant('retype' as const),
    day,
    type: fc.constantFrom('regular', 'noon', 'unavailable', 'no_school'),
    fees: fc.constantFrom('credit', 'keep', undefined),
    credits: fc.constantFrom('undo', 'leave'),
  }),
  fc.record({ kind: fc.constant('cancel' as const), day, fees: fc.constantFrom('credit', 'keep') }),
  fc.record({ kind: fc.constant('reinstate' as const), day, credits: fc.constantFrom('undo', 'leave') }),
  fc.record({ kind: fc.constant('cancelRegistration' as const), fee: fc.constantFrom('none', 'keep') }),
  fc.record({ kind: fc.constant('restore' as const) }),
  fc.record({ kind: fc.constant('bill' as const), seenAgo: fc.constantFrom(0, 100) }),
  fc.record({ kind: fc.constant('undoBilling' as const) }),
  fc.record({
    kind: fc.constant('payment' as const),
    amount: fc.integer({ min: 1, max: 90 }),
    isGeneral: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('reverse' as const),
    nth: fc.nat(),
    amount: fc.option(fc.integer({ min: 1, max: 90 })),
  }),
  fc.record({ kind: fc.constant('apply' as const), nth: fc.nat(), toAll: fc.boolean() }),
  fc.record({ kind: fc.constant('moveBack' as const), nth: fc.nat() }),
)

type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never

/** Each of these is accepted. */
const ACCEPTED: Step[] = [
  { kind: 'register', days: [1, 2], isShownFee: true },
  { kind: 'edit', days: [1, 2] },
  { kind: 'bill', seenAgo: 100 },
  { kind: 'bill', seenAgo: 0 },
  { kind: 'undoBilling' },
  { kind: 'payment', amount: 90, isGeneral: true },
  { kind: 'reverse', nth: 0, amount: 20 },
  { kind: 'apply', nth: 0, toAll: true },
]

const NOBODY = '00000000-0000-4000-8000-000000000000'
const REFUSED = { status: 409 }

it('every fee is the sum of its day prices and every balance follows, whatever staff and families do', async () => {
  const app = await testApp()
  const { db } = app.services
  const make = buildersFor(db)
  const staff = await app.as(await make.anAdmin())
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 30 }), async (steps) => {
      for (const table of [
        sql`submissions`,
        sql`months`,
        sql`family_messages`,
        sql`settings`,
        sql`rate_limits`,
      ])
        await execute(db, sql`delete from ${table}`)
      const month = await make.aMonth()
      const parent = await make.aParent()
      const family = await app.as(parent)
      const child = await make.aChild(parent)
      const sibling = await make.aChild(parent)
      await staff.put('/api/admin/family-balances', { is_shown: true })
      let billed: object[] = []
      const { id } = await make.aRegistration(child, month, {
        selected_days: [1, 2, 4],
        total_fee_cents: 6000,
      })
      await make.aDropIn('2026-12-03', { parent_id: parent.id, child_id: child.id })
      const allRows = () => storedRows(db, 'submissions', sql`order by dropin_date nulls first`)
      const rowsNow = async () => (await allRows()).filter(({ child_id }) => child_id === child.id)
      /** Reversals last: also two of the same millisecond are in order. */
      const paymentsNow = () =>
        storedRows(
          db,
          'payments',
          sql`where parent_id = ${parent.id} order by reverses_payment_id nulls first, created_at, id`,
        )
      const paidNow = async () => sumCents((await paymentsNow()).map(({ amount_cents }) => amount_cents))
      const paymentAt = async (nth: number) => {
        const payments = await paymentsNow()
        return payments[nth % payments.length]?.id ?? NOBODY
      }
      const versionOf = async (table: 'months' | 'submissions') =>
        (await storedRows(db, table, sql`where id in (${month.id}, ${id})`))[0]?.version
      const requests = {
        prices: async ({ regular }: { regular: number }) => {
          const { version } = (await staff.get('/api/admin/pricing')).body
          return staff.put('/api/admin/pricing', {
            regular_price: String(regular),
            special_price: '30',
            version,
          })
        },
        /** Another total than the server's is refused. */
        register: async ({ days, isShownFee }: { days: number[]; isShownFee: boolean }) => {
          const body = { month_id: month.id, child_ids: [sibling.id], selected_days: days, agreed: true }
          return family.post('/api/submissions', { ...body, ...(!isShownFee && { fee: 12345 }) })
        },
        edit: async ({ days }: { days: number[] }) => {
          const body = { selected_days: days, agreed: true, version: await versionOf('submissions') }
          return family.patch(`/api/submissions/${id}`, body)
        },
        retype: async ({
          day,
          type,
          fees,
          credits,
        }: {
          day: number
          type: string
          fees?: string
          credits: string
        }) => {
          const body = {
            day_types: { [day]: type },
            closed_days: [],
            fees,
            credits,
            version: await versionOf('months'),
          }
          return staff.patch(`/api/admin/months/${month.id}`, body)
        },
        cancel: ({ day, fees }: { day: keyof typeof DATES; fees: string }) =>
          staff.post('/api/admin/family-messages', {
            date: DATES[day],
            subject: 'Snow',
            text: 'Stay home.',
            cancelled: true,
            fees,
          }),
        reinstate: async ({ day, credits }: { day: number; credits: string }) =>
          staff.post(`/api/admin/months/${month.id}/days/${day}/reinstate`, {
            credits,
            version: await versionOf('months'),
          }),
        cancelRegistration: async ({ fee }: { fee: string }) =>
          staff.post(`/api/admin/submissions/${id}/cancel`, {
            reason: 'Moving',
            fee,
            version: await versionOf('submissions'),
          }),
        restore: async () =>
          staff.post(`/api/admin/submissions/${id}/undo-cancel`, { version: await versionOf('submissions') }),
        /** With fees that are others by now, nothing is billed. */
        bill: async ({ seenAgo }: { seenAgo: number }) => {
          const seen = await allRows()
          const ids = seen.map((row) => row.id)
          const fees = seen.map((row) => [row.id, row.total_fee_cents / 100 + seenAgo])
          const sent = { ids, fees: Object.fromEntries(fees) }
          const response = await staff.post('/api/admin/submissions/mark-billed', sent)
          if (seenAgo > 0) {
            expect(response.body).toMatchObject({ updated: 0, changed: ids.map(() => ({})) })
            expect(await allRows()).toEqual(seen)
          }
          billed = response.body.rows
          return response
        },
        undoBilling: async () =>
          billed.length === 0 ? REFUSED : staff.post('/api/admin/submissions/undo-billing', { rows: billed }),
        payment: ({ amount, isGeneral }: { amount: number; isGeneral: boolean }) =>
          staff.post('/api/admin/payments', {
            parent_id: parent.id,
            amount: String(amount),
            payment_date: '2026-11-16',
            submission_id: isGeneral ? '' : id,
          }),
        reverse: async ({ nth, amount }: { nth: number; amount: number | null }) => {
          const url = `/api/admin/payments/${await paymentAt(nth)}/reverse`
          return staff.post(url, { reason: 'Refund', ...(amount !== null && { amount: String(amount) }) })
        },
        apply: async ({ nth, toAll }: { nth: number; toAll: boolean }) => {
          const url = `/api/admin/payments/${await paymentAt(nth)}`
          const shown = (await staff.get(`${url}/application`)).body
          if (shown.rows?.length === 0 || !shown.left_amount) return REFUSED
          const open = shown.rows.map((row: { id: string; open_amount: number }) => ({
            id: row.id,
            openCents: toCents(row.open_amount),
          }))
          const chosen = toAll ? open : open.slice(-1)
          const parts = applyToOpen(toCents(shown.left_amount), chosen)
          return staff.post(`${url}/apply`, {
            submission_id: toAll ? null : chosen[0].id,
            amounts: parts.map(({ submissionId, cents }) => ({
              submission_id: submissionId,
              amount: toDecimal(cents),
            })),
          })
        },
        moveBack: async ({ nth }: { nth: number }) =>
          staff.post(`/api/admin/payments/${await paymentAt(nth)}/undo-application`, {}),
      }
      for (const one of steps) {
        const [before] = await rowsNow()
        const paidBefore = await paidNow()
        const { status } = await (requests[one.kind] as (step: typeof one) => Promise<{ status: number }>)(
          one,
        )
        // Days that cannot be chosen, given up, cancelled or reinstated are refused with a sentence.
        expect([200, 404, 409]).toContain(status)
        const [registration, dropIn] = await rowsNow()
        if (!before || !registration || !dropIn) throw new Error('A submission is gone')
        if (status !== 200) expect(registration).toEqual(before)
        if (status !== 200 || one.kind === 'apply' || one.kind === 'moveBack')
          expect(await paidNow()).toBe(paidBefore)
        seen.add(`${one.kind} ${status}`)
        const { cancellation } = registration
        const shown = cancellation ?? registration
        const feeCents = cancellation ? toCents(cancellation.total_fee) : registration.total_fee_cents
        const prices = Object.values(shown.day_prices ?? {}).map(toCents)
        expect(sumCents(prices)).toBe(feeCents)
        expect(Object.keys(shown.day_prices ?? {}).map(Number)).toEqual(shown.selected_days)
        if (cancellation && one.kind !== 'cancelRegistration')
          expect(registration.total_fee_cents).toBe(before.total_fee_cents)
        // Credited with nothing left to put back, it is free for good.
        const [credit] = Object.values(dropIn.credits)
        expect(dropIn.total_fee_cents).toBe(credit === undefined ? 2500 : 0)
        expect([undefined, 0, 25]).toContain(credit)
      }
      const rows = await allRows()
      const paid = await paidNow()
      expect(paid).toBeGreaterThanOrEqual(0)
      const payments = await paymentsNow()
      const { rows: shown } = (await staff.get('/api/admin/submissions')).body
      for (const row of rows) {
        const own = payments.filter(({ submission_id }) => submission_id === row.id)
        const paidCents = sumCents(own.map(({ amount_cents }) => amount_cents))
        expect(paidCents).toBeGreaterThanOrEqual(0)
        expect(row.paid_amount_cents).toBe(paidCents)
        const status = derivedStatus({
          totalFeeCents: row.total_fee_cents,
          paidCents,
          billedStatus: row.billed_status,
          status: row.status,
        })
        const listed = shown.find((each: { id: string }) => each.id === row.id)
        expect(listed?.derived_status).toBe(status)
      }
      expect(await findViolations(db)).toEqual({})
      const billedCents = sumCents(
        rows.filter((row) => row.billed_status === 'billed').map((row) => row.total_fee_cents),
      )
      const all = sumCents(rows.map((row) => row.total_fee_cents))
      expect((await staff.get(`/api/admin/parents/${parent.id}`)).body.totals).toMatchObject({
        billed: billedCents / 100,
        balance: (billedCents - paid) / 100,
      })
      const general = payments.filter(({ submission_id }) => submission_id === null)
      expect((await family.get('/api/balance')).body.balance).toEqual({
        balance_due: (billedCents - paid) / 100,
        general_payments: sumCents(general.map(({ amount_cents }) => amount_cents)) / 100,
      })
      const { rows: listed } = (await staff.get('/api/admin/parents')).body
      expect(listed).toContainEqual(
        expect.objectContaining({ id: parent.id, outstanding: Math.max(0, all - paid) / 100 }),
      )
    }),
    // Another seed each time, which a failure reports.
    { numRuns: 7, examples: [[ACCEPTED]] },
  )
  // What was never done would prove nothing.
  for (const { kind } of ACCEPTED) expect([...seen]).toContain(`${kind} 200`)
})
