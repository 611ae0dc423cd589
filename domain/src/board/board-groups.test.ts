import fc from 'fast-check'
import { expect, test } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import { DAY_TYPES, type DayType } from '../months/months'
import { type AttendanceMark, CHILD_STATES, type ChildState, NO_MARK } from './board'
import { boardGroups, countdownLabel, minutesToPickup, overdueMinutes } from './board-groups'
import { lateLabel } from './pickup-times'

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
  const minutes = row.text('minutes to pick-up')
  const groups = boardGroups(cards, minutes === 'none' ? null : Number(minutes)).map((group) => {
    const heading = group.kind === 'present' ? `present ${group.dismissal}` : group.kind
    return `${heading}: ${group.cards.map((card) => card.submission_id).join(' ')}`
  })
  expect(groups.join('; ')).toBe(row.text('groups'))
})

test.each(rulesTable('board.md', 'The countdown'))('$name', (row) => {
  const minutesLeft = minutesToPickup({
    day: row.text('day'),
    pickupTime: row.text('pick-up'),
    now: new Date(row.text('now')),
    timeZone: 'America/New_York',
  })
  expect(countdownLabel(minutesLeft) ?? 'none').toBe(row.text('shown'))
  expect(lateLabel(overdueMinutes(MARKS.here, minutesLeft)) ?? 'none').toBe(row.text('late'))
  for (const state of ['expected', 'gone', 'not_coming'] as const)
    expect(overdueMinutes(MARKS[state], minutesLeft)).toBe(0)
})

test('every child is in exactly one group, in the order of the cards', () => {
  const card = fc.record({
    id: fc.uuid(),
    dismissal: fc.constantFrom(...DAY_TYPES),
    state: fc.constantFrom(...CHILD_STATES),
  })
  const minutes = fc.option(fc.integer({ min: -200, max: 200 }))
  fc.assert(
    fc.property(fc.uniqueArray(card, { selector: ({ id }) => id }), minutes, (list, minutesLeft) => {
      const cards = list.map(({ id, dismissal, state }) => aCard(id, dismissal, state))
      const groups = boardGroups(cards, minutesLeft)
      const grouped = groups.flatMap((group) => group.cards)
      expect(new Set(grouped)).toEqual(new Set(cards))
      expect(grouped).toHaveLength(cards.length)
      for (const { cards: members } of groups)
        expect(members).toEqual(cards.filter((one) => members.includes(one)))
    }),
  )
})
