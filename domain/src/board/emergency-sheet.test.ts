import { expect, test } from 'vitest'
import { emergencyContacts, emergencyPages } from './emergency-sheet'

const cards = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ child_name: `Child ${n}`, submission_id: `${n}` }))

test.each([
  [0, [0]],
  [1, [1]],
  [12, [12]],
  [13, [12, 1]],
  [24, [12, 12]],
  [40, [12, 12, 12, 4]],
])('%i children are on pages of %j', (count, sizes) => {
  expect(emergencyPages(cards(count)).map((page) => page.length)).toEqual(sizes)
})

test('children stand by name, whatever their dismissal, and each once', () => {
  const named = ['Zoë', 'anna', 'Émile', 'Anna', 'Eve'].map((child_name, n) => ({
    child_name,
    submission_id: `${n}`,
  }))
  const [page] = emergencyPages(named)
  expect(page?.map(({ child_name }) => child_name)).toEqual(['anna', 'Anna', 'Émile', 'Eve', 'Zoë'])
})

const JOEL = { name: 'Joel', phone: '555 0199' }
const NANA = { name: 'Nana', phone: null }
const DANA = { name: 'Dana', phone: '555 0100' }

test.each([
  [
    'two adults and two people',
    { adults: [DANA, { name: 'Sam', phone: null }], pickup_people: [JOEL, NANA] },
    ['Parent Dana 555 0100', 'Parent Sam null', 'May pick up Joel 555 0199', 'May pick up Nana null'],
  ],
  [
    'a phone without a name',
    { adults: [{ name: '-', phone: '555 0100' }], pickup_people: [] },
    ['Parent - 555 0100'],
  ],
  ['nobody known', { adults: [{ name: '-', phone: null }], pickup_people: [] }, []],
])('whom to call: %s', (_, card, expected) => {
  expect(emergencyContacts(card).map(({ relation, name, phone }) => `${relation} ${name} ${phone}`)).toEqual(
    expected,
  )
})
