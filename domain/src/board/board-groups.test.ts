import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import { minutesOf } from '../lib/time-of-day'
import { DAY_TYPES, type DayType } from '../months/months'
import { type AttendanceMark, CHILD_STATES, type ChildState, NO_MARK } from './board'
import {
  type BoardMoment,
  boardGroups,
  countdownLabel,
  isNotArrived,
  minuteOfDay,
  overdueMinutes,
} from './board-groups'
import { DEFAULT_PICKUP_TIMES, dismissalTime, lateLabel } from './pickup-times'

const ARRIVED = { ...NO_MARK, arrived_at: '2026-11-16T20:30:00.000Z', version: 1 }
const MARKS: Record<ChildState, AttendanceMark | null> = {
  expected: null,
  here: ARRIVED,
  gone: { ...ARRIVED, left_at: '2026-11-16T21:00:00.000Z', picked_up_by: 'Ana Lee' },
  not_coming: { ...NO_MARK, not_coming_at: '2026-11-16T14:00:00.000Z', version: 1 },
}

const aCard = (submission_id: string, dismissal: DayType, state: ChildState) => ({
  submission_id,
  dismissal,
  dismissal_time: dismissalTime(DEFAULT_PICKUP_TIMES, '2026-11-16', dismissal),
  mark: MARKS[state],
})

test.each(rulesTable('board.md', 'Groups of the board'))('$name', (row) => {
  const cards = row
    .text('children')
    .split(', ')
    .map((text) => {
      const [name = '', dismissal, state] = text.split(' ')
      return aCard(name, dismissal as DayType, state as ChildState)
    })
  const now = row.text('now')
  const moment = {
    minute: now === 'another day' ? null : minutesOf(now.slice(0, 5)),
    pickupTime: '17:30',
    isCancelled: now.endsWith('cancelled'),
  }
  const groups = boardGroups(cards, moment).map((group) => {
    const heading = group.kind === 'present' ? `present ${group.dismissal}` : group.kind
    return `${heading}: ${group.cards.map((card) => card.submission_id).join(' ')}`
  })
  expect(groups.join('; ')).toBe(row.text('groups'))
})

test.each(rulesTable('board.md', 'The countdown'))('$name', (row) => {
  const moment = momentAt(row.text('day'), row.text('now'), row.text('pick-up'))
  expect(countdownLabel(moment) ?? 'none').toBe(row.text('shown'))
  expect(lateLabel(overdueMinutes(MARKS.here, moment)) ?? 'none').toBe(row.text('late'))
  for (const state of ['expected', 'gone', 'not_coming'] as const)
    expect(overdueMinutes(MARKS[state], moment)).toBe(0)
})

test.each(rulesTable('board.md', 'Not arrived'))('$name', (row) => {
  const dismissal = row.text('dismissal') as DayType
  const dismissal_time = dismissalTime(DEFAULT_PICKUP_TIMES, row.text('day'), dismissal)
  const moment = momentAt(row.text('day'), row.text('now'))
  const isMissing = (state: ChildState, isCancelled = false) =>
    isNotArrived({ mark: MARKS[state], dismissal, dismissal_time }, { ...moment, isCancelled })
  expect(isMissing('expected')).toBe(row.yes('not arrived'))
  expect(isMissing('expected', true)).toBe(false)
  for (const state of ['here', 'gone', 'not_coming'] as const) expect(isMissing(state)).toBe(false)
})

test('a child whose arrival was undone has not arrived', () => {
  const card = { ...aCard('Ada', 'regular', 'expected'), mark: { ...NO_MARK, version: 2 } }
  expect(isNotArrived(card, { minute: 16 * 60, isCancelled: false })).toBe(true)
})

const momentAt = (day: string, now: string, pickupTime = '17:30'): BoardMoment => ({
  minute: minuteOfDay(day, new Date(now), 'America/New_York'),
  pickupTime,
  isCancelled: false,
})

test('every child is in exactly one group, in the order of the cards', () => {
  const card = fc.record({
    id: fc.uuid(),
    dismissal: fc.constantFrom(...DAY_TYPES),
    state: fc.constantFrom(...CHILD_STATES),
  })
  const moments = fc.record({
    minute: fc.option(fc.integer({ min: 600, max: 1439 })),
    pickupTime: fc.constant('17:30'),
    isCancelled: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.uniqueArray(card, { selector: ({ id }) => id }), moments, (list, moment) => {
      const cards = list.map(({ id, dismissal, state }) => aCard(id, dismissal, state))
      const groups = boardGroups(cards, moment)
      const grouped = groups.flatMap((group) => group.cards)
      expect(new Set(grouped)).toEqual(new Set(cards))
      expect(grouped).toHaveLength(cards.length)
      for (const { cards: members } of groups)
        expect(members).toEqual(cards.filter((one) => members.includes(one)))
    }),
  )
})
