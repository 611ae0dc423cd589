import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import { MONTH_NAMES } from '../lib/days'
import { BILLED_STATUSES } from '../lib/enums'
import { formatUsd, sumCents } from '../lib/money'
import { outstandingCents, parentTotals } from '../payments/balances'
import {
  type Care,
  type CareLine,
  cancelledCareText,
  careDatesText,
  careDays,
  careTitle,
  careYear,
  statementOf,
} from './statement'
import { statementDetailLines } from './statement-details'
import { statementDetailsSchema } from './statement-schemas'
import { es } from './texts/es'

/** "registration of November 2026" or "drop-in on 2026-11-20" */
function care(words: string, selectedDays: number[] = [1]): Care {
  const [, month_name, year] = /^registration of (\w+) (\d+)$/.exec(words) ?? []
  if (month_name)
    return { month: { month_name, year: Number(year) }, dropInDate: null, selectedDays, cancelledDays: [] }
  const [, dropInDate] = /^drop-in on (\S+)$/.exec(words) ?? []
  if (!dropInDate) throw new Error(`Neither a registration nor a drop-in: ${words}`)
  return { month: null, dropInDate, selectedDays, cancelledDays: [] }
}

const line = (about: Care, values: Partial<CareLine> = {}): CareLine => ({
  id: 'a',
  childId: 'amara',
  childName: 'Amara',
  feeCents: 2000,
  billedStatus: 'billed',
  ...about,
  ...values,
})

const payment = (amountCents: number, paidOn = '2026-11-10', id = 'p') => ({
  id,
  paidOn,
  recordedAt: `${paidOn}T12:00:00Z`,
  amountCents,
})

test.each(rulesTable('statement.md', 'Which year'))('the year of a $name', (row) => {
  expect(careYear(care(row.text('what')))).toBe(Number(row.text('year')))
})

test.each(rulesTable('statement.md', 'Dates of care'))('the dates of a $name', (row) => {
  const about = care(row.text('what'), row.days('days'))
  expect([careTitle(about), careDatesText(about)]).toEqual([row.text('title'), row.text('dates')])
})

test.each(rulesTable('statement.md', 'Totals of a year'))('the totals of $name', (row) => {
  const fees = row.text('fees')
  const lines = (fees === 'none' ? [] : fees.split(', ')).map((text, index) =>
    line(care('registration of November 2026'), {
      id: String(index),
      feeCents: Math.round(Number(text.replace(/[$*]/g, '')) * 100),
      billedStatus: text.endsWith('*') ? 'billed' : 'not_billed',
    }),
  )
  const { totals } = statementOf(
    2026,
    lines,
    row.cents('payments').map((cents) => payment(cents)),
  )
  expect(formatUsd(totals.feesCents)).toBe(row.text('Fees'))
  expect(formatUsd(totals.billedCents)).toBe(row.text('Billed'))
  expect(formatUsd(totals.notBilledCents)).toBe(row.text('Not billed'))
  expect(formatUsd(totals.paidCents)).toBe(row.text('Payments'))
})

test.each(rulesTable('statement.md', 'Order of lines'))('the order of $name', (row) => {
  const given = row.text('given').split(', ')
  const lines = given.map((words, index) => {
    const about = care(words)
    return line(about, { id: String(index), selectedDays: [Number(about.dropInDate?.slice(8) ?? 1)] })
  })
  const [child] = statementOf(2026, lines, []).children
  const shown = child?.lines.map((each) => (each.month ? careTitle(each) : careDatesText(each).split(',')[0]))
  expect(shown?.join(', ')).toBe(row.text('shown'))
})

test.each(rulesTable('statement.md', 'Statement details'))('the details $name', (row) => {
  const value = (column: string) => (row.text(column) === 'none' ? '' : row.text(column))
  const details = statementDetailsSchema.parse({
    legal_name: value('legal name'),
    address: value('address').replace(' / ', '\n'),
    tax_number: value('tax number'),
  })
  expect(statementDetailLines(details).join('; ') || 'none').toBe(row.text('lines'))
})

test('children are sorted by name, and two with the same name stay separate', () => {
  const november = care('registration of November 2026')
  const lines = [
    line(november, { id: '1', childId: 'x', childName: 'Zoë' }),
    line(november, { id: '2', childId: 'y', childName: 'Ami' }),
    line(november, { id: '3', childId: 'z', childName: 'Ami', feeCents: 500 }),
    line(november, { id: '4', childId: null, childName: 'Ben' }),
  ]
  const { children } = statementOf(2026, lines, [])
  expect(children.map(({ name, feesCents }) => [name, feesCents])).toEqual([
    ['Ami', 2000],
    ['Ami', 500],
    ['Ben', 2000],
    ['Zoë', 2000],
  ])
})

test('guests’ children are told apart by their names', () => {
  const november = care('registration of November 2026')
  const guests = ['Ben', 'Bea', 'Ben'].map((childName, n) =>
    line(november, { id: String(n), childId: null, childName }),
  )
  const { children } = statementOf(2026, guests, [])
  expect(children.map(({ name, lines }) => [name, lines.length])).toEqual([
    ['Bea', 1],
    ['Ben', 2],
  ])
})

test('a cancelled day is no day of care, and is named with its credit', () => {
  const november = { ...care('registration of November 2026', [11, 3, 4]), cancelledDays: [4, 11, 20] }
  expect(careDays(november)).toEqual(['2026-11-03'])
  expect(careDatesText(november)).toBe('Nov 3')
  expect(cancelledCareText(november, 4000)).toBe('Cancelled: Nov 4, 11 (credited $40.00)')
  expect(cancelledCareText(november, 0)).toBe('Cancelled: Nov 4, 11')
  expect(cancelledCareText({ ...november, cancelledDays: [20] }, 4000)).toBeNull()
  const all = { ...november, cancelledDays: [3, 4, 11] }
  expect(careDatesText(all)).toBe('None')
  const dropIn = { ...care('drop-in on 2026-11-20', [20]), cancelledDays: [20] }
  expect(careDays(dropIn)).toEqual([])
  expect(careDatesText(dropIn)).toBe('None')
  expect(cancelledCareText(dropIn, 2000)).toBe('Cancelled: Nov 20, 2026 (credited $20.00)')
  const nowhere = { ...dropIn, dropInDate: null, cancelledDays: [] }
  expect([careYear(nowhere), careDays(nowhere)]).toEqual([null, []])
})

test('blank lines of an address are left out, and an exempt programme says so in one way', () => {
  const details = { legal_name: '', address: 'Main Street 1\r\n \r\n\nBoston', tax_number: 'TAX EXEMPT' }
  const stored = statementDetailsSchema.parse(details)
  expect(stored).toMatchObject({ legal_name: null, tax_number: 'Tax-Exempt' })
  expect(statementDetailLines({ ...stored, tax_number: null })).toEqual(['Main Street 1', 'Boston'])
  for (const other of ['tax exempt 1', 'not tax exempt'])
    expect(statementDetailsSchema.parse({ ...details, tax_number: other }).tax_number).toBe(other)
})

test('payments are sorted by date, and within a day by when they were recorded', () => {
  const paid = [
    { ...payment(3, '2026-11-10', 'c'), recordedAt: '2026-11-12T09:00:00Z' },
    { ...payment(2, '2026-11-10', 'd'), recordedAt: '2026-11-11T09:00:00Z' },
    payment(1, '2026-01-02', 'e'),
    payment(9, '2025-12-31', 'f'),
  ]
  expect(statementOf(2026, [], paid).payments.map(({ amountCents }) => amountCents)).toEqual([1, 2, 3])
})

const years = [2025, 2026, 2027] as const
const cents = fc.integer({ min: 0, max: 9_999_999 })
const aDay = fc
  .tuple(fc.constantFrom(...years), fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([year, month, day]) => `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`)
const aCare = fc.oneof(
  fc
    .record({ month_name: fc.constantFrom(...MONTH_NAMES, 'Summer'), year: fc.constantFrom(...years) })
    .map((month): Care => ({ month, dropInDate: null, selectedDays: [1], cancelledDays: [] })),
  aDay.map((dropInDate): Care => ({ month: null, dropInDate, selectedDays: [1], cancelledDays: [] })),
)
const aLine = fc
  .tuple(aCare, fc.uuid(), fc.constantFrom('a', 'b', null), cents, fc.constantFrom(...BILLED_STATUSES))
  .map(([about, id, childId, feeCents, billedStatus]) => line(about, { id, childId, feeCents, billedStatus }))
const aPayment = fc
  .tuple(fc.integer({ min: -9_999_999, max: 9_999_999 }), aDay, fc.uuid())
  .map(([amount, on, id]) => payment(amount, on, id))

test('the years of any family add up to the totals on its page, each line in one year', () => {
  fc.assert(
    fc.property(fc.array(aLine), fc.array(aPayment), (lines, paid) => {
      const statements = years.map((year) => statementOf(year, lines, paid))
      const page = parentTotals(
        lines.map(({ feeCents, billedStatus }) => ({ totalFeeCents: feeCents, billedStatus })),
        paid.map(({ amountCents }) => amountCents),
      )
      const sum = (figure: 'feesCents' | 'billedCents' | 'notBilledCents' | 'paidCents') =>
        sumCents(statements.map(({ totals }) => totals[figure]))
      expect([sum('billedCents'), sum('paidCents')]).toEqual([page.billedCents, page.paidCents])
      expect(sum('billedCents') + sum('notBilledCents')).toBe(sum('feesCents'))
      const fees = lines.map(({ feeCents }) => feeCents)
      const amounts = paid.map(({ amountCents }) => amountCents)
      expect(Math.max(0, sum('feesCents') - sum('paidCents'))).toBe(outstandingCents(fees, amounts))
      const shown = statements.flatMap(({ children }) => children.flatMap((child) => child.lines))
      expect(shown.map(({ id }) => id).sort()).toEqual(lines.map(({ id }) => id).sort())
      const byChildren = statements.flatMap(({ children }) => children.map(({ feesCents }) => feesCents))
      expect(sumCents(byChildren)).toBe(sum('feesCents'))
    }),
  )
})

test.each([
  [care('registration of November 2026', [5, 3]), '3, 5 de noviembre'],
  [care('drop-in on 2026-11-20'), '20 nov 2026'],
  [care('registration of November 2026', []), 'Cancelado'],
])('%j in Spanish is %s', (about, dates) => {
  expect(careDatesText(about, es)).toBe(dates)
})

test('cancelled days in Spanish name their credit', () => {
  const about = { ...care('registration of November 2026', [3, 4, 11]), cancelledDays: [4, 11] }
  expect(cancelledCareText(about, 4000, es)).toBe('Cancelado: 4, 11 de noviembre (crédito de $40.00)')
  expect(cancelledCareText(about, 0, es)).toBe('Cancelado: 4, 11 de noviembre')
})
