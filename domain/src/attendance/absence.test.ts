import { expect, test } from 'vitest'
import { rulesTable } from '../../test/rules-table'
import { type Mark, NO_MARK } from '../board/board'
import { instantAt } from '../lib/time-of-day'
import {
  maySayNotComing,
  mayTakeBackNotComing,
  nameWithNotComing,
  notComingProblem,
  notesWithNotComing,
  takeBackProblem,
} from './absence'

const ZONE = 'America/New_York'
const TIME = '2026-11-16T20:00:00.000Z'
const saidBy = (not_coming_by: 'parent' | 'staff'): Mark => ({
  ...NO_MARK,
  not_coming_at: TIME,
  not_coming_by,
  version: 1,
})
const here: Mark = { ...NO_MARK, arrived_at: TIME, version: 1 }

const MARKS: Record<string, Mark | null> = {
  none: null,
  'not coming by parent': saidBy('parent'),
  'not coming by staff': saidBy('staff'),
  here,
  'here though not coming': { ...saidBy('parent'), arrived_at: TIME },
  gone: { ...here, left_at: TIME },
}

test.each(rulesTable('board.md', 'Not coming today'))('$name', (row) => {
  const mark = MARKS[row.text('mark')] ?? null
  const moment = {
    now: instantAt('2026-11-16', row.text('now'), ZONE),
    timeZone: ZONE,
    pickupTime: '17:30',
  }
  expect(maySayNotComing(mark, moment)).toBe(row.yes('may say'))
  expect(mayTakeBackNotComing(mark)).toBe(row.yes('may take back'))
})

test('a refusal says why', () => {
  const moment = { now: new Date(), timeZone: ZONE, pickupTime: '17:30' }
  expect(notComingProblem(null, 'Ada', moment)).toBe("It's past the 5:30 PM pick-up time.")
  expect(notComingProblem(here, 'Ada', moment)).toBe('Ada has already arrived.')
  expect(takeBackProblem(MARKS.gone ?? null, 'Ada')).toBe('Ada has already been picked up.')
  expect(takeBackProblem(saidBy('staff'), 'Ada')).toBe(
    'Aftercare staff marked this. Please contact them to change it.',
  )
})

test('the report notes begin with it, and the line of the noon mail names it', () => {
  expect(notesWithNotComing('Naps', true)).toBe('Not coming; Naps')
  expect(notesWithNotComing('', true)).toBe('Not coming')
  expect(notesWithNotComing('Naps', false)).toBe('Naps')
  expect(nameWithNotComing('Ada Lee', true)).toBe('Ada Lee (Not coming)')
  expect(nameWithNotComing('Ada Lee', false)).toBe('Ada Lee')
})
