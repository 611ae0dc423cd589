import fc from 'fast-check'
import { expect, test } from 'vitest'
import { aMonth } from '../../testing/builders'
import { sumCents, toCents } from '../lib/money'
import { changeCancelledDays, closedByChange, reinstatedByChange } from '../months/cancelled-days'
import { retypeDay } from '../months/month-editing'
import { DAY_TYPES, dayType, isOpenType, type MonthCalendar } from '../months/months'
import { parentTotals } from '../payments/balances'
import {
  attendedPart,
  CANCELLED_FEES,
  type CancelledFee,
  cancelRegistration,
  undoCancellation,
  undoCancellationError,
} from '../submissions/cancellations'
import { applyEdit } from '../submissions/submissions'
import { creditDay, creditsOf, leaveCredit, undoCredit } from './credits'
import { type BookedDays, dayPricesToDollars, dollarsToDayPrices, priceDays } from './day-prices'
import { dayPriceCents } from './fees'

/** School days of December 2026: few, so that a lot happens to each. */
const DAYS = [1, 2, 4, 7]
const day = fc.constantFrom(...DAYS)
const price = fc.integer({ min: 0, max: 5000 })
const who = fc.nat({ max: 3 })

/** Mostly days that are cancelled and take place after all, again and again. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('prices' as const), regular: price, special: price }),
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      who,
      days: fc.subarray(DAYS, { minLength: 1 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('save' as const),
      day,
      type: fc.oneof(
        fc.constantFrom('regular' as const, 'unavailable' as const),
        fc.constantFrom(...DAY_TYPES),
      ),
      fees: fc.constantFrom('credit', 'credit', 'keep', undefined),
      credits: fc.constantFrom('undo', 'leave'),
    }),
  },
  fc.record({ kind: fc.constant('payment' as const), cents: price }),
  fc.record({
    kind: fc.constant('cancel' as const),
    who,
    fee: fc.constantFrom(...CANCELLED_FEES),
    attended: fc.subarray(DAYS),
  }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('restore' as const), who }) },
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

/** As stored: prices in dollars. */
const toRow = ({ days, dayPrices, feeCents, credits }: BookedDays) => ({
  selected_days: [...days],
  day_prices: dayPrices && dayPricesToDollars(dayPrices),
  total_fee_cents: feeCents,
  credits: dayPricesToDollars(credits),
  edit_history: [],
  cancellation: null,
})

const cancel = (
  month: MonthCalendar,
  booked: BookedDays,
  fee: CancelledFee,
  attended: readonly number[] = [],
) =>
  cancelRegistration(
    toRow(booked),
    { cancelled_at: '2026-01-01', cancelled_by: 'Rosa', reason: 'Moving', fee },
    attendedPart(month, toRow(booked), booked.feeCents, attended),
  )

/** The fee that an edit should lead to: what is added costs its price now, and what is given up its booked price. */
const expectedFee = (month: MonthCalendar, before: BookedDays, days: readonly number[]): number => {
  const { dayPrices, credits, feeCents } = before
  const added = sumCents(days.filter((n) => !before.days.includes(n)).map((n) => dayPriceCents(month, n)))
  const removed = before.days.filter((n) => !days.includes(n))
  if (dayPrices) {
    const isCharged = (n: number) => isOpenType(dayType(month, n)) || month.cancelledDays.includes(n)
    const gone = before.days.filter((n) => removed.includes(n) || !isCharged(n))
    return feeCents + added - sumCents(gone.map((n) => dayPrices[String(n)] ?? 0))
  }
  if (removed.length === before.days.length) return added
  // Nobody knows the booked price, but what was credited is out of the fee.
  const uncredited = removed.filter((n) => credits[String(n)] === undefined)
  return Math.max(0, feeCents + added - sumCents(uncredited.map((n) => dayPriceCents(month, n))))
}

test('after any changes of prices, types, days, cancellations, credits, registrations and payments every sum is right', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 15, maxLength: 40, size: 'max' }), (steps) => {
      let programme: Programme = { month: aMonth('December 2026'), typesBefore: {} }
      const registrations: BookedDays[] = [[1, 2, 4], [4, 7], [7]].map((days) => ({
        days,
        ...priceDays(programme.month, days),
        credits: {},
      }))
      registrations.push({ days: [1, 4, 7], dayPrices: null, feeCents: 4500, credits: {} })
      /** By registration and day: what its latest cancellation took off the fee. */
      const takenOff = registrations.map(() => new Map<number, number>())
      const payments: number[] = []
      /** What a cancelled registration still costs; what it gave up stays in `registrations`, where days change it. */
      const owed: (number | null)[] = registrations.map(() => null)
      for (const one of steps) {
        const { month } = programme
        if (one.kind === 'prices') {
          programme = {
            ...programme,
            month: { ...month, regularPriceCents: one.regular, specialPriceCents: one.special },
          }
        } else if (one.kind === 'payment') {
          payments.push(one.cents)
        } else if (one.kind === 'cancel') {
          const before = registrations[one.who] as BookedDays
          if (owed[one.who] !== null) continue
          const cancelled = cancel(month, before, one.fee, one.attended)
          const { selected_days, day_prices, total_fee_cents, cancellation } = cancelled
          expect(selected_days).toEqual(before.days.filter((n) => one.attended.includes(n)))
          // As the database requires: known prices are those of the days that stay, and add up to the fee.
          if (day_prices) {
            expect(Object.keys(day_prices)).toEqual(selected_days.map(String))
            expect(sumCents(Object.values(day_prices).map(toCents))).toBe(total_fee_cents)
          }
          if (one.fee === 'keep') expect([day_prices, total_fee_cents]).toEqual([null, before.feeCents])
          else expect(total_fee_cents).toBe(expectedFee(month, before, selected_days))
          expect(cancellation).toMatchObject({
            selected_days: before.days,
            total_fee: before.feeCents / 100,
          })
          owed[one.who] = total_fee_cents
        } else if (one.kind === 'restore') {
          const before = registrations[one.who] as BookedDays
          if (owed[one.who] === null) continue
          const { cancellation } = cancel(month, before, 'none')
          if (!cancellation) throw new Error('Nothing to restore')
          const back = before.days.filter(
            (n) =>
              before.dayPrices === null || isOpenType(dayType(month, n)) || month.cancelledDays.includes(n),
          )
          const isFinal = undoCancellationError(month, cancellation, [], null, []) !== null
          expect(isFinal).toBe(back.length === 0)
          if (isFinal) continue
          const credits = dayPricesToDollars(before.credits)
          const restored = undoCancellation(
            month,
            { selected_days: [], credits, edit_history: [] },
            cancellation,
            { at: '2026-01-01', by: 'Rosa' },
          )
          expect(restored).toMatchObject({
            selected_days: back,
            total_fee_cents: expectedFee(month, before, back),
            cancellation: null,
          })
          expect(restored.edit_history.at(-1)).toMatchObject({ event: 'restored' })
          const changes = restored.edit_history.map(({ fee_change }) => toCents(fee_change?.amount ?? 0))
          expect(before.feeCents + sumCents(changes)).toBe(restored.total_fee_cents)
          const dayPrices = restored.day_prices && dollarsToDayPrices(restored.day_prices)
          if (dayPrices) expect(sumCents(Object.values(dayPrices))).toBe(restored.total_fee_cents)
          else expect(before.dayPrices).toBeNull()
          const rest = { days: back, credits: creditsOf(before.credits, back) }
          registrations[one.who] = { ...before, ...rest, dayPrices, feeCents: restored.total_fee_cents }
          owed[one.who] = null
        } else if (one.kind === 'edit') {
          const before = registrations[one.who] as BookedDays
          if (owed[one.who] !== null) continue
          const { selectedDays, dayPrices, feeCents, credits } = applyEdit(
            before,
            [],
            month,
            one.days,
            '2026-01-01',
          )
          expect(feeCents).toBe(expectedFee(month, before, one.days))
          for (const n of before.days) if (!selectedDays.includes(n)) takenOff[one.who]?.delete(n)
          registrations[one.who] = { days: selectedDays, dayPrices, feeCents, credits }
        } else {
          const saved = save(programme, one.day, one.type, one.fees !== undefined)
          registrations.forEach((before, index) => {
            for (const n of before.days) {
              const booked = registrations[index] as BookedDays
              const isCredit = one.fees === 'credit' && saved.changes.cancelled.includes(n)
              const isReinstated = saved.changes.reinstated.includes(n)
              const settle = one.credits === 'undo' ? undoCredit : leaveCredit
              const change = isCredit
                ? creditDay(booked, n, dayPriceCents(month, n))
                : isReinstated
                  ? settle(booked, n)
                  : null
              registrations[index] = { ...booked, ...change }
              if (isCredit) takenOff[index]?.set(n, Math.abs(change?.differenceCents ?? 0))
              // A credit that is undone at once leaves no trace.
              if (isCredit && change)
                expect(undoCredit(registrations[index], n)).toMatchObject({
                  feeCents: booked.feeCents,
                  dayPrices: booked.dayPrices,
                  credits: booked.credits,
                })
              // Undoing puts back what this cancellation took off: not an earlier credit that was left.
              if (isReinstated) {
                const expected = one.credits === 'undo' ? (takenOff[index]?.get(n) ?? 0) : 0
                expect(change?.differenceCents ?? 0).toBe(expected)
                takenOff[index]?.delete(n)
              }
            }
          })
          programme = saved.programme
        }
        for (const { days, dayPrices, feeCents, credits } of registrations) {
          if (dayPrices) {
            expect(Object.keys(dayPrices).map(Number)).toEqual(days)
            expect(sumCents(Object.values(dayPrices))).toBe(feeCents)
          }
          expect(feeCents).toBeGreaterThanOrEqual(0)
          expect(Object.values({ ...dayPrices, ...credits }).every((cents) => cents >= 0)).toBe(true)
          for (const n of Object.keys(credits)) expect(days).toContain(Number(n))
        }
        const fees = registrations.map(({ feeCents }, n) => ({
          totalFeeCents: owed[n] ?? feeCents,
          billedStatus: 'billed' as const,
        }))
        const totals = parentTotals(fees, payments)
        expect(totals.balanceCents).toBe(sumCents(fees.map((fee) => fee.totalFeeCents)) - sumCents(payments))
      }
    }),
    { numRuns: 150 },
  )
}, 120_000)
