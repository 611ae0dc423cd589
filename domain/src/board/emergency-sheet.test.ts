import { expect, test } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import { type AttendanceMark, type ChildState, NO_MARK } from './board'
import { countsLine, emergencyContacts, emergencyNotes, emergencyPages } from './emergency-sheet'

const ARRIVED = { ...NO_MARK, arrived_at: '2026-11-16T20:30:00.000Z', version: 1 }
const MARKS: Record<ChildState, AttendanceMark | null> = {
  expected: null,
  here: ARRIVED,
  gone: { ...ARRIVED, left_at: '2026-11-16T21:00:00.000Z', picked_up_by: 'Ana Lee' },
  not_coming: { ...NO_MARK, not_coming_at: '2026-11-16T14:00:00.000Z', version: 1 },
}

const cards = (count: number, state: ChildState = 'here') =>
  Array.from({ length: count }, (_, n) => ({
    child_name: `Child ${n}`,
    submission_id: `${n}`,
    mark: MARKS[state],
  }))

test.each([
  [0, [0]],
  [1, [1]],
  [12, [12]],
  [13, [12, 1]],
  [24, [12, 12]],
  [40, [12, 12, 12, 4]],
])('%i children are on pages of %j', (count, sizes) => {
  const { pages, absent } = emergencyPages(cards(count), false)
  expect([pages.map((page) => page.length), absent]).toEqual([sizes, []])
})

test('a day on which everybody has left has no empty page before them', () => {
  expect(emergencyPages(cards(3, 'gone'), false)).toMatchObject({ pages: [], absent: { length: 3 } })
})

test.each(rulesTable('board.md', 'The Emergency Sheet'))('$name', (row) => {
  const listed = row
    .text('children')
    .split(', ')
    .map((text, n) => {
      const [child_name = '', state] = text.split(' ')
      return { child_name, submission_id: `${n}`, mark: MARKS[state as ChildState] }
    })
  const names = (some: typeof listed) => some.map(({ child_name }) => child_name).join(' ') || 'none'
  const { pages, absent } = emergencyPages(listed, row.yes('cancelled'))
  expect([names(pages.flat()), names(absent), countsLine(listed, row.yes('cancelled'))]).toEqual([
    row.text('first'),
    row.text('last and small'),
    row.text('on top'),
  ])
})

test.each([
  ['', ''],
  ['Naps', 'Naps'],
  ['Day Drop-In Request for Monday, November 16, 2026', ''],
  ['Naps; Day Drop-In Request for Monday, November 16, 2026', 'Naps'],
  ['Day Drop-In Request for Monday, November 16, 2026 - late bus; EpiPen', 'late bus; EpiPen'],
  ['Naps; Day Drop-In Request for Monday, November 16, 2026 - late bus', 'Naps; late bus'],
  // Typed by a person.
  ['Day Drop-In Request for her sister', 'Day Drop-In Request for her sister'],
  [
    'See Day Drop-In Request for Monday, November 16, 2026 - EpiPen',
    'See Day Drop-In Request for Monday, November 16, 2026 - EpiPen',
  ],
  [
    'Day Drop-In Request for Monday, November 16, 2026, EpiPen',
    'Day Drop-In Request for Monday, November 16, 2026, EpiPen',
  ],
])('of the notes %j it shows %j', (notes, shown) => {
  expect(emergencyNotes(notes, '2026-11-16')).toBe(shown)
})

const JOEL = { name: 'Joel', phone: '555 0199' }
const NANA = { name: 'Nana', phone: null }
const DANA = { name: 'Dana', phone: '555 0100' }

test.each([
  [
    'two adults and two people',
    { adults: [DANA, { name: 'Sam', phone: null }], pickup_people: [JOEL, NANA] },
    [
      'Parent Dana 555 0100',
      'Parent Sam null',
      'May pick up Joel 555 0199 must not',
      'May pick up Nana null',
    ],
  ],
  [
    'a phone without a name',
    { adults: [{ name: '-', phone: '555 0100' }], pickup_people: [] },
    ['Parent - 555 0100'],
  ],
  ['nobody known', { adults: [{ name: '-', phone: null }], pickup_people: [] }, []],
])('whom to call: %s', (_, card, expected) => {
  expect(
    emergencyContacts({ must_not_pick_up: [{ name: 'joel', note: null }], ...card }).map(
      ({ relation, name, phone, is_barred }) => `${relation} ${name} ${phone}${is_barred ? ' must not' : ''}`,
    ),
  ).toEqual(expected)
})
