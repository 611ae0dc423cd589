import { describe, expect, test } from 'vitest'
import { rulesTable } from '../../testing/rules-table'
import {
  alreadySubmittedChildren,
  guestRegistrationError,
  isDropInComplete,
  partlyRegistered,
  registrationError,
} from './registration'
import { en } from './texts/en'

const days = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test.each(rulesTable('forms.md', 'Sending a registration'))('$name', (row) => {
  const shared = {
    monthId: row.yes('month') ? 'month-1' : null,
    days: days(Number(row.text('days'))),
    agreed: row.yes('agreed'),
  }
  const named = row.yes('names')
  const error = row.yes('signed in')
    ? registrationError({ ...shared, childIds: days(Number(row.text('children'))).map(String) })
    : guestRegistrationError({
        ...shared,
        parentName: named ? 'Gil' : ' ',
        parentEmail: named ? 'gil@example.com' : '',
        childName: named ? 'Gus' : '',
      })
  expect(error?.title ?? 'none').toBe(row.text('title'))
  expect(error?.message ?? 'none').toBe(row.text('message'))
})

test('the missing parts are listed, so that the screen can mark them', () => {
  const form = { monthId: 'month-1', childIds: ['child-1'], days: [3], agreed: false }
  expect(registrationError(form)?.missing).toEqual(['agreement'])
  expect(registrationError({ ...form, monthId: null })?.missing).toEqual(['month'])
  const guest = {
    monthId: 'month-1',
    parentName: 'Gil',
    parentEmail: '',
    childName: ' ',
    days: [],
    agreed: true,
  }
  expect(guestRegistrationError(guest)?.missing).toEqual(['parentEmail', 'childName', 'days'])
  expect(guestRegistrationError({ ...guest, monthId: null })?.missing).toEqual(['month'])
})

test('children who have a registration for the month cannot be chosen again', () => {
  const submissions = [
    { month_id: 'may', child_id: 'ada' },
    { month_id: 'june', child_id: 'bo' },
    { month_id: null, child_id: 'bo' },
    { month_id: 'may', child_id: null },
  ]
  expect([...alreadySubmittedChildren(submissions, 'may')]).toEqual(['ada'])
})

test('the success message is for one child or several', () => {
  expect(en.success(1)).toBe('Registration submitted successfully for 1 child.')
  expect(en.success(2)).toBe('Registration submitted successfully for 2 children.')
})

describe('a drop-in request can be sent', () => {
  const form = {
    parentName: 'Gil',
    parentEmail: 'gil@example.com',
    parentPhone: '',
    childName: 'Gus',
    childAllergies: '',
    requestDate: '2025-11-20',
    additionalNotes: '',
  }
  const unnamed = { ...form, parentName: '', parentEmail: '', childName: '' }

  test.each([
    ['by a guest with all names', form, true, null, true],
    ['by a parent with a chosen child', unnamed, true, 'child-1', true],
    ['not by a parent without a child', unnamed, true, null, false],
    ['not without a name', { ...form, childName: ' ' }, true, null, false],
    ['not without a date', { ...form, requestDate: '' }, true, null, false],
    ['not without the agreement', form, false, null, false],
  ])('%s', (_, values, agreed, childId, complete) => {
    expect(isDropInComplete(values, agreed, childId)).toBe(complete)
  })
})

test.each([
  ['nobody is registered anywhere', '', ''],
  ['all are registered for the one month', 'may ada, may bo', ''],
  ['one is left in one month', 'may ada, may bo, june bo', 'june ada'],
  ['a month without registrations has its own card', 'june bo', 'june ada'],
  ['each month separately', 'may bo, june ada', 'may ada, june bo'],
  ['a child that was removed does not count as one of the others', 'may gone', 'may ada, may bo'],
  ['drop-ins have no month', '- ada, - bo', ''],
])('which children can still register for which month: %s', (_, rows, expected) => {
  const ids = (ids: string) => ids.split(' ').map((id) => ({ id }))
  const registered = (rows === '' ? [] : rows.split(', ')).map((row) => {
    const [month_id = '', child_id = ''] = row.split(' ')
    return { month_id: month_id === '-' ? null : month_id, child_id }
  })
  const left = partlyRegistered(ids('may june'), ids('ada bo'), registered)
  const words = left.flatMap(({ month, children }) => children.map(({ id }) => `${month.id} ${id}`))
  expect(words.join(', ')).toBe(expected)
})
