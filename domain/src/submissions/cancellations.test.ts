import { expect, test } from 'vitest'
import { aMonth } from '../../testing/builders'
import { rulesTable } from '../../testing/rules-table'
import { checkFields } from '../lib/field-rules'
import {
  attendedPart,
  CANCELLATION_RULES,
  CANCELLED_FEE_LABELS,
  CANCELLED_FEES,
  cancelRegistration,
  feeBeforeCancelling,
  isCancellable,
  undoCancellation,
  undoCancellationError,
} from './cancellations'
import { readEditHistory } from './submissions'

const AT = '2026-11-16T14:00:00.000Z'
const november = aMonth('November 2026')

const choiceOf = (label: string) =>
  CANCELLED_FEES.find((choice) => CANCELLED_FEE_LABELS[choice] === label) ?? 'none'

test.each(rulesTable('submissions.md', 'Cancelled registrations'))('$name', (row) => {
  const registration = {
    selected_days: row.days('days'),
    day_prices: null,
    total_fee_cents: row.cents('fee')[0] ?? Number.NaN,
    credits: {},
    edit_history: [],
    cancellation: null,
  }
  const input = {
    cancelled_at: AT,
    cancelled_by: 'Rosa Medina',
    reason: 'Moving',
    fee: choiceOf(row.text('choice')),
  }
  const left = attendedPart(november, registration, registration.total_fee_cents, row.days('was here'))
  const { cancellation, ...after } = cancelRegistration(registration, input, left)
  expect(after).toMatchObject({
    status: 'cancelled',
    selected_days: row.days('days afterwards'),
    total_fee_cents: row.cents('fee afterwards')[0],
    day_prices: null,
  })
  if (!cancellation) throw new Error('Nothing is kept for the record')
  const givenUp = registration.selected_days.filter((n) => !after.selected_days.includes(n))
  const restored = undoCancellation(november, { ...after, credits: {} }, cancellation, {
    at: AT,
    by: 'Ben Castellano',
  })
  expect(restored).toMatchObject({
    status: 'submitted',
    cancellation: null,
    selected_days: registration.selected_days,
    day_prices: registration.day_prices,
    total_fee_cents: registration.total_fee_cents,
  })
  expect(readEditHistory(restored.edit_history)).toMatchObject([
    { event: 'cancelled', changed_by: 'Rosa Medina', days_removed: givenUp },
    { event: 'restored', changed_by: 'Ben Castellano', days_added: givenUp },
  ])
})

test.each(rulesTable('submissions.md', 'Cancelling again'))('$name', (row) => {
  const booked = {
    selected_days: [16, 18, 20],
    day_prices: { 16: 18, 18: 22, 20: 20 },
    total_fee_cents: 6000,
    credits: {},
    edit_history: [],
    cancellation: null,
  }
  const made = { cancelled_at: AT, cancelled_by: 'Rosa Medina', reason: 'Moving' }
  const [first, then] = ['was here', 'was here by now'].map((column) => row.days(column))
  const part = attendedPart(november, booked, 6000, first ?? [])
  const once = cancelRegistration(booked, { ...made, fee: choiceOf(row.text('first')) }, part)
  const cancelled = { ...booked, ...once }
  expect(isCancellable(booked, [16, 18, 20])).toBe(true)
  expect(isCancellable(cancelled, then ?? [])).toBe(row.text('result') === 'cancelled again')
  if (!isCancellable(cancelled, then ?? [])) return
  const left = attendedPart(november, cancelled, cancelled.total_fee_cents, then ?? [])
  const input = { ...made, reason: 'The wrong child', fee: choiceOf(row.text('choice')) }
  const again = cancelRegistration(cancelled, input, left)
  expect(again).toMatchObject({
    status: 'cancelled',
    selected_days: row.days('days afterwards'),
    total_fee_cents: row.cents('fee afterwards')[0],
    cancellation: { ...input, selected_days: [16, 18, 20], total_fee: 60 },
  })
  if (!again.cancellation) throw new Error('Nothing is kept for the record')
  const { selected_days, day_prices, total_fee_cents } = booked
  const restored = undoCancellation(november, { ...again, credits: {} }, again.cancellation, {
    at: AT,
    by: 'Ben Castellano',
  })
  expect(restored).toMatchObject({
    selected_days,
    day_prices,
    total_fee_cents,
  })
})

test.each(rulesTable('submissions.md', 'Undoing a cancellation'))('$name', (row) => {
  const taken = Object.fromEntries(row.days('taken by now').map((n) => [String(n), 1]))
  const month = { ...november, seating: { seats: 1, daySeats: {}, taken } }
  const other = row.yes('other registration') ? { child: 'Amara', month: 'November 2026' } : null
  const dropIns = row.days('drop-ins').map((n) => ({ n, child: 'Amara' }))
  const kept = { selected_days: row.days('days'), day_prices: {} }
  const error = undoCancellationError(month, kept, row.days('stayed'), other, dropIns)
  expect(error ?? 'undone').toBe(row.text('result'))
})

test('days without aftercare do not come back, unless the program cancelled them or the child was here', () => {
  const selected_days = [16, 17, 18, 19, 20]
  const had = { selected_days, day_prices: { 16: 20, 17: 20, 18: 20, 19: 20, 20: 20 }, total_fee: 100 }
  const input = { cancelled_at: AT, cancelled_by: 'Rosa Medina', reason: 'Moving', fee: 'none' as const }
  const cancellation = { ...input, ...had, credits: {} }
  const month = {
    ...november,
    dayTypes: { 16: 'no_school', 17: 'unavailable', 18: 'unavailable', 19: 'noon' },
    cancelledDays: [17],
  } as const
  const row = { selected_days: [18], edit_history: [], credits: {} }
  expect(undoCancellationError(month, cancellation, [18], null, [])).toBeNull()
  const restored = undoCancellation(month, row, cancellation, { at: AT, by: 'Ben Castellano' })
  expect(restored.selected_days).toEqual([17, 18, 19, 20])
  expect(restored.edit_history).toMatchObject([
    { fee_change: { day: '2026-11-16', amount: -20, no_care: true } },
    { event: 'restored', days_added: [17, 19, 20] },
  ])
  const closed = { ...november, dayTypes: { 16: 'no_school', 18: 'unavailable' } } as const
  expect(undoCancellationError(closed, { selected_days: [16, 18], day_prices: {} }, [], null, [])).toBe(
    'None of its days has aftercare any more.',
  )
  // With unknown prices the fee cannot be without a day.
  const unknown = { ...cancellation, day_prices: null }
  expect(undoCancellation(month, row, unknown, { at: AT, by: 'Ben Castellano' })).toMatchObject({
    selected_days,
    total_fee_cents: 10_000,
  })
})

test('the history of a cancelled and restored registration has the fees that changed meanwhile', () => {
  const registration = {
    selected_days: [3],
    day_prices: { 3: 20 },
    total_fee_cents: 2000,
    credits: {},
    edit_history: [],
  }
  const input = { cancelled_at: AT, cancelled_by: 'Rosa Medina', reason: 'Moving', fee: 'none' as const }
  const { cancellation, selected_days, edit_history } = cancelRegistration(registration, input)
  if (!cancellation) throw new Error('Nothing is kept for the record')
  expect(cancellation).toEqual({
    ...input,
    selected_days: [3],
    day_prices: { 3: 20 },
    total_fee: 20,
    credits: {},
  })
  expect(edit_history).toMatchObject([{ previous_days: [3], new_days: [], days_added: [] }])
  expect(feeBeforeCancelling(cancellation)).toBe(20)
  const entry = { edited_at: AT, previous_days: [3], new_days: [3], days_added: [], days_removed: [] }
  const credited = {
    ...cancellation,
    total_fee: 0,
    fee_changes: [{ ...entry, fee_change: { day: '2026-11-03', amount: -20 } }, entry],
  }
  expect(feeBeforeCancelling(credited)).toBe(20)
  const restored = undoCancellation(november, { selected_days, edit_history, credits: {} }, credited, {
    at: AT,
    by: 'Ben Castellano',
  })
  expect(restored.edit_history).toMatchObject([
    { event: 'cancelled' },
    { fee_change: { amount: -20 } },
    { new_days: [3] },
    { event: 'restored', previous_days: [], days_added: [3], days_removed: [] },
  ])
  expect(restored.edit_history).toHaveLength(4)
})

test('what was cancelled before it stored credits has those of the submission', () => {
  const cancelled = { cancelled_at: AT, cancelled_by: 'Rosa Medina', reason: 'Moving', fee: 'none' as const }
  const had = { selected_days: [3, 4], day_prices: { 3: 20, 4: 0 }, total_fee: 20 }
  const row = { selected_days: [], edit_history: [], credits: { 4: 20 } }
  const restored = undoCancellation(november, row, { ...cancelled, ...had }, { at: AT, by: 'Rosa Medina' })
  expect(restored).toMatchObject({ credits: { 4: 20 }, total_fee_cents: 2000 })
})

test('the days on which the child was here keep the price at which they were booked', () => {
  const registration = {
    selected_days: [16, 18, 20],
    day_prices: { 16: 15, 18: 20, 20: 0 },
    total_fee_cents: 3500,
    credits: { 20: 20 },
    edit_history: [],
    cancellation: null,
  }
  const cancelled = (fee: 'none' | 'keep', attended: number[]) =>
    cancelRegistration(
      registration,
      { cancelled_at: AT, cancelled_by: 'Rosa Medina', reason: 'Moving', fee },
      attendedPart(november, registration, 3500, attended),
    )
  expect(cancelled('none', [16, 20, 23])).toMatchObject({
    selected_days: [16, 20],
    day_prices: { 16: 15, 20: 0 },
    total_fee_cents: 1500,
  })
  expect(cancelled('keep', [16])).toMatchObject({
    selected_days: [16],
    day_prices: null,
    total_fee_cents: 3500,
    cancellation: { selected_days: [16, 18, 20], day_prices: registration.day_prices, total_fee: 35 },
  })
})

test('a cancellation needs a reason of at most 2,000 characters and a choice about the fee', () => {
  const check = (reason: string, fee: 'none' | null = 'none') =>
    checkFields({ reason, fee }, CANCELLATION_RULES)
  expect(check('x'.repeat(2000))).toEqual({})
  expect(check('x'.repeat(2001))).toHaveProperty('reason')
  expect(check(' \n ')).toEqual({ reason: 'Please enter a reason' })
  expect(check('Moving', null)).toEqual({ fee: 'Please choose what happens to the fee' })
})
