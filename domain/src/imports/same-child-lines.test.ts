import { expect, it } from 'vitest'
import { addDetails } from './same-child-lines'

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
  expect(addDetails({ ...NONE, ...first }, { ...NONE, ...again })).toEqual({ ...NONE, ...both })
})

it.each([
  [{ allergies: 'Nuts' }, { allergies: 'x'.repeat(495) }, { allergies: 'x'.repeat(494) }],
  [{ notes: 'Nuts' }, { notes: 'x'.repeat(996) }, { notes: 'x'.repeat(995) }],
  [
    { pickup_people: peopleCalled('A', 'B', 'C') },
    { pickup_people: peopleCalled('D', 'E', 'F') },
    { pickup_people: peopleCalled('D', 'E', 'a') },
  ],
])('beside %j not everything fits', (first, tooMuch, enough) => {
  expect(addDetails({ ...NONE, ...first }, { ...NONE, ...tooMuch })).toBeNull()
  expect(addDetails({ ...NONE, ...first }, { ...NONE, ...enough })).not.toBeNull()
})
