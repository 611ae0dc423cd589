import { expect, test } from 'vitest'
import { accountDeletionMessage } from '../privacy/account-deletion'
import { errorMessage } from './errors'
import { isolate, splitIsolated, withoutIsolates } from './isolate'

test.each([
  ['Arabic', 'نور'],
  ['Hebrew', 'נועה'],
  ['mixed, Latin first', 'Noor نور'],
  ['Hebrew with a number', 'נועה 2'],
  ['Thaana', 'ނާޝިދު'],
  ['Adlam', '𞤀𞤣𞤤𞤢𞤥'],
  ['a mark that overrides the direction', 'Ana\u202eana'],
])('a name that is %s does not affect the text around it', (_, name) => {
  expect(isolate(name)).toBe(`\u2068${name}\u2069`)
  expect(withoutIsolates(`${isolate(name)} is registered`)).toBe(`${name} is registered`)
})

test.each([
  'Amara Okafor',
  'Zoë',
  "O'Neil",
  '王小明',
  'Ελένη',
  'Дарья',
  'หนึ่ง',
  '👩‍👧',
  '',
  'x@example.com',
  '7',
])('%s is left unchanged', (name) => expect(isolate(name)).toBe(name))

test('a mark inside a name does not end its isolation', () => {
  expect(isolate('نور\u2069 is late')).toBe('\u2068نور is late\u2069')
})

test('a sentence is split at its isolated names', () => {
  expect(splitIsolated(`Hello ${isolate('نور')}, and ${isolate('נועה')}.`)).toEqual([
    'Hello ',
    'نور',
    ', and ',
    'נועה',
    '.',
  ])
  expect(splitIsolated('Hello Ana,')).toEqual(['Hello Ana,'])
})

test('an error isolates the name of its child', () => {
  const child = 'נועה 2'
  const day = '2026-05-03'
  const booked = errorMessage('already-booked', { child, kind: 'drop-in', month: null, day })
  for (const message of [booked, errorMessage('mark-conflict', { child })])
    expect(splitIsolated(message)[1]).toBe(child)
})

test.each([false, true])('so does the error for deleting an account (guest: %s)', (isGuest) => {
  const bookings = [{ child: 'נועה 2', lastDay: '2026-12-01', isGuest }]
  const open = { isShared: false, balanceDueCents: 0, unbilledCents: 0, bookings, childrenHere: [] }
  expect(splitIsolated(accountDeletionMessage(open))[1]).toBe('נועה 2')
})
