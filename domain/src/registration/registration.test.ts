import { describe, expect, test } from 'vitest'
import { monthNamed } from '../../testing/builders'
import { rulesTable } from '../../testing/rules-table'
import {
  alreadySubmittedChildren,
  dropInsOf,
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

describe("the children's drop-ins in a month", () => {
  const children = [
    { id: 'ada', name: 'Ada Lee' },
    { id: 'bo', name: 'Bo Lee' },
  ]

  test.each<[string, string, string | null, string | null, ReturnType<typeof dropInsOf>]>([
    ['have day and name', 'November 2026', 'bo', '2026-11-09', [{ n: 9, child: 'Bo Lee' }]],
    ['can be on its first day', 'November 2026', 'ada', '2026-11-01', [{ n: 1, child: 'Ada Lee' }]],
    ['can be on its last day', 'November 2026', 'ada', '2026-11-30', [{ n: 30, child: 'Ada Lee' }]],
    ['are not those of another month', 'November 2026', 'ada', '2026-12-09', []],
    ['are not those of another year', 'November 2026', 'ada', '2025-11-09', []],
    ['are not those of other children', 'November 2026', 'cy', '2026-11-09', []],
    ['are not those of a guest', 'November 2026', null, '2026-11-09', []],
    ['are no registrations', 'November 2026', 'ada', null, []],
    ['are none where its name is not recognised', 'Summer 2026', 'ada', '2026-11-09', []],
  ])('%s', (_, month, child_id, dropin_date, expected) => {
    expect(dropInsOf([{ child_id, dropin_date }], children, monthNamed(month))).toEqual(expected)
  })

  test('are in the order of the submissions', () => {
    const submissions = [
      { child_id: 'bo', dropin_date: '2026-11-20' },
      { child_id: 'ada', dropin_date: null },
      { child_id: 'ada', dropin_date: '2026-11-09' },
    ]
    expect(dropInsOf(submissions, children, monthNamed('November 2026'))).toEqual([
      { n: 20, child: 'Bo Lee' },
      { n: 9, child: 'Ada Lee' },
    ])
  })
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
  ['a child that was removed does not count as one of the others', 'may gone', 'may ada bo'],
  ['drop-ins have no month', '- ada, - bo', ''],
])('which children can still register for which month: %s', (_, rows, expected) => {
  const ids = (ids: string) => ids.split(' ').map((id) => ({ id }))
  const registered = (rows === '' ? [] : rows.split(', ')).map((row) => {
    const [month_id = '', child_id = ''] = row.split(' ')
    return { month_id: month_id === '-' ? null : month_id, child_id }
  })
  const left = partlyRegistered(ids('may june'), ids('ada bo'), registered)
  const words = left.map(({ month, children }) => [month, ...children].map(({ id }) => id).join(' '))
  expect(words.join(', ')).toBe(expected)
})
