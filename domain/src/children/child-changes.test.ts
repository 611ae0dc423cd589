import { expect, it } from 'vitest'
import { CHILD_LABELS, type ChildDetails, changeCells, childChanges, detailCells } from './child-changes'

const TEXTS = { labels: CHILD_LABELS, none: 'None', withheld: 'Not in this email', changed: 'Changed' }

const amara: ChildDetails = {
  name: 'Amara',
  grade: null,
  allergies: 'Peanuts',
  notes: null,
  pickup_people: [{ name: 'Rose', phone: null }],
  must_not_pick_up: [{ name: 'Rob', note: null }],
}

it.each<[string, Partial<ChildDetails>, string[][]]>([
  ['nothing', {}, []],
  ['an equal list of people', { pickup_people: [{ name: 'Rose', phone: null }] }, []],
  [
    'an allergy that contains the old one',
    { allergies: 'Peanuts, milk' },
    [['Allergies', 'Peanuts', 'Peanuts, milk']],
  ],
  ['a cleared allergy', { allergies: null }, [['Allergies', 'Peanuts', 'None']]],
  ['a text that says what empty is shown as', { notes: 'None' }, []],
  [
    'a phone and a second person of the same name',
    {
      pickup_people: [
        { name: 'Rose', phone: '555' },
        { name: 'Rose', phone: null },
      ],
    },
    [['Who may pick up', 'Rose', 'Rose, 555; Rose']],
  ],
  [
    'who must not pick up, without any name',
    { must_not_pick_up: [{ name: 'Rob', note: 'Court order' }] },
    [['Must not pick up', 'Not in this email', 'Changed']],
  ],
  [
    'a phone without the blanks around it',
    {
      pickup_people: [
        { name: 'Rose', phone: ' 555 ' },
        { name: 'Sam', phone: ' ' },
      ],
    },
    [['Who may pick up', 'Rose', 'Rose, 555; Sam']],
  ],
  ['an equal list of who must not', { must_not_pick_up: [{ name: 'Rob', note: null }] }, []],
  [
    'grade, notes and name, in the order of the form',
    { grade: 'K1', notes: 'Naps', name: 'Amara O.' },
    [
      ['Name', 'Amara', 'Amara O.'],
      ['Notes', 'None', 'Naps'],
      ['Class or grade', 'None', 'K1'],
    ],
  ],
])('names what changed: %s', (_, change, expected) => {
  const changes = childChanges(amara, { ...amara, ...change })
  expect(changes.map((each) => changeCells(each, TEXTS))).toEqual(expected)
})

it('of a new child, names what it has, and nothing of who must not pick up', () => {
  const changes = childChanges(null, { ...amara, must_not_pick_up: [{ name: 'Rob', note: 'Court order' }] })
  expect(changes).toEqual([
    { detail: 'name', before: '', after: 'Amara' },
    { detail: 'allergies', before: '', after: 'Peanuts' },
    { detail: 'pickup_people', before: '', after: 'Rose' },
    { detail: 'must_not_pick_up', before: '', after: '' },
  ])
  expect(changes.map((each) => detailCells(each, TEXTS))).toEqual([
    ['Name', 'Amara'],
    ['Allergies', 'Peanuts'],
    ['Who may pick up', 'Rose'],
    ['Must not pick up', 'Not in this email'],
  ])
})

it('nobody is named where the list is empty, then or now', () => {
  const nobody = { ...amara, pickup_people: [], must_not_pick_up: [] }
  expect(childChanges(amara, nobody)).toEqual([
    { detail: 'pickup_people', before: 'Rose', after: '' },
    { detail: 'must_not_pick_up', before: '', after: '' },
  ])
  expect(childChanges(null, { ...nobody, allergies: null })).toEqual([
    { detail: 'name', before: '', after: 'Amara' },
  ])
})
