import { expect, it } from 'vitest'
import { ApiError } from './api-client'
import {
  commitDraft,
  conflictsOf,
  type Draft,
  discardFields,
  editDraft,
  isSameAccount,
  overwriteFields,
  type Save,
  sendVersioned,
} from './versioned-draft'

type Values = { name: string; allergies: string; people: { name: string }[] }
const amara: Values = { name: 'Amara', allergies: '', people: [] }
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
  ['a list alike', { people: [{ name: 'Ana ' }] }, { people: [] }, { people: ana }, []],
])('somebody else changed %s', (_, changes, base, stored, conflicts) => {
  expect(conflictsOf({ changes, base }, { values: { ...amara, ...stored } })).toEqual(conflicts)
})

it('recognizes its own save, whose response was lost, where one value can be typed in two ways', () => {
  const draft = { changes: { price: '21' }, base: { price: '20.00' } }
  const isSame = (one: unknown, other: unknown) => Number(one) === Number(other)
  expect(conflictsOf(draft, { values: { price: '21.00' }, isSame })).toEqual([])
  expect(conflictsOf(draft, { values: { price: '22.00' }, isSame })).toEqual(['price'])
})

it.each<[string, string, boolean]>([
  ['email', 'Ana@Example.com ', true],
  ['email', 'diana@example.com', false],
  ['full_name', 'Ana@Example.com', false],
])('the server stores emails in lower case: %s', (field, typed, isSame) => {
  expect(isSameAccount('ana@example.com', typed, field)).toBe(isSame)
})

const NONE: Draft<Values> = { changes: {}, base: {} }
const typed = (part: Partial<Values>, draft = NONE, stored = amara, isSaving = false) =>
  editDraft(draft, part, stored, isSaving)

it('stores an edit with its base, and drops a field that is back at the stored value', () => {
  const draft = typed({ name: 'Amara O.' })
  expect(draft).toEqual({ changes: { name: 'Amara O.' }, base: { name: 'Amara' } })
  expect(typed({ name: 'Amara ' }, draft).changes).toEqual({ name: 'Amara ' })
  expect(typed({ name: 'Amara' }, draft)).toEqual(NONE)
  expect(typed({ name: 'Amara' }, draft, amara, true).changes).toEqual({ name: 'Amara' })
})

it('overwrites what somebody else saved, or discards the edit of that field alone', () => {
  const draft = typed({ name: 'Amara O.', allergies: 'Nuts' })
  const stored = { ...amara, allergies: 'Milk' }
  expect(conflictsOf(overwriteFields(draft, ['allergies'], stored), { values: stored })).toEqual([])
  expect(discardFields(draft, ['allergies'])).toEqual(typed({ name: 'Amara O.' }))
})

it('has no base for an unchanged field: what somebody else saves there later is no conflict', () => {
  const sent = typed({ name: 'Amara O.', allergies: 'Milk' })
  // Discarded while the save is pending, which stores it anyway.
  const left = commitDraft(typed({ name: 'Amara P.' }, NONE, amara, true), sent.changes)
  expect(left).toEqual({ changes: { name: 'Amara P.' }, base: { name: 'Amara O.' } })
  const later = { ...amara, name: 'Amara O.', allergies: 'Milk, nuts' }
  expect(conflictsOf(typed({ allergies: 'Milk, nuts, soy' }, left, later), { values: later })).toEqual([])
})

it('gives up after three stale versions, and sends only versions that the server returned', async () => {
  const sent: Save<{ name: string; notes: string }>[] = []
  const save = {
    changes: { name: 'Amara O.' },
    base: { name: 'Amara' },
    version: 1,
    values: { name: 'Amara O.', notes: '' },
  }
  const send = async (next: Save<{ name: string; notes: string }>) => {
    sent.push(next)
    throw new ApiError(409, 'stale-version', 'Stale', {}, true, next.version + 5)
  }
  const read = (version: number) => ({ values: { name: 'Amara', notes: `Notes ${version}` }, version })
  await expect(sendVersioned('child', save, read, send)).rejects.toThrow('Stale')
  expect(sent.map(({ version }) => version)).toEqual([1, 6, 11])
  expect(sent[2]?.values).toEqual({ name: 'Amara O.', notes: 'Notes 11' })
})

it.each([
  ['its own price, whose response was lost', '21.00', [1, 2], 'saved'],
  ["another admin's price", '22.00', [1], 'Stale'],
])('sends again what it meets as %s only if it is the same', async (_, price, versions, outcome) => {
  const sent: number[] = []
  const save = { changes: { price: '21' }, base: { price: '20.00' }, version: 1, values: { price: '21' } }
  const send = async ({ version }: Save<{ price: string }>) => {
    sent.push(version)
    if (version === 1) throw new ApiError(409, 'stale-version', 'Stale', {}, true, 2)
    return 'saved'
  }
  const isSame = (one: unknown, other: unknown) => Number(one) === Number(other)
  const read = (version: number) => ({ values: { price }, version, isSame })
  const result = await sendVersioned('pricing', save, read, send).catch((error: Error) => error.message)
  expect([sent, result]).toEqual([versions, outcome])
})
