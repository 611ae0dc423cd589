import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anAttendanceSource } from '../../testing/builders'
import { rulesTable } from '../../testing/rules-table'
import type { ContactedAdult as Adult } from '../attendance/attendance'
import { DAY_TYPES } from '../months/months'
import { type AttendanceMark, NO_MARK } from './board'
import {
  boardCards,
  type CardSource,
  compareCards,
  countStates,
  peopleToCall,
  siblingsHere,
} from './board-cards'

const aSource = (changes: Partial<CardSource> = {}): CardSource => ({
  ...anAttendanceSource(),
  parentId: 'parent-1',
  submittedAt: '2026-11-01T12:00:00.000Z',
  pickupPeople: [],
  isNotBooked: false,
  mustNotPickUp: [],
  mark: null,
  ...changes,
})

/** "D* a" → a drop-in of child a that is marked; "R! a" → the same without the day. */
function sourceNamed(text: string, index: number): CardSource {
  const [kind = '', whose = ''] = text.split(' ')
  return aSource({
    id: `${text} #${index}`,
    childId: whose === 'guest' ? null : whose,
    parentId: whose === 'guest' ? null : 'parent-1',
    monthId: kind.startsWith('R') ? 'month-1' : null,
    childName: whose === 'guest' ? `guest ${kind === 'R' ? 1 : 2}` : whose,
    isNotBooked: kind.endsWith('!'),
    mark: /[*!]$/.test(kind) ? { ...NO_MARK, arrived_at: '2026-12-04T20:30:00.000Z', version: 1 } : null,
  })
}

test.each(rulesTable('board.md', 'One card per child'))('$name', (row) => {
  const cards = boardCards(row.text('submissions').split(', ').map(sourceNamed), 'regular')
  const shown = cards.map((card) => card.submission_ids.map((id) => id.split(' #')[0]).join(' + '))
  expect(shown.join(', ')).toBe(row.text('cards'))
  for (const card of cards) expect(card.submission_id).toBe(card.submission_ids[0])
  const notBooked = cards.filter((card) => card.is_not_booked).map((card) => card.child_name)
  expect(notBooked.join(', ') || 'none').toBe(row.text('not booked'))
})

test.each(rulesTable('board.md', 'Order of the cards'))('$name', (row) => {
  const children = row
    .text('children')
    .split(', ')
    .map((text, index) => {
      const [child_name = '', type = ''] = text.split(' ')
      const dismissal = DAY_TYPES.find((known) => known === type) ?? 'regular'
      return { child_name, dismissal, submission_id: `${index}` }
    })
  expect(
    children
      .sort(compareCards)
      .map((card) => card.child_name)
      .join(', '),
  ).toBe(row.text('order'))
})

describe('a card', () => {
  test('combines allergies and notes of all its submissions', () => {
    const child = { childAllergies: 'Dairy', childNotes: 'Naps', childGrade: ' K2 ' }
    const [card] = boardCards(
      [
        aSource({
          id: 'drop-in',
          monthId: null,
          ...child,
          guestChildNotes: 'Late bus',
          guestChildAllergies: 'Milk',
        }),
        aSource({
          id: 'registration',
          ...child,
          guestChildAllergies: 'none',
          pickupPeople: [{ name: 'Grandma', phone: null }],
          mustNotPickUp: [{ name: 'Rob', note: null }],
        }),
      ],
      'noon',
    )
    expect(card).toEqual({
      submission_id: 'registration',
      submission_ids: ['registration', 'drop-in'],
      child_name: 'Ada Lee',
      grade: 'K2',
      dismissal: 'noon',
      allergies: 'Dairy; Milk',
      notes: 'Naps; Late bus',
      parent_id: 'parent-1',
      parent_name: 'Ana Lee',
      phone: '555-0100',
      adults: [{ name: 'Ana Lee', phone: '555-0100' }],
      pickup_people: [{ name: 'Grandma', phone: null }],
      must_not_pick_up: [{ name: 'Rob', note: null }],
      is_guest: false,
      is_not_booked: false,
      known_family: null,
      mark: null,
    })
  })

  test('has the number of an adult that only one of the submissions knows', () => {
    const unknown = aSource({
      id: 'registration',
      phone: 'ask me',
      otherAdults: [{ name: 'Sam', phone: null }],
    })
    const known = { monthId: null, phone: '555-0111', otherAdults: [{ name: 'Sam', phone: '555-0122' }] }
    const [card] = boardCards([unknown, aSource({ id: 'drop-in', ...known })], null)
    expect([card?.phone, card?.adults]).toEqual([
      '555-0111',
      [
        { name: 'Ana Lee', phone: '555-0111' },
        { name: 'Sam', phone: '555-0122' },
      ],
    ])
    expect(boardCards([unknown], null)[0]?.phone).toBe('ask me')
  })

  test('of a guest without a phone number has none', () => {
    const guest = { parentId: null, childId: null, childName: 'Gus Roe', parentName: '', phone: null }
    expect(boardCards([aSource(guest)], null)[0]).toMatchObject({
      phone: null,
      grade: null,
      is_guest: true,
      parent_name: '-',
    })
  })

  test('covers every submission exactly once, in whatever order they come', () => {
    const source = fc
      .record({ id: fc.uuid(), childId: fc.option(fc.constantFrom('a', 'b', 'c')), isDropIn: fc.boolean() })
      .map(({ id, childId, isDropIn }) => aSource({ id, childId, monthId: isDropIn ? null : 'month-1' }))
    const sources = fc.uniqueArray(source, { selector: ({ id }) => id })
    fc.assert(
      fc.property(sources, (list) => {
        const cards = boardCards(list, 'regular')
        expect(cards.flatMap((card) => card.submission_ids).sort()).toEqual(list.map(({ id }) => id).sort())
        expect(boardCards([...list].reverse(), 'regular')).toEqual(cards)
        expect(Object.values(countStates(cards)).reduce((sum, count) => sum + count)).toBe(cards.length)
      }),
    )
  })
})

describe('whom to call', () => {
  const [ANA, ROB, NANA, JO] = ['Ana Lee', 'Rob Lee', 'Nana', 'Jo'].map((name) => ({
    name,
    phone: '555 0100',
  })) as [Adult, Adult, Adult, Adult]
  const SAM = { name: 'Sam Lee', phone: '555 01' }

  test.each<[adults: Adult[], others: Adult[], barred: string, expected: string[]]>([
    [[ANA, ROB, SAM], [NANA], 'Bo', ['Ana Lee', 'Rob Lee']],
    [[ANA, ROB], [NANA], 'LEE, Rób', ['Ana Lee']],
    [[ROB, SAM], [NANA, JO], 'Rob Lee', ['Nana']],
    [[ROB], [ROB, JO], 'Rob Lee', ['Jo']],
    [[ROB], [], 'Rob Lee', []],
    [[ROB], [], 'Rob', ['Rob Lee']],
    [[{ name: '-', phone: '555 0100' }], [], 'Rob Lee', ['-']],
  ])('%j, else %j, without %s: %j', (adults, pickup_people, name, expected) => {
    const card = { adults, pickup_people, must_not_pick_up: [{ name, note: null }] }
    expect(peopleToCall(card).map((person) => person.name)).toEqual(expected)
  })
})

test('siblings are the other children of the account who are here', () => {
  const here: AttendanceMark = { ...NO_MARK, arrived_at: '2026-11-16T20:30:00.000Z' }
  const aChild = (submission_id: string, parent_id: string | null, mark = here) => ({
    submission_id,
    parent_id,
    mark,
  })
  const cards = [
    aChild('Ada', 'lee'),
    aChild('Ben', 'lee'),
    aChild('expected', 'lee', NO_MARK),
    aChild('gone', 'lee', { ...here, left_at: '2026-11-16T21:00:00.000Z' }),
    aChild('not coming', 'lee', { ...NO_MARK, not_coming_at: '2026-11-16T14:00:00.000Z' }),
    aChild('Cleo', 'lee-2'),
    aChild('guest 1', null),
    aChild('guest 2', null),
  ]
  const siblingsOf = (name: string) => {
    const card = cards.find(({ submission_id }) => submission_id === name) ?? aChild('', null)
    return siblingsHere(card, cards).map(({ submission_id }) => submission_id)
  }
  expect(siblingsOf('Ada')).toEqual(['Ben'])
  expect(siblingsOf('expected')).toEqual(['Ada', 'Ben'])
  expect(siblingsOf('Cleo')).toEqual([])
  expect(siblingsOf('guest 1')).toEqual([])
})

test('the dismissal that staff chose for a drop-in counts for the child, whose mark is the registration’s', () => {
  const registration = aSource({ id: 'r' })
  const dropIn = aSource({ id: 'd', monthId: null, dismissalType: 'noon' })
  const dismissals = [[registration, dropIn], [dropIn, registration], [registration]].map(
    (sources) => boardCards(sources, 'early')[0]?.dismissal,
  )
  expect(dismissals).toEqual(['noon', 'noon', 'early'])
})
