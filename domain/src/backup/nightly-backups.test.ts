import { expect, test } from 'vitest'
import { addDays } from '../lib/days'
import { expiredBackups, isBackupOverdue, isBackupTimestamp } from './nightly-backups'

const nights = (first: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${addDays(first, index)}T02-30`)

const retained = (timestamps: string[]) => {
  const expired = new Set(expiredBackups(timestamps))
  return timestamps.filter((timestamp) => !expired.has(timestamp)).map((timestamp) => timestamp.slice(5, 10))
}

test.each([
  ['none', [], []],
  ['one', nights('2026-11-16', 1), ['11-16']],
  ['seven', nights('2026-11-10', 7), ['11-10', '11-11', '11-12', '11-13', '11-14', '11-15', '11-16']],
  [
    'eight: the oldest is of a week with a newer one',
    nights('2026-11-10', 8),
    ['11-11', '11-12', '11-13', '11-14', '11-15', '11-16', '11-17'],
  ],
  [
    'sixty: 7 daily and 4 Sundays before them',
    nights('2026-09-18', 60),
    ['10-18', '10-25', '11-01', '11-08', '11-10', '11-11', '11-12', '11-13', '11-14', '11-15', '11-16'],
  ],
  [
    'a week without a Sunday: its newest',
    [...nights('2026-11-02', 3), ...nights('2026-11-09', 7)],
    ['11-04', '11-09', '11-10', '11-11', '11-12', '11-13', '11-14', '11-15'],
  ],
  ['old ones after a year without any', nights('2025-01-01', 3), ['01-01', '01-02', '01-03']],
  [
    'weeks across the end of a year',
    nights('2026-12-28', 8),
    ['12-29', '12-30', '12-31', '01-01', '01-02', '01-03', '01-04'],
  ],
])('of %s, the right backups stay', (_, timestamps, expected) => {
  expect(retained(timestamps)).toEqual(expected)
  expect(new Set(expiredBackups(timestamps.toReversed()))).toEqual(new Set(expiredBackups(timestamps)))
})

test('night by night the same backups stay as if all were there', () => {
  let kept: string[] = []
  for (const timestamp of nights('2026-01-01', 200)) {
    const all = [...kept, timestamp]
    const expired = expiredBackups(all)
    kept = all.filter((one) => !expired.includes(one))
    expect(kept.length).toBeLessThanOrEqual(11)
  }
  expect(kept).toHaveLength(11)
  const days = kept.map((timestamp) => timestamp.slice(5, 10))
  expect(days.slice(0, 4)).toEqual(['06-21', '06-28', '07-05', '07-12'])
  expect(days[4]).toBe('07-13')
})

test('seven retries of one night leave the days before as they are', () => {
  const retries = ['02-45', '03-00', '03-15', '03-30', '03-45', '04-00', '14-05'].map(
    (time) => `2026-11-16T${time}`,
  )
  const week = nights('2026-11-10', 7)
  expect(expiredBackups([...retries, ...week]).toSorted()).toEqual(
    ['2026-11-16T02-30', ...retries.slice(0, -1)].toSorted(),
  )
})

test('several backups of a day before the latest seven count once', () => {
  const sunday = ['2026-11-08T02-30', '2026-11-08T09-00']
  expect(expiredBackups([...sunday, ...nights('2026-11-10', 7)])).toEqual(['2026-11-08T02-30'])
})

test.each([
  ['2026-11-16T02-30', true],
  ['2026-11-31T02-30', false],
  ['2026-11-16T02-30.1234.part', false],
  ['x2026-11-16T02-30', false],
])('%s is a timestamp: %s', (text, expected) => {
  expect(isBackupTimestamp(text)).toBe(expected)
})

test.each([
  ['just under 3 days', '2026-11-13T07:30:00.001Z', false],
  ['3 days', '2026-11-13T07:30:00Z', true],
  ['a month', '2026-10-16T07:30:00Z', true],
  ['in the future: the clock was set back', '2026-11-20T07:30:00Z', false],
])('a last backup %s ago is overdue: %s', (_, last, expected) => {
  expect(isBackupOverdue(new Date(last), new Date('2026-11-16T07:30:00Z'))).toBe(expected)
})
