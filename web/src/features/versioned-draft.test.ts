import { expect, it } from 'vitest'
import { ApiError } from './api-client'
import { conflictsOf, sendChange } from './versioned-draft'

type Values = { name: string; allergies: string; people: { name: string }[] }
const ana = [{ name: 'Ana' }]
const diana = [{ name: 'Diana' }]

it.each<[string, Partial<Values>, Partial<Values>, Partial<Values>, (keyof Values)[]]>([
  ['another field', { name: 'Amara O.' }, { name: 'Amara' }, { allergies: 'Milk' }, []],
  ['the same field', { allergies: 'Nuts' }, { allergies: '' }, { allergies: 'Milk' }, ['allergies']],
  ['the same field alike', { allergies: 'Milk ' }, { allergies: '' }, { allergies: 'Milk' }, []],
  ['the same field and back', { allergies: 'Nuts' }, { allergies: '' }, { allergies: '' }, []],
  [
    'a field that was emptied',
    { allergies: '' },
    { allergies: 'Nuts' },
    { allergies: 'Nuts, milk' },
    ['allergies'],
  ],
  ['a list', { people: ana }, { people: [] }, { people: diana }, ['people']],
  ['a list alike', { people: ana }, { people: [] }, { people: ana }, []],
])('somebody else changed %s', (_, changes, from, stored, conflicts) => {
  const now: Values = { name: 'Amara', allergies: '', people: [], ...stored }
  expect(conflictsOf({ changes, from }, now)).toEqual(conflicts)
})

it('gives up after three who were faster, and never sends without a version that the server named', async () => {
  const versions: number[] = []
  const change = { changes: { name: 'Amara O.' }, from: { name: 'Amara' }, version: 1 }
  const send = async ({ version }: { version: number }) => {
    versions.push(version)
    throw new ApiError(409, 'stale-version', 'Stale', {}, true, version + 5)
  }
  const read = (version: number) => ({ values: { name: 'Amara' }, version })
  await expect(sendChange(change, read, send)).rejects.toThrow('Stale')
  expect(versions).toEqual([1, 6, 11])
})
