import { describe, expect, test } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import { instantAt } from '../lib/time-of-day'
import { type AttendanceMark, NO_MARK } from './board'
import { changeMark, type MarkChange, type MarkedChild } from './mark-changes'
import { notOnListError, pickedUpByText } from './release'

const ZONE = 'America/New_York'
const DAY = '2026-11-16'
const at = instantAt(DAY, '16:50', ZONE).toISOString()
const here: AttendanceMark = {
  ...NO_MARK,
  arrived_at: instantAt(DAY, '15:10', ZONE).toISOString(),
  version: 1,
}

const namesIn = (text: string) => (text === 'none' ? [] : text.split('; '))

const aChild = (changes: Partial<MarkedChild> = {}): MarkedChild => ({
  name: 'Ada Lee',
  day: DAY,
  dismissalTime: '15:30',
  pickupTime: '17:30',
  now: instantAt(DAY, '17:00', ZONE),
  timeZone: ZONE,
  by: 'staff',
  adults: [{ name: 'Ana Lee', phone: null }],
  pickup_people: [],
  must_not_pick_up: [],
  ...changes,
})

const HOW: Record<string, Partial<MarkChange> & { release_anyway?: boolean }> = {
  plain: {},
  anyway: { release_anyway: true },
  offline: { offline: true },
}

describe('who may pick up', () => {
  const outcome = ({ mark, error }: ReturnType<typeof changeMark>) =>
    error ?? (mark.not_on_list ? 'not on the list' : 'on the list')

  test.each(rulesTable('board.md', 'Who may pick up'))('$name', (row) => {
    const child = aChild({
      adults: namesIn(row.text('adults')).map((name) => ({ name, phone: null })),
      pickup_people: namesIn(row.text('may pick up')).map((name) => ({ name, phone: null })),
      must_not_pick_up: namesIn(row.text('must not pick up')).map((name) => ({ name, note: null })),
    })
    const picked_up_by = row.text('picked up by')
    const how = HOW[row.text('how')]
    const left = changeMark(here, { change: 'picked_up', at, picked_up_by, ...how } as MarkChange, child)
    expect(outcome(left)).toBe(row.text('result'))
    if (left.mark) expect(left.mark.picked_up_by).toBe(picked_up_by)
    // "Edit times" with another name.
    const gone = { ...here, left_at: at, picked_up_by: 'Ana Lee', pickup_time: '17:30' }
    const edited = changeMark(gone, { change: 'correct', at, picked_up_by, ...how } as MarkChange, child)
    expect(outcome(edited)).toBe(row.text('result'))
  })

  test('the name of a contact is the same with the invisible characters that a phone adds', () => {
    const picked_up_by = '\u202aAna\u00a0Lee\u202c\u200b'
    expect(outcome(changeMark(here, { change: 'picked_up', at, picked_up_by }, aChild()))).toBe('on the list')
  })

  test('edited times keep whom the child was released to, another name on the list replaces it, an undo clears it', () => {
    const child = aChild()
    const change = { change: 'picked_up', at, picked_up_by: 'Random Guy', release_anyway: true } as const
    const { mark: gone } = changeMark(here, change, child)
    const { mark: later } = changeMark(gone, { change: 'correct', at, left_at: at }, child)
    expect(later).toMatchObject({ picked_up_by: 'Random Guy', not_on_list: true })
    const { mark: known } = changeMark(gone, { change: 'correct', at, picked_up_by: 'Ana Lee' }, child)
    expect(known).toMatchObject({ picked_up_by: 'Ana Lee', not_on_list: false })
    const { mark: back } = changeMark(gone, { change: 'undo_picked_up', at }, child)
    expect(back).toMatchObject({ picked_up_by: null, not_on_list: false, left_at: null })
  })
})

test('the question names every child whose list lacks the person', () => {
  expect(notOnListError('Random Guy', ['Ada Lee'])).toBe("Random Guy is not on Ada Lee's list.")
  expect(notOnListError('Random Guy', ['Ada Lee', 'Ben Lee', 'Cleo Lee'])).toBe(
    "Random Guy is not on Ada Lee's, Ben Lee's and Cleo Lee's list.",
  )
})

test('the name of a pick-up says that it was not on the list, also once it is erased', () => {
  expect(pickedUpByText(null)).toBe('')
  expect(pickedUpByText({ picked_up_by: 'Ana Lee', not_on_list: false })).toBe('Ana Lee')
  expect(pickedUpByText({ picked_up_by: 'Random Guy', not_on_list: true })).toBe(
    'Random Guy, not on the list',
  )
  expect(pickedUpByText({ picked_up_by: null, not_on_list: true })).toBe('not on the list')
  expect(pickedUpByText({ picked_up_by: null, not_on_list: false })).toBe('')
})
