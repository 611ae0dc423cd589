import { expect, test } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import { formatUsd } from '../lib/money'
import { decimalMarkOf, isAmount } from './import-amounts'
import { dateOrderOf, isDate, readDate } from './import-dates'
import { headingKey } from './import-table'
import { payerIn, payerKey } from './payer-names'
import { readMethod } from './payment-fields'
import { type PaymentLine, paymentNotes, readPayments } from './payment-lines'
import { createFamilyFinder, similarFirst } from './payment-matching'
import {
  isRefund,
  lineKey,
  NO_CHOICES,
  paymentReviewChanges,
  REVIEW_STATE_LABELS,
  type ReviewContext,
  reviewPayments,
  reviewTotals,
} from './payment-review'

const COLUMNS = { date: 0, amount: 1, payer: 2, email: 3, reference: 4, method: null, note: null }
const HEADINGS = ['Date', 'Amount', 'Payer', 'Email', 'Reference']

function linesOf(...records: string[][]): PaymentLine[] {
  const table = { headings: HEADINGS, records: records.map((cells, n) => ({ line: n + 2, cells })) }
  return readPayments(table, COLUMNS, { today: '2026-11-16' }).lines
}
const line = (cells: Partial<Record<keyof typeof COLUMNS, string>> = {}) => [
  cells.date ?? '2026-11-03',
  cells.amount ?? '20.00',
  cells.payer ?? 'Ana Silva',
  cells.email ?? '',
  cells.reference ?? '',
]

test.each(rulesTable('import.md', 'Amounts'))('the amount $name', (row) => {
  const [, read] = linesOf(line({ amount: row.text('file has') }), line({ amount: row.text('amount') }))
  expect(read?.error ?? formatUsd(read?.cents ?? 0)).toBe(row.text('read as'))
})

test('a decimal comma counts only where no amount of the file has a point', () => {
  expect(decimalMarkOf(['1.234,50', '20,00', '7'])).toBe('comma')
  expect(decimalMarkOf(['1.234,50', '20,00', '7.25'])).toBe('point')
  expect(decimalMarkOf(['1.234', '20'])).toBe('point')
  expect(decimalMarkOf([])).toBe('point')
})

test.each(rulesTable('import.md', 'Dates'))('the date $name', (row) => {
  const order = dateOrderOf([row.text('file has')])
  expect(readDate(row.text('date'), order) ?? 'cannot be read').toBe(row.text('read as'))
})

test('a payer is named in full by a bank’s description', () => {
  expect(payerIn('Zelle payment from MARIA CONFORTI 21345678901')).toBe('MARIA CONFORTI')
  expect(payerIn('ZELLE FROM LUIS CONFER ON 11/03 REF # A')).toBe('LUIS CONFER')
})

test('cells of 10,000 characters are read in no time', () => {
  const blanks = ' '.repeat(9_900)
  expect(isAmount(`$${blanks}20.00`)).toBe(false)
  expect(isDate(`11/03/2026 9:05${blanks}AM`)).toBe(false)
  expect(payerIn(`Zelle from${blanks}a\nb`)).toBe('a b')
  expect(headingKey(`${'('.repeat(9_900)}Date (UTC)`)).toBe('date')
  const started = performance.now()
  for (let n = 0; n < 20; n += 1) {
    isAmount(`$${blanks}x`)
    isDate(`11/03/2026 9:05${blanks}x`)
    dateOrderOf([`11/03/2026 9:05${blanks}x`])
    payerIn(`Zelle from${blanks}a\nb`)
    payerIn(`Zelle from ${'from '.repeat(1_900)}x`)
    payerIn(`Zelle ${'a'.repeat(9_900)}`)
    headingKey('('.repeat(9_900))
  }
  // Without the limits, one round takes longer than this.
  expect(performance.now() - started).toBeLessThan(3_000)
})

test('most dates decide the order', () => {
  expect(dateOrderOf(['13/11/2026', '11/13/2026', '14/11/2026'])).toBe('day-first')
  expect(dateOrderOf(['13/11/2026', '11/13/2026'])).toBe('month-first')
  expect(dateOrderOf(['13.11.2026', '14.11.2026'])).toBe('month-first')
})

test.each(rulesTable('import.md', 'Methods'))('the method $name', (row) => {
  expect(readMethod(row.text('file has'))).toBe(row.text('stored'))
})

/** Why a line is skipped that differs from a good one only in these; "none" is blank. */
function skippedFor(status: string, currency: string, amount?: string): string {
  const headings = [...HEADINGS, 'Payment Status', 'Currency']
  const extra = [status, currency].map((text) => text.replace(/^none$/, ''))
  const records = [{ line: 2, cells: [...line({ amount }), ...extra] }]
  return readPayments({ headings, records }, COLUMNS, { today: '2026-11-16' }).lines[0]?.error ?? 'none'
}

test.each(rulesTable('import.md', 'Status and currency'))('the status and currency $name', (row) => {
  expect(skippedFor(row.text('status'), row.text('currency'))).toBe(row.text('skipped for'))
})

test.each(rulesTable('import.md', 'Status below $0'))('below $0 the status $name', (row) => {
  expect(skippedFor(row.text('status'), 'USD', '-20.00')).toBe(row.text('skipped for'))
})

test('a long currency is shortened to whole characters', () => {
  const records = [{ line: 2, cells: [...line(), `x${'😀'.repeat(60)}`] }]
  const [read] = readPayments({ headings: [...HEADINGS, 'Currency'], records }, COLUMNS, {
    today: '2026-11-16',
  }).lines
  expect(read?.error).toBe(`The currency is "x${'😀'.repeat(39)}", not US dollars`)
})

test('an empty method stays empty', () => expect(readMethod('  ')).toBeNull())

test.each([
  [
    'a date before the payments that are allowed',
    { date: '2021-11-15' },
    /^The date is not from Nov 16, 2021 to/,
  ],
  ['a date too far ahead', { date: '2027-11-17' }, /^The date is not from/],
  ['no date', { date: '' }, /^No date$/],
  ['an unreadable date', { date: 'yesterday' }, /^The date cannot be read$/],
  ['no amount', { amount: '' }, /^No amount$/],
])('%s is skipped with its reason', (_, cells, reason) => {
  expect(linesOf(line(cells))[0]?.error).toMatch(reason)
})

test.each(['2021-11-16', '2027-11-16'])('%s is the first or last day that is allowed', (date) => {
  expect(linesOf(line({ date }))[0]?.error).toBeUndefined()
})

test('every column of a line is read, on one line and shortened', () => {
  const headings = [...HEADINGS, 'Method', 'Note']
  const cells = line({
    payer: ` Ana \n  ${'x'.repeat(200)} `,
    email: ' ANA@x.com ',
    reference: 'y'.repeat(200),
  })
  const table = { headings, records: [{ line: 2, cells: [...cells, 'Visa', ' For\nMay '] }] }
  const columns = { ...COLUMNS, method: 5, note: 6 }
  const [read] = readPayments(table, columns, { today: '2026-11-16' }).lines
  expect(read).toMatchObject({
    payer: `Ana ${'x'.repeat(195)}…`,
    email: 'ana@x.com',
    reference: 'y'.repeat(200),
    method: 'credit_card',
    note: 'For\nMay',
  })
})

test('shortening leaves no blank before the dots', () => {
  const long = `${'x'.repeat(198)} ${'y'.repeat(20)}`
  expect(linesOf(line({ reference: long }))[0]?.reference).toBe(`${'x'.repeat(198)}…`)
})

test('staff may choose the order of the dates against the file', () => {
  const headings = HEADINGS
  const dates = ['13/11/2026', '03/11/2026']
  const records = dates.map((date, n) => ({ line: n + 2, cells: line({ date }) }))
  const read = (dateOrder?: 'month-first') =>
    readPayments({ headings, records }, COLUMNS, { today: '2026-11-16', dateOrder })
  expect(read().dateOrder).toBe('day-first')
  expect(read().lines[1]?.date).toBe('2026-11-03')
  expect(read('month-first').lines[1]?.date).toBe('2026-03-11')
})

test('a line with other columns than the heading is skipped: its values may be others', () => {
  const [short, long, padded] = linesOf(['2026-11-03', '20.00'], [...line(), 'more'], [...line(), '', ' '])
  expect(short?.error).toBe('Has 2 fields where the heading has 5')
  expect(long?.error).toBe('Has 6 fields where the heading has 5')
  expect(padded?.error).toBeUndefined()
})

test('the notes hold the note and the reference, within their length', () => {
  expect(paymentNotes({ note: 'December', reference: 'TX-9' })).toBe('December\nReference: TX-9')
  expect(paymentNotes({ note: '', reference: '' })).toBeNull()
  const long = paymentNotes({ note: '😀'.repeat(600), reference: 'TX-9' }) ?? ''
  expect(long.length).toBeLessThanOrEqual(1000)
  expect(long).toMatch(/…\nReference: TX-9$/)
  expect(() => encodeURIComponent(long)).not.toThrow()
})

const FAMILIES = [
  { id: 'ana@example.com', names: ['Ana Silva', 'Bea Silva'], emails: ['ana@example.com'] },
  { id: 'dana@example.com', names: ['Dana Okafor', 'Amara Okafor'], emails: ['dana@example.com'] },
  { id: 'sam@example.com', names: ['Sam Lee', 'Kim Lee', 'Maria'], emails: ['sam@example.com'] },
  { id: 'lee@example.com', names: ['Sam Lee'], emails: ['lee@example.com'] },
]
const findFamily = createFamilyFinder(FAMILIES, new Map([['grandpa joe', 'dana@example.com']]))

test.each(rulesTable('import.md', 'Which family'))('the family of $name', (row) => {
  const email = row.text('email') === 'none' ? '' : row.text('email').toLowerCase()
  const payer = payerIn(row.text('payer'))
  const found = findFamily({ payer, email, payerKey: payerKey(payer, email) })
  expect([found?.familyId ?? 'none', found?.foundBy ?? 'none']).toEqual([row.text('family'), row.text('by')])
})

test('a remembered payer whose family is gone is not found', () => {
  const find = createFamilyFinder(FAMILIES, new Map([['grandpa joe', 'erased']]))
  expect(find({ payer: 'Grandpa Joe', email: '', payerKey: 'grandpa joe' })).toBeNull()
})

test('an initial makes no name similar, and one similar name of a family is enough', () => {
  const order = similarFirst(FAMILIES, 'K. Okafor').map(({ id }) => id)
  expect(order).toEqual(['dana@example.com', 'ana@example.com', 'sam@example.com', 'lee@example.com'])
  const initial = similarFirst(FAMILIES, 'M Nobody').map(({ id }) => id)
  expect(initial).toEqual(FAMILIES.map(({ id }) => id))
})

test('similar names come first in the choice', () => {
  const order = similarFirst(FAMILIES, 'Danna Okafor').map(({ id }) => id)
  expect(order).toEqual(['dana@example.com', 'ana@example.com', 'sam@example.com', 'lee@example.com'])
})

const nothingStored: ReviewContext = {
  findFamily,
  isFamily: (id) => FAMILIES.some((family) => family.id === id),
  lastImport: () => null,
  hasPayment: () => false,
  openAmounts: () => [],
  leftAmounts: () => [],
}

test.each(rulesTable('import.md', 'Applied to'))('$name', (row) => {
  const open = row.cents('open').map((cents, n) => [['first', 'second'][n] ?? '', cents] as const)
  const lines = linesOf(
    ...row.cents('payments').map((cents, n) => line({ amount: String(cents / 100), reference: String(n) })),
  )
  const reviewed = reviewPayments(lines, NO_CHOICES, { ...nothingStored, openAmounts: () => open })
  expect(reviewed.map(({ submissionId }) => submissionId ?? 'general').join(', ')).toBe(
    row.text('applied to'),
  )
})

test('only lines that are imported count down what is open', () => {
  const lines = linesOf(line({ reference: 'a' }), line({ reference: 'b' }))
  const context = { ...nothingStored, openAmounts: () => [['december', 2000] as const] }
  const [skipped, next] = reviewPayments(lines, { ...NO_CHOICES, skipped: { 2: true } }, context)
  expect([skipped?.state, skipped?.submissionId, next?.submissionId]).toEqual(['skipped', null, 'december'])
})

test('staff apply a payment elsewhere, but not to another family’s submission', () => {
  const lines = linesOf(line(), line({ reference: 'b' }))
  const context = { ...nothingStored, openAmounts: () => [['december', 2000] as const] }
  const [general, other] = reviewPayments(
    lines,
    { ...NO_CHOICES, applyTo: { 2: null, 3: 'foreign' } },
    context,
  )
  expect([general?.submissionId, other?.submissionId]).toEqual([null, 'december'])
})

test('a line that cannot be a payment is skipped with its reason, whatever was chosen for it', () => {
  const lines = linesOf(line({ amount: '0' }), line({ reference: 'b' }))
  const choices = { ...NO_CHOICES, skipped: { 3: true }, applyTo: { 2: 'december' }, included: { 2: true } }
  const context = { ...nothingStored, openAmounts: () => [['december', 2000] as const] }
  expect(reviewPayments(lines, choices, context)).toMatchObject([
    { state: 'skipped', reason: 'The amount is zero', familyId: 'ana@example.com', submissionId: null },
    { state: 'skipped', reason: 'Skipped in the review', submissionId: null },
  ])
})

test('a submission is paid as often as staff say, and is open by what is left', () => {
  const amounts = ['50.00', '20.00', '10.00', '0.01']
  const lines = linesOf(...amounts.map((amount) => line({ amount })))
  const open = [
    ['december', 6000],
    ['january', 1000],
  ] as const
  const context = { ...nothingStored, openAmounts: () => open }
  const applied = (applyTo: Record<string, string>) =>
    reviewPayments(lines, { ...NO_CHOICES, applyTo }, context).map(({ submissionId }) => submissionId)
  // After $50 of $60 two submissions have $10 open, so that $10 is no longer one's alone.
  expect(applied({ 2: 'december' })).toEqual(['december', null, null, null])
  // Overpaid, it has nothing open, and never less.
  expect(applied({ 2: 'december', 3: 'december' })).toEqual(['december', 'december', 'january', null])
})

test('a line that is not imported pays nothing, and a family without a payer is nobody’s', () => {
  const lines = linesOf(line(), line({ reference: 'b' }), line({ payer: 'Nobody' }))
  const context = {
    ...nothingStored,
    openAmounts: () => [['december', 2000] as const],
    lastImport: ({ reference }: PaymentLine) =>
      reference === '' ? { id: 'first', day: '2026-11-10' } : null,
    hasPayment: (familyId: string | null) => familyId === null,
  }
  const reviewed = reviewPayments(lines, { ...NO_CHOICES, included: { 4: true } }, context)
  expect(reviewed.map(({ state, submissionId }) => [state, submissionId])).toEqual([
    ['recorded', 'december'],
    ['ready', 'december'],
    ['choose', null],
  ])
  expect(reviewTotals(reviewed)).toMatchObject({
    ready: { count: 1, cents: 2000 },
    choose: { count: 1, cents: 2000 },
    recorded: { count: 1, cents: 2000 },
    skipped: { count: 0, cents: 0 },
  })
})

test('a chosen family that is gone gives way to the one found', () => {
  const families = { 'ana silva': 'erased' }
  const [reviewed] = reviewPayments(linesOf(line()), { ...NO_CHOICES, families }, nothingStored)
  expect(reviewed).toMatchObject({ familyId: 'ana@example.com', foundBy: 'name' })
})

test('of equal lines the first is ready, the others ask', () => {
  const lines = linesOf(line(), line(), line({ reference: '2' }), line({ payer: 'SILVA, ANA' }))
  const reviewed = reviewPayments(lines, NO_CHOICES, nothingStored)
  expect(reviewed.map(({ state, reason }) => [state, reason])).toEqual([
    ['ready', null],
    ['recorded', 'Same as line 2'],
    ['ready', null],
    ['recorded', 'Same as line 2'],
  ])
  const ticked = reviewPayments(lines, { ...NO_CHOICES, included: { 3: true } }, nothingStored)
  expect(ticked.map(({ state }) => state)).toEqual(['ready', 'ready', 'ready', 'recorded'])
})

test('a line that was imported, or whose family has such a payment, is already recorded', () => {
  const lines = linesOf(line({ reference: 'TX-1' }), line({ reference: 'TX-2' }), line({ payer: 'Nobody' }))
  const imported = lineKey(lines[0] as PaymentLine)
  const reviewed = reviewPayments(lines, NO_CHOICES, {
    ...nothingStored,
    lastImport: (each) => (lineKey(each) === imported ? { id: 'first', day: '2026-11-10' } : null),
    hasPayment: (familyId, { cents }) => familyId === 'ana@example.com' && cents === 2000,
  })
  expect(reviewed.map(({ reason }) => reason)).toEqual([
    'Imported on Nov 10, 2026',
    'The family has a payment of this date and amount',
    null,
  ])
  expect(reviewed[2]?.state).toBe('choose')
})

test('a chosen family follows to all lines of the payer, and no further', () => {
  const lines = linesOf(
    line({ payer: 'Grandma' }),
    line({ payer: 'GRANDMA', amount: '5' }),
    line({ payer: 'Grandma Ann' }),
    line({ payer: '' }),
    line({ payer: '', amount: '6' }),
  )
  const families = { grandma: 'sam@example.com', 'line 5': 'lee@example.com' }
  const reviewed = reviewPayments(lines, { ...NO_CHOICES, families }, nothingStored)
  expect(reviewed.map(({ familyId }) => familyId)).toEqual([
    'sam@example.com',
    'sam@example.com',
    null,
    'lee@example.com',
    null,
  ])
  expect(reviewed.map(({ state }) => state)).toEqual(['ready', 'ready', 'choose', 'ready', 'choose'])
  expect(reviewTotals(reviewed).ready).toEqual({ count: 3, cents: 4500 })
})

test('what changed since the review is named, up to five lines', () => {
  const lines = linesOf(...Array.from({ length: 9 }, (_, n) => line({ reference: String(n) })))
  const join = (context: ReviewContext, choices = NO_CHOICES) => reviewPayments(lines, choices, context)
  const before = join(nothingStored)
  expect(paymentReviewChanges(before, join(nothingStored))).toBeNull()
  expect(paymentReviewChanges(before, join({ ...nothingStored, findFamily: () => null }))).toBe(
    'Line 2 ($20.00): The family is no longer there. Line 3 ($20.00): The family is no longer there. Line 4 ($20.00): The family is no longer there. Line 5 ($20.00): The family is no longer there. Line 6 ($20.00): The family is no longer there. And 4 more lines.',
  )
  const recorded = join({
    ...nothingStored,
    lastImport: ({ line: at }) => (at === 4 ? { id: 'first', day: '2026-11-16' } : null),
  })
  expect(paymentReviewChanges(before, recorded)).toBe('Line 4 ($20.00): Imported on Nov 16, 2026.')
  const owed = join({ ...nothingStored, openAmounts: () => [['december', 2000] as const] })
  expect(paymentReviewChanges(before, owed)).toBe('Line 2 ($20.00): What the family owes has changed.')
  const chosen = { ...NO_CHOICES, applyTo: { 2: 'december' } }
  const owing = (cents: number) =>
    join({ ...nothingStored, openAmounts: () => [['december', cents] as const] }, chosen)
  expect(paymentReviewChanges(owing(5000), owing(5000))).toBeNull()
  expect(paymentReviewChanges(owing(5000), owing(0))).toBe(
    'Line 2 ($20.00): What the family owes has changed.',
  )
  const ignored = join({ ...nothingStored, findFamily: () => null })
  expect(
    paymentReviewChanges(ignored, join({ ...nothingStored, findFamily: () => null, hasPayment: () => true })),
  ).toBeNull()
})

test('another family, or a line that is ready no more, is named; exactly five need no "more"', () => {
  const lines = linesOf(...Array.from({ length: 5 }, (_, n) => line({ reference: String(n) })))
  const join = (choices: Partial<typeof NO_CHOICES>, context: Partial<ReviewContext> = {}) =>
    reviewPayments(lines, { ...NO_CHOICES, ...choices }, { ...nothingStored, ...context })
  const other = paymentReviewChanges(join({}), join({ families: { 'ana silva': 'sam@example.com' } }))
  expect(other).toMatch(/^(Line \d \(\$20\.00\): It belongs to another family now\. ?){5}$/)
  expect(paymentReviewChanges(join({}), join({ skipped: { 3: true } }))).toBe(
    'Line 3 ($20.00): It is now "Skipped".',
  )
  expect(paymentReviewChanges(join({ skipped: { 3: true } }), join({}))).toBe(
    'Line 3 ($20.00): It is now "Ready".',
  )
  const missing = { findFamily: () => null }
  expect(paymentReviewChanges(join({}, missing), join({ skipped: { 3: true } }, missing))).toBeNull()
  expect(
    paymentReviewChanges(join({ skipped: { 3: true } }, missing), join({ skipped: { 3: true } })),
  ).toMatch(/^Line 2 .*Line 4 /)
})

test('a ticked line that was recorded in another way since is named', () => {
  const lines = linesOf(line())
  const join = (context: Partial<ReviewContext>) =>
    reviewPayments(lines, { ...NO_CHOICES, included: { 2: true } }, { ...nothingStored, ...context })
  const paid = { hasPayment: () => true }
  const imported = (id: string) => ({ ...paid, lastImport: () => ({ id, day: '2026-11-16' }) })
  expect(paymentReviewChanges(join(paid), join(paid))).toBeNull()
  expect(paymentReviewChanges(join(imported('first')), join(imported('first')))).toBeNull()
  expect(paymentReviewChanges(join(imported('first')), join({}))).toBeNull()
  expect(paymentReviewChanges(join(paid), join(imported('first')))).toBe(
    'Line 2 ($20.00): Imported on Nov 16, 2026.',
  )
  expect(paymentReviewChanges(join(imported('first')), join(imported('second')))).toBe(
    'Line 2 ($20.00): It was imported once more meanwhile.',
  )
})

test('a line below $0 reverses the payment that staff choose, as long as that much of it is left', () => {
  const lines = linesOf(
    line({ amount: '-20.00', reference: 'a' }),
    line({ amount: '-40.00', reference: 'b' }),
    line({ amount: '-30.00', reference: 'c' }),
    line({ amount: '-5.00', reference: 'd', payer: 'Paper and Paint', email: '' }),
  )
  const context = { ...nothingStored, leftAmounts: () => [['p1', 5000] as const] }
  const choices = { ...NO_CHOICES, reverses: { 2: 'p1', 3: 'p1', 4: 'p1' } }
  const reviewed = reviewPayments(lines, choices, context)
  expect(reviewed).toMatchObject([
    { state: 'ready', reversesId: 'p1', leftCents: 5000, submissionId: null },
    { state: 'choose_payment', reversesId: null },
    { state: 'ready', reversesId: 'p1', leftCents: 3000 },
    { state: 'skipped', reason: 'The amount is negative', familyId: null },
  ])
  expect(reviewTotals(reviewed)).toMatchObject({
    ready: { count: 2, cents: -5000 },
    reversals: { count: 2, cents: -5000 },
    choose_payment: { count: 1, cents: -4000 },
  })
  const [, ...others] = reviewPayments(lines, { ...NO_CHOICES, reverses: { 2: 'gone' } }, context)
  expect(others[0]?.state).toBe('choose_payment')
  const less = reviewPayments(lines, choices, { ...context, leftAmounts: () => [['p1', 4000] as const] })
  expect(paymentReviewChanges(reviewed, less)).toBe(
    'Line 2 (-$20.00): What is left of the payment has changed. Line 4 (-$30.00): It is now "Choose a payment".',
  )
})

test.each([
  [-1, true],
  [0, false],
  [1, false],
  [null, false],
])('only an amount below $0 is money that went back: %s cents', (cents, isBack) => {
  expect(isRefund({ cents })).toBe(isBack)
})

test('money that went back is named as what it is, and takes nothing of its payment unless it is imported', () => {
  const lines = linesOf(line({ amount: '-20.00' }), line({ amount: '-20.00', reference: 'b' }))
  const context: ReviewContext = {
    ...nothingStored,
    hasPayment: (_, { reference }) => reference === '',
    leftAmounts: () => [['p1', 3000] as const],
  }
  const choices = { ...NO_CHOICES, reverses: { 2: 'p1', 3: 'p1' } }
  expect(reviewPayments(lines, choices, context)).toMatchObject([
    { state: 'recorded', reason: 'The family has a reversal of this date and amount' },
    { state: 'ready', reversesId: 'p1', leftCents: 3000 },
  ])
  expect(reviewPayments(lines, { ...choices, included: { 2: true } }, context)).toMatchObject([
    { state: 'ready', reversesId: 'p1', leftCents: 3000 },
    { state: 'choose_payment', reversesId: null },
  ])
})

test('a line that pays, or takes back, something else since the review is named', () => {
  const join = (amount: string, context: Partial<ReviewContext>, payment = 'p1') =>
    reviewPayments(
      linesOf(line({ amount })),
      { ...NO_CHOICES, reverses: { 2: payment } },
      { ...nothingStored, ...context },
    )
  const owes = (submission: string) => join('20.00', { openAmounts: () => [[submission, 2000] as const] })
  expect(paymentReviewChanges(owes('december'), owes('december'))).toBeNull()
  expect(paymentReviewChanges(owes('december'), owes('january'))).toBe(
    'Line 2 ($20.00): What the family owes has changed.',
  )
  const leftOf = (payment: string, cents: number) =>
    join('-20.00', { leftAmounts: () => [[payment, cents] as const] }, payment)
  expect(paymentReviewChanges(leftOf('p1', 5000), leftOf('p1', 5000))).toBeNull()
  for (const now of [leftOf('p1', 4000), leftOf('p2', 5000)])
    expect(paymentReviewChanges(leftOf('p1', 5000), now)).toBe(
      'Line 2 (-$20.00): What is left of the payment has changed.',
    )
})

test('each state of a line has its word, and is counted apart', () => {
  const lines = linesOf(
    line(),
    line({ amount: '-5.00' }),
    line({ payer: 'Nobody', amount: '6.00' }),
    line({ amount: '-7.00', reference: 'b' }),
    line(),
    line({ amount: '8.00', date: '' }),
  )
  const context = {
    ...nothingStored,
    leftAmounts: () => [['p1', 500] as const],
    // Without a family there are none.
    hasPayment: (familyId: string | null) => familyId === null,
  }
  const reviewed = reviewPayments(lines, { ...NO_CHOICES, reverses: { 3: 'p1' } }, context)
  expect(reviewed.map(({ state, reason }) => [REVIEW_STATE_LABELS[state], reason])).toEqual([
    ['Ready', null],
    ['Ready', null],
    ['Choose a family', null],
    ['Choose a payment', null],
    ['Already recorded', 'Same as line 2'],
    ['Skipped', 'No date'],
  ])
  expect(reviewTotals(reviewed)).toEqual({
    ready: { count: 2, cents: 1500 },
    reversals: { count: 1, cents: -500 },
    choose: { count: 1, cents: 600 },
    choose_payment: { count: 1, cents: -700 },
    recorded: { count: 1, cents: 2000 },
    skipped: { count: 1, cents: 800 },
  })
})
