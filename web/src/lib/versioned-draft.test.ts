import { act, renderHook } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { AuthProvider } from '../auth/auth-provider'
import { LiveStream } from '../testing/live-stream'
import { parentServer } from '../testing/parent-server'
import { ApiError } from './api-client'
import { conflictsOf, sendChange, useVersionedDraft } from './versioned-draft'

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

it('knows no base for a field that is not changed: what somebody else saves there later is no conflict', () => {
  vi.stubGlobal('EventSource', LiveStream)
  vi.stubGlobal('fetch', parentServer(null).fetch)
  const stored = (values: Partial<Values>, version: number) => ({
    values: { name: 'Amara', allergies: '', people: [], ...values },
    version,
  })
  const { result, rerender, unmount } = renderHook((now) => useVersionedDraft<Values>('child', now), {
    initialProps: stored({}, 1),
    wrapper: AuthProvider,
  })
  act(() => void result.current.edit({ name: 'Amara O.', allergies: 'Milk' }))
  const sent = result.current.change
  // Given up while the save is under way, which stores it all the same.
  act(() => result.current.discard())
  act(() => void result.current.edit({ name: 'Amara P.' }, { isSaving: true }))
  act(() => void result.current.commit(sent))
  rerender(stored({ name: 'Amara O.', allergies: 'Milk' }, 2))
  expect(result.current.change).toMatchObject({ changes: { name: 'Amara P.' }, from: { name: 'Amara O.' } })
  rerender(stored({ name: 'Amara O.', allergies: 'Milk, nuts' }, 3))
  act(() => void result.current.edit({ allergies: 'Milk, nuts, soy' }))
  expect(result.current.conflicts).toEqual([])
  unmount()
  vi.unstubAllGlobals()
})
