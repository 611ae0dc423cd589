import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aMonth } from '../../test/builders'
import { sumCents } from '../lib/money'
import { changeCancelledDays, closedByChange, reinstatedByChange } from '../months/cancelled-days'
import { retypeDay } from '../months/month-editing'
import { DAY_TYPES, dayType, isOpenType, type MonthCalendar } from '../months/months'
import { parentTotals } from '../payments/balances'
import { applyEdit } from '../submissions/submissions'
import { type CreditedDays, creditDay, undoCredit } from './credits'
import { priceDays } from './day-prices'
import { dayPriceCents } from './fees'

/** School days of December 2026. */
const DAYS = [1, 2, 3, 4, 7, 8, 9, 10]
const day = fc.constantFrom(...DAYS)
const price = fc.integer({ min: 0, max: 5000 })
const who = fc.nat({ max: 2 })

const step = fc.oneof(
  fc.record({ kind: fc.constant('prices' as const), regular: price, special: price }),
  fc.record({ kind: fc.constant('edit' as const), who, days: fc.subarray(DAYS, { minLength: 1 }) }),
  fc.record({
    kind: fc.constant('save' as const),
    day,
    type: fc.constantFrom(...DAY_TYPES),
    fees: fc.constantFrom('credit', 'keep', undefined),
    credits: fc.constantFrom('undo', 'leave'),
  }),
  fc.record({ kind: fc.constant('payment' as const), cents: price }),
)

type Programme = { month: MonthCalendar; typesBefore: Record<string, (typeof DAY_TYPES)[number]> }

function save(
  { month, typesBefore }: Programme,
  n: number,
  type: (typeof DAY_TYPES)[number],
  isCancelling: boolean,
) {
  const after = retypeDay(month, n, type)
  const changes = {
    cancelled: isCancelling ? closedByChange(month, after) : [],
    reinstated: reinstatedByChange(month.cancelledDays, after),
  }
  const cancelled = changeCancelledDays({ cancelledDays: month.cancelledDays, typesBefore }, month, changes)
  return {
    changes,
    programme: {
      month: { ...after, cancelledDays: cancelled.cancelledDays },
      typesBefore: { ...cancelled.typesBefore },
    },
  }
}

/** The difference that an edit should make, said in one line: what is added costs its price now. */
const expectedDifference = (month: MonthCalendar, before: CreditedDays, days: readonly number[]): number => {
  const priceOf = (n: number) => before.dayPrices?.[String(n)] ?? 0
  const isCharged = (n: number) => isOpenType(dayType(month, n)) || month.cancelledDays.includes(n)
  const added = days.filter((n) => !before.days.includes(n)).map((n) => dayPriceCents(month, n))
  const gone = before.days.filter((n) => !days.includes(n) || !isCharged(n)).map(priceOf)
  return sumCents(added) - sumCents(gone)
}

test('after any changes of prices, types, days, cancellations, credits and payments every sum is right', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let programme: Programme = { month: aMonth('December 2026'), typesBefore: {} }
      const registrations: CreditedDays[] = [[1, 2, 4], [4, 7], [10]].map((days) => ({
        days,
        ...priceDays(programme.month, days),
        credits: {},
      }))
      const payments: number[] = []
      for (const one of steps) {
        const { month } = programme
        if (one.kind === 'prices') {
          programme = {
            ...programme,
            month: { ...month, regularPriceCents: one.regular, specialPriceCents: one.special },
          }
        } else if (one.kind === 'payment') {
          payments.push(one.cents)
        } else if (one.kind === 'edit') {
          const before = registrations[one.who] as CreditedDays
          const { selectedDays, dayPrices, feeCents, credits } = applyEdit(
            before,
            [],
            month,
            one.days,
            '2026-01-01',
          )
          expect(feeCents - before.feeCents).toBe(expectedDifference(month, before, one.days))
          registrations[one.who] = { days: selectedDays, dayPrices, feeCents, credits }
        } else {
          const saved = save(programme, one.day, one.type, one.fees !== undefined)
          registrations.forEach((before, index) => {
            for (const n of before.days) {
              const booked = registrations[index] as CreditedDays
              const isCredit = one.fees === 'credit' && saved.changes.cancelled.includes(n)
              const isUndo = one.credits === 'undo' && saved.changes.reinstated.includes(n)
              const change = isCredit
                ? creditDay(booked, n, dayPriceCents(month, n))
                : isUndo
                  ? undoCredit(booked, n)
                  : null
              registrations[index] = { ...booked, ...change }
              // A credit that is undone at once leaves no trace.
              if (isCredit && change)
                expect(undoCredit(registrations[index], n)).toMatchObject({
                  feeCents: booked.feeCents,
                  dayPrices: booked.dayPrices,
                  credits: booked.credits,
                })
            }
          })
          programme = saved.programme
        }
        for (const { days, dayPrices, feeCents, credits } of registrations) {
          expect(Object.keys(dayPrices ?? {}).map(Number)).toEqual(days)
          expect(sumCents(Object.values(dayPrices ?? {}))).toBe(feeCents)
          expect(Object.values({ ...dayPrices, ...credits }).every((cents) => cents >= 0)).toBe(true)
          for (const n of Object.keys(credits)) expect(days).toContain(Number(n))
        }
        const fees = registrations.map(({ feeCents }) => ({
          totalFeeCents: feeCents,
          billedStatus: 'billed' as const,
        }))
        const totals = parentTotals(fees, payments)
        expect(totals.balanceCents).toBe(sumCents(fees.map((fee) => fee.totalFeeCents)) - sumCents(payments))
      }
    }),
    { numRuns: 300 },
  )
})
