import { expect, it } from 'vitest'
import type { ChildInput } from '../children/children'
import { MAX_LENGTH } from '../lib/field-lengths'
import { messagesOf } from '../lib/field-rules'
import { checkChildren, sameNameErrors } from './new-family'

const SAME_NAME = 'Two children have the same name.'

it.each<[string[], number[]]>([
  [[], []],
  [['Amara'], []],
  [['Amara', 'Kofi'], []],
  [['Amara', 'Kofi', 'Amara'], [2]],
  [
    ['Amara', 'Amara', 'Amara'],
    [1, 2],
  ],
  [
    ['Zoë Müller', 'Kofi', 'zoe  MULLER', 'Müller, Zoë'],
    [2, 3],
  ],
  [['Amara', 'Amara Okafor'], []],
  [['', 'Kofi', '', '  '], []],
])('of children named %j, a second one of a name is asked for another: %j', (names, repeated) => {
  expect(sameNameErrors(names.map((name) => ({ name })))).toEqual(
    Object.fromEntries(repeated.map((index) => [`children.${index}.name`, SAME_NAME])),
  )
})

const child = (values: Partial<ChildInput>): ChildInput => ({
  name: 'Amara',
  allergies: '',
  notes: '',
  grade: '',
  pickup_people: [],
  must_not_pick_up: [],
  ...values,
})

it("each child's errors are named with its place in the form", () => {
  const tooLong = 'x'.repeat(MAX_LENGTH.name + 1)
  const errors = checkChildren([
    child({}),
    child({ name: 'AMARA', pickup_people: [{ name: '', phone: '' }] }),
    child({ name: '' }),
    child({ name: tooLong }),
    child({ name: tooLong }),
  ])
  expect(messagesOf(errors)).toEqual({
    'children.1.name': SAME_NAME,
    'children.1.pickup_people.0.name': 'Please enter a name',
    'children.2.name': 'Name is required',
    'children.3.name': `Must be at most ${MAX_LENGTH.name} characters`,
    'children.4.name': `Must be at most ${MAX_LENGTH.name} characters`,
  })
  expect(checkChildren([child({}), child({ name: 'Kofi' })])).toEqual({})
})
