import { expect, test } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import { childrenNamed } from './children-named'
import { type KnownFamily, knownFamilyNotes } from './same-child'

test.each(rulesTable('guests.md', 'The same child'))('$name', (row) => {
  const children = row
    .text('children on file')
    .split(' + ')
    .map((name) => ({ name }))
  const found = childrenNamed(children, row.text('the guest typed'))
  expect(found.map(({ name }) => name).join(' + ') || 'none').toBe(row.text('asked about'))
})

test('a child without a name is nobody', () => {
  expect(childrenNamed([{ name: '' }], ' ')).toEqual([])
})

test('on paper two children of one name are one question, and a suspended account is named', () => {
  const amara = {
    id: 'a',
    name: 'Amara',
    grade: null,
    allergies: null,
    must_not_pick_up: [],
    parent_name: 'Dana',
    may_link: true,
  }
  const known: KnownFamily = { same_children: [amara, { ...amara, id: 'b' }], is_suspended: true }
  expect(knownFamilyNotes(known)).toEqual(['Same child as Amara?', 'Suspended account'])
  expect(knownFamilyNotes({ same_children: [], is_suspended: false })).toEqual([])
  expect(knownFamilyNotes(null)).toEqual([])
})
