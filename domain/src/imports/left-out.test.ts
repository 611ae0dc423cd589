import { expect, it } from 'vitest'
import { recogniseFamilyColumns } from './family-fields'
import { readFamilies } from './family-lines'
import { reviewFamilies } from './family-review'
import { leftOutCsvName, leftOutRows } from './left-out'

const headings = ['Parent', 'Email', 'Child']

function leftOutOf(...rows: string[][]) {
  const table = { headings, records: rows.map((cells, n) => ({ line: n + 4, cells })) }
  return leftOutRows(table, reviewFamilies(readFamilies(table, recogniseFamilyColumns(table)), new Map()))
}

it('the lines left out have their line in the file, the reason and their cells as they are in it', () => {
  expect(
    leftOutOf(
      ['Dana Okafor', 'dana@example.com', 'Amara'],
      [' Dana  Okafor ', 'dana(at)example.com', 'Kofi'],
      ['Dana Okafor', 'dana@example.com', 'AMARA'],
      ['Sam Lee', 'sam@example.com'],
    ),
  ).toEqual([
    ['Line', 'Reason', 'Parent', 'Email', 'Child'],
    ['5', 'The email address cannot be read', ' Dana  Okafor ', 'dana(at)example.com', 'Kofi'],
    ['7', 'Has 2 fields where the heading has 3', 'Sam Lee', 'sam@example.com'],
  ])
})

it('only the heading is left where no line is', () => {
  expect(leftOutOf(['Dana Okafor', 'dana@example.com', 'Amara'])).toEqual([['Line', 'Reason', ...headings]])
})

it('their file is named after the day', () => {
  expect(leftOutCsvName('2026-11-16')).toBe('families-left-out-2026-11-16.csv')
})
