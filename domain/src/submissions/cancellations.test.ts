import { expect, test } from 'vitest'
import { aMonth } from '../../testing/builders'
import { rulesTable } from '../../testing/rules-table'
import { checkFields } from '../lib/field-rules'
import {
  CANCELLATION_RULES,
  CANCELLED_FEE_LABELS,
  CANCELLED_FEES,
  cancelRegistration,
  feeBeforeCancelling,
  undoCancellation,
  undoCancellationError,
} from './cancellations'
import { readEditHistory } from './submissions'

const AT = '2026-11-16T14:00:00.000Z'
const november = aMonth('November 2026')

test.each(rulesTable('submissions.md', 'Cancelled registrations'))('$name', (row) => {
  const fee = CANCELLED_FEES.find((choice) => CANCELLED_FEE_LABELS[choice] === row.text('choice'))
  const registration = {
    selected_days: row.days('days'),
    day_prices: null,
    total_fee_cents: row.cents('fee')[0] ?? Number.NaN,
    edit_history: [],
  }
  const input = { cancelled_at: AT, cancelled_by: 'Rosa Medina', reason: 'Moving', fee: fee ?? 'none' }
  const { cancellation, ...after } = cancelRegistration(registration, input)
  expect(after).toMatchObject({
    status: 'cancelled',
    selected_days: row.days('days afterwards'),
    total_fee_cents: row.cents('fee afterwards')[0],
    day_prices: null,
  })
  if (!cancellation) throw new Error('Nothing is kept for the record')
  const restored = undoCancellation(after.edit_history, cancellation, { at: AT, by: 'Ben Castellano' })
  expect(restored).toMatchObject({
    status: 'submitted',
    cancellation: null,
    selected_days: registration.selected_days,
    day_prices: registration.day_prices,
    total_fee_cents: registration.total_fee_cents,
  })
  expect(readEditHistory(restored.edit_history)).toMatchObject([
    { event: 'cancelled', changed_by: 'Rosa Medina', days_removed: registration.selected_days },
    { event: 'restored', changed_by: 'Ben Castellano', days_added: registration.selected_days },
  ])
})

test.each(rulesTable('submissions.md', 'Undoing a cancellation'))('$name', (row) => {
  const taken = Object.fromEntries(row.days('taken by now').map((n) => [String(n), 1]))
  const month = { ...november, seating: { seats: 1, daySeats: {}, taken } }
  const other = row.yes('other registration') ? { child: 'Amara', month: 'November 2026' } : null
  const error = undoCancellationError(month, { selected_days: row.days('days') }, other)
  expect(error ?? 'undone').toBe(row.text('result'))
})

test('the history of a cancelled and restored registration has the fees that changed meanwhile', () => {
  const registration = { selected_days: [3], day_prices: { 3: 20 }, total_fee_cents: 2000, edit_history: [] }
  const input = { cancelled_at: AT, cancelled_by: 'Rosa Medina', reason: 'Moving', fee: 'none' as const }
  const { cancellation, edit_history } = cancelRegistration(registration, input)
  if (!cancellation) throw new Error('Nothing is kept for the record')
  expect(cancellation).toEqual({ ...input, selected_days: [3], day_prices: { 3: 20 }, total_fee: 20 })
  expect(edit_history).toMatchObject([{ previous_days: [3], new_days: [], days_added: [] }])
  expect(feeBeforeCancelling(cancellation)).toBe(20)
  const entry = { edited_at: AT, previous_days: [3], new_days: [3], days_added: [], days_removed: [] }
  const credited = {
    ...cancellation,
    total_fee: 0,
    fee_changes: [{ ...entry, fee_change: { day: '2026-11-03', amount: -20 } }, entry],
  }
  expect(feeBeforeCancelling(credited)).toBe(20)
  const restored = undoCancellation(edit_history, credited, { at: AT, by: 'Ben Castellano' })
  expect(restored.edit_history).toMatchObject([
    { event: 'cancelled' },
    { fee_change: { amount: -20 } },
    { new_days: [3] },
    { event: 'restored', previous_days: [], days_added: [3], days_removed: [] },
  ])
  expect(restored.edit_history).toHaveLength(4)
})

test('a cancellation needs a reason of at most 2,000 characters and a choice about the fee', () => {
  const check = (reason: string, fee: 'none' | null = 'none') =>
    checkFields({ reason, fee }, CANCELLATION_RULES)
  expect(check('x'.repeat(2000))).toEqual({})
  expect(check('x'.repeat(2001))).toHaveProperty('reason')
  expect(check(' \n ')).toEqual({ reason: 'Please enter a reason' })
  expect(check('Moving', null)).toEqual({ fee: 'Please choose what happens to the fee' })
})
