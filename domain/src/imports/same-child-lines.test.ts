import { expect, it } from 'vitest'
import { addDetails, allergiesFit } from './same-child-lines'

const NONE = { allergies: '', notes: '', grade: '', pickup_people: [] }

const peopleCalled = (...names: string[]) => names.map((name) => ({ name, phone: '' }))

it.each([
  [{ allergies: 'None' }, {}, { allergies: 'None' }],
  [{}, { allergies: 'none' }, { allergies: 'none' }],
  [{ allergies: 'None' }, { allergies: 'Peanuts' }, { allergies: 'Peanuts' }],
  [{ allergies: 'Peanuts' }, { allergies: 'N/A' }, { allergies: 'Peanuts' }],
  [{ allergies: 'Peanuts' }, { allergies: 'PEANUTS ' }, { allergies: 'Peanuts' }],
  // One text contains the other, but is not it.
  [{ allergies: 'Peanuts' }, { allergies: 'Nuts' }, { allergies: 'Peanuts; Nuts' }],
  [{ allergies: 'Peanuts; Bees' }, { allergies: 'peanuts' }, { allergies: 'Peanuts; Bees' }],
  [{ notes: 'Naps at one' }, { notes: 'naps at ONE' }, { notes: 'Naps at one' }],
  [{ notes: 'Naps at one' }, { notes: 'No milk' }, { notes: 'Naps at one\nNo milk' }],
  [{ notes: 'Unable to swim' }, { notes: 'Able to swim' }, { notes: 'Unable to swim\nAble to swim' }],
  [{ notes: 'Naps at one\nNo milk' }, { notes: 'No milk' }, { notes: 'Naps at one\nNo milk' }],
  [{}, { notes: 'No milk' }, { notes: 'No milk' }],
  [{ grade: 'Pre-K' }, { grade: 'K' }, { grade: 'Pre-K' }],
  [{}, { grade: 'K' }, { grade: 'K' }],
  [
    { pickup_people: peopleCalled('Lola Reyes') },
    { pickup_people: [{ name: 'lola reyes', phone: '555 0101' }, ...peopleCalled('Ben Okafor')] },
    { pickup_people: [{ name: 'Lola Reyes', phone: '555 0101' }, ...peopleCalled('Ben Okafor')] },
  ],
])('%j and %j are %j', (first, again, both) => {
  expect(addDetails({ ...NONE, ...first }, { ...NONE, ...again })).toEqual({
    details: { ...NONE, ...both },
    tooMuch: [],
  })
})

it.each([
  [{ allergies: 'Nuts' }, { allergies: 'x'.repeat(494) }, true],
  [{ allergies: 'Nuts' }, { allergies: 'x'.repeat(495) }, false],
  [{ allergies: 'x'.repeat(501) }, {}, false],
  [{}, { allergies: 'x'.repeat(501) }, false],
  // Nothing is added to what is too long already.
  [{ allergies: 'x'.repeat(501) }, { allergies: 'Nuts' }, false],
])('the allergies %j and %j fit together: %s', (first, again, fit) => {
  const { details, tooMuch } = addDetails({ ...NONE, ...first }, { ...NONE, ...again })
  expect(allergiesFit(details)).toBe(fit)
  expect(details.allergies.length).toBeLessThan(502)
  expect(tooMuch).toEqual([])
})

it('notes that are too long together are the first ones only', () => {
  const add = (notes: string) => addDetails({ ...NONE, notes: 'Nuts' }, { ...NONE, notes })
  expect(add('x'.repeat(995))).toMatchObject({ details: { notes: `Nuts\n${'x'.repeat(995)}` }, tooMuch: [] })
  expect(add('x'.repeat(996))).toMatchObject({ details: { notes: 'Nuts' }, tooMuch: ['notes'] })
})

it('of the people who may pick up the first five fit', () => {
  const add = (...names: string[]) =>
    addDetails(
      { ...NONE, pickup_people: peopleCalled('A', 'B', 'C') },
      { ...NONE, pickup_people: peopleCalled(...names) },
    )
  expect(add('D', 'E', 'a')).toMatchObject({
    details: { pickup_people: peopleCalled('A', 'B', 'C', 'D', 'E') },
    tooMuch: [],
  })
  expect(add('D', 'a', 'E', 'F')).toMatchObject({
    details: { pickup_people: peopleCalled('A', 'B', 'C', 'D', 'E') },
    tooMuch: ['people who may pick up'],
  })
})
