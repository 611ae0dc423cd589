import { describe, expect, test } from 'vitest'
import { FAMILY_FIELDS } from './family-fields'
import { familyHeadingKey } from './family-headings'
import { isAmount, looksLikeAmount, readAmount } from './import-amounts'
import {
  cellOf,
  headingsKey,
  headingsOf,
  type ImportField,
  knownHeadings,
  recogniseColumns,
  validMapping,
} from './import-columns'
import { dateOrderOf, isDate } from './import-dates'
import { findTable, headingKey, isReportFooter, isTotals, recordError } from './import-table'
import { PAYMENT_FIELDS } from './payment-fields'

const recordsOf = (rows: readonly string[][]) => rows.map((cells, n) => ({ line: n + 1, cells }))
const tableIn = (rows: readonly string[][], known = ['date', 'amount', 'payer']) => {
  const { headings, records } = findTable(recordsOf(rows), new Set(known), isReportFooter)
  return { headings, lines: records.map(({ line }) => line) }
}

describe('the table in a file', () => {
  test('is below what a bank writes above it, without blank lines and the totals at the end', () => {
    const rows = [
      ['First Bank'],
      ['Account 1234', 'Period: November'],
      ['', ' '],
      [' Date ', 'Amount', '', 'Payer', ' '],
      ['2026-11-03', '20.00', 'x', 'Ana'],
      ['', ' ', '', ''],
      ['2026-11-04', '5.00', '', 'Total Care'],
      ['', 'Thank you', '', ''],
      ['Total', '25.00', '', ''],
    ]
    expect(tableIn(rows)).toEqual({ headings: ['Date', 'Amount', 'Column 3', 'Payer'], lines: [5, 7] })
  })

  test('has its heading where two known headings are, not one, and no value', () => {
    const words = ['When', 'How much', 'Who']
    const values = ['2026-11-03', '20.00', 'Ana']
    expect(tableIn([['Date'], words, values, values]).headings).toEqual(words)
    expect(tableIn([words, ['2026-11-03', 'Amount', 'Payer'], values]).headings).toEqual(words)
    expect(tableIn([words, ['Date', 'Amount', 'Who'], values]).headings).toEqual(['Date', 'Amount', 'Who'])
    expect(tableIn([words, ['Date', 'Date', 'Who'], values]).headings).toEqual(words)
  })

  test.each([
    ['a date', '2026-11-03'],
    ['an amount', '20.00'],
    ['an email address', 'ana@example.com'],
  ])('numbers its columns where the first line has %s', (_, value) => {
    const rows = [
      ['Ana', value],
      ['Bo', value],
    ]
    expect(tableIn(rows)).toEqual({ headings: ['Column 1', 'Column 2'], lines: [1, 2] })
  })

  test('has no heading below the fortieth line', () => {
    const preamble = Array.from({ length: 40 }, () => ['Terms and conditions'])
    const values = Array.from({ length: 60 }, () => ['2026-11-03', '20.00'])
    const rows = (above: string[][]) => [...above, ['Date', 'Amount'], ...values]
    expect(tableIn(rows(preamble)).headings).toEqual(['Column 1', 'Column 2'])
    expect(tableIn(rows(preamble.slice(1))).headings).toEqual(['Date', 'Amount'])
  })
})

test.each([
  [['Total', '', '38'], true, true],
  [[' Grand total: $38.00 '], true, true],
  [['Total children: 38'], true, true],
  [['=====', '', '---'], true, true],
  [['Total Kids', 'Ana'], false, true],
  [['Totally', 'Ana', 'Bo'], false, false],
  [['---', 'Ana', 'Bo'], false, false],
  [['Grand total (38 payments)', '20.00'], false, true],
  [['*** End of report ***', 'page 1'], false, true],
  [['Sum of payments', '38'], false, true],
  [['Summer', '38'], false, false],
  [['Thank you', '', ''], false, true],
  [['Total of 2026', '2026-11-03', 'x'], false, false],
  [['Total', 'x', 'total@example.com'], true, true],
  [['Number of', 'x', 'ana@example.com'], false, false],
])('the line %j is a total: %s, and the end of a report: %s', (cells, isTotal, isEnd) => {
  expect(isTotals({ line: 1, cells })).toBe(isTotal)
  expect(isReportFooter({ line: 1, cells }, 3)).toBe(isEnd)
})

test('a single cell ends a report only where lines have more than two', () => {
  expect(isReportFooter({ line: 1, cells: ['Ana', ''] }, 2)).toBe(false)
})

test.each([
  ['Created date (UTC)', 'created date'],
  ['created_date', 'created date'],
  ['Amount(USD)paid', 'amount paid'],
  ['  Paid -- on ', 'paid on'],
])('the heading "%s" is compared as "%s"', (heading, key) => {
  expect(headingKey(heading)).toBe(key)
})

test.each<[string, readonly ImportField[], (heading: string) => string]>([
  ['payments', PAYMENT_FIELDS, headingKey],
  ['families', FAMILY_FIELDS, familyHeadingKey],
])('the known headings of %s are written as they are compared', (_, fields, keyOf) => {
  const headings = fields.flatMap(headingsOf)
  expect(headings).toEqual(headings.map(keyOf))
  expect(headings).not.toContain('')
  expect(knownHeadings(fields)).toEqual(new Set(headings))
  for (const { label } of fields) expect(label).toMatch(/^[A-Z]/)
})

test('a line of one field says so', () => {
  expect(recordError({ line: 2, cells: ['Ana'] }, ['Date', 'Payer'])).toBe(
    'Has 1 field where the heading has 2',
  )
})

const FIELDS: ImportField[] = [
  { name: 'date', label: 'Date', headings: 'date, day', matches: isDate },
  {
    name: 'amount',
    label: 'Amount',
    headings: 'amount, paid',
    matches: looksLikeAmount,
    accepts: isAmount,
  },
  { name: 'note', label: 'Note', headings: 'note' },
]

const columnsIn = (headings: string[], ...rows: string[][]) =>
  recogniseColumns({ headings, records: recordsOf(rows) }, FIELDS)

describe('columns are recognised', () => {
  test('by the heading, the best first, unless no cell fits', () => {
    expect(columnsIn(['Note', 'Day', 'Paid', 'Amount', 'Date'])).toEqual({ date: 4, amount: 3, note: 0 })
    expect(columnsIn(['Date', 'Amount', 'Paid'], ['x', 'full', '20'])).toMatchObject({
      date: null,
      amount: 2,
    })
    expect(columnsIn(['Amount', 'x'], ['full', '20.00'], ['20', '30.00'])).toMatchObject({ amount: 0 })
  })

  test('by words of the heading before contents alone, where nearly all cells fit', () => {
    const row = ['2026-11-01', '2026-11-03', '5']
    const headings = ['Printed', 'Date of payment', 'Day']
    expect(columnsIn(headings.slice(0, 2), row)).toMatchObject({ date: 1 })
    expect(columnsIn(['Birthdate', 'Update'], row)).toMatchObject({ date: 0 })
    expect(columnsIn(['Printed', 'Note of the year'], row)).toMatchObject({ note: null })
    const mixed = [['x'], ['x'], ['2026-11-03']]
    expect(columnsIn(['Date of payment'], ...mixed)).toMatchObject({ date: null })
  })

  test('by contents where four of five cells fit, blank ones left out', () => {
    const cells = ['2026-11-03', '2026-11-04', ' 2026-11-05 ', '2026-11-06', '']
    expect(columnsIn(['x'], ...[...cells, 'none'].map((cell) => [cell]))).toMatchObject({ date: 0 })
    expect(columnsIn(['x'], ...[...cells, 'none', 'none'].map((cell) => [cell]))).toMatchObject({
      date: null,
    })
    expect(columnsIn(['x'], [''])).toEqual({ date: null, amount: null, note: null })
    expect(columnsIn(['of the date', 'x'], ['20.00', '2026-11-03'])).toEqual({
      date: 1,
      amount: 0,
      note: null,
    })
  })

  test('by the first 200 lines', () => {
    const rows = Array.from({ length: 400 }, (_, n) => [n < 200 ? '2026-11-03' : 'x'])
    expect(columnsIn(['x'], ...rows)).toMatchObject({ date: 0 })
  })
})

test('the columns of payments have their usual headings', () => {
  const headings = ['Payer', 'Payment date', 'Amount', 'Email', 'Reference', 'Method', 'Note']
  const records = recordsOf([
    ['Ana Silva', '2026-11-03', '20', 'ana@example.com', 'TX-9', 'Visa', 'December'],
  ])
  expect(recogniseColumns({ headings, records }, PAYMENT_FIELDS)).toEqual({
    date: 1,
    amount: 2,
    payer: 0,
    email: 3,
    reference: 4,
    method: 5,
    note: 6,
  })
  const numbers = recordsOf([['1182', 'Ana Silva']])
  expect(recogniseColumns({ headings: ['Name', 'Parent'], records: numbers }, PAYMENT_FIELDS).payer).toBe(1)
})

test('a cell is trimmed, and empty where the file has no such column or cell', () => {
  const cells = [' Ana ', 'Bo']
  expect([0, 1, 2, null].map((column) => cellOf(cells, { name: column }, 'name'))).toEqual([
    'Ana',
    'Bo',
    '',
    '',
  ])
})

test('files of one kind have the same headings, however they are written', () => {
  expect(headingsKey(['Date (UTC)', 'Amount'])).toBe(headingsKey(['date', ' AMOUNT ']))
  expect(headingsKey(['Date', 'Amount'])).not.toBe(headingsKey(['Amount', 'Date']))
})

test('a remembered mapping loses the columns that the file does not have', () => {
  expect(validMapping({ date: 0, amount: 2, note: 3, other: 1 }, FIELDS, 3)).toEqual({
    date: 0,
    amount: 2,
    note: null,
  })
  expect(validMapping({ date: -1 }, FIELDS, 3)).toEqual({ date: null, amount: null, note: null })
})

test('amounts and dates are recognised with blanks around them, up to 60 characters', () => {
  expect(isAmount(' 20.00 ')).toBe(true)
  expect(isAmount(`$${' '.repeat(54)}20.00`)).toBe(true)
  expect(isAmount(`$${' '.repeat(55)}20.00`)).toBe(false)
  expect(readAmount('  ', 'point')).toEqual({ error: 'missing' })
  expect(isDate(' 2026-11-03 ')).toBe(true)
  expect(['11/13/2026', '13/11/2026', '13/13/2026'].map(isDate)).toEqual([true, true, false])
})

test.each([
  ['20.00', true],
  ['$20', true],
  ['20 USD', true],
  ['20', false],
  ['20.5', false],
  ['Room 20.00', false],
])('"%s" looks like an amount under any heading: %s', (text, expected) => {
  expect(looksLikeAmount(text)).toBe(expected)
})

test('the twelfth may be a month or a day', () => {
  expect(dateOrderOf(['12/11/2026'])).toBe('month-first')
  expect(dateOrderOf(['13/11/2026', '11/12/2026'])).toBe('day-first')
})
