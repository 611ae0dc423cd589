import { expect, it } from 'vitest'
import { pickupPeopleIn } from './pickup-cells'

const read = (cell: string, phone = '') =>
  pickupPeopleIn(cell, phone).map((person) => [person.name, person.phone])

it.each([
  ['555-010-0142', '555-010-0142'],
  ['555-010-0142x12', '555-010-0142x12'],
  ['555-010-0142 x12', '555-010-0142 x12'],
  ['555-010-0142 x 12', '555-010-0142 x 12'],
  ['555-010-0142 ext 12', '555-010-0142 ext 12'],
  ['555-010-0142 Ext. 123', '555-010-0142 Ext. 123'],
  ['+1 (555) 010-0142', '+1 (555) 010-0142'],
  ['+1 555 010 0142', '+1 555 010 0142'],
  ['(555.010.0142)', '555.010.0142'],
  ['- 555-010-0142', '555-010-0142'],
  [':  555-010-0142', '555-010-0142'],
])('"%s" behind a name is a phone number', (end, phone) => {
  expect(read(`Ann Silva ${end}`)).toEqual([['Ann Silva', phone]])
  expect(read(`Joe Lee; Ann Silva ${end}`)).toEqual([
    ['Joe Lee', ''],
    ['Ann Silva', phone],
  ])
})

it.each([
  'Ann Silva 555-010-0142 after 5 pm',
  'Ann Silva - aunt of 3',
  'Ann Silva (2nd floor)',
  'Ann Silva 12345',
])('"%s" has no phone number at its end and stays as it is', (cell) => {
  expect(read(cell)).toEqual([[cell, '']])
})

it.each([
  [
    'Ann  Silva, Joe \t Lee',
    [
      ['Ann  Silva', ''],
      ['Joe \t Lee', ''],
    ],
  ],
  ['Ann Silva, Joe', [['Ann Silva, Joe', '']]],
  ['Ann, Joe Lee', [['Ann, Joe Lee', '']]],
  [
    'Ann Silva 555-010-0142, Joe Lee 555-010-0143',
    [
      ['Ann Silva', '555-010-0142'],
      ['Joe Lee', '555-010-0143'],
    ],
  ],
  [
    '; Ann ;;\r\n Joe ;',
    [
      ['Ann', ''],
      ['Joe', ''],
    ],
  ],
  ['555-010-0142', [['', '555-010-0142']]],
  [
    'Ann; 555-010-0142',
    [
      ['Ann', ''],
      ['', '555-010-0142'],
    ],
  ],
])('the people in "%s"', (cell, people) => {
  expect(read(cell)).toEqual(people)
})

it('a phone number beside the name counts before the one in the column for it', () => {
  expect(read('Ann Silva 555-010-0142', '555-010-0199')).toEqual([['Ann Silva', '555-010-0142']])
})

it('no phone number is looked for in what is too long for a name with one', () => {
  const longest = `${'x'.repeat(187)} 555-010-0142`
  expect(longest).toHaveLength(200)
  expect(read(longest)).toEqual([['x'.repeat(187), '555-010-0142']])
  expect(read(`x${longest}`)).toEqual([[`x${longest}`, '']])
})
