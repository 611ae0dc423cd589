import { act, cleanup, render, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { LiveStream } from '../testing/live-stream'
import { AuthProvider } from './auth-provider'
import { setSession } from './auth-store'
import { clearDraft, clearDraftsOf, type DraftSlot, releaseDrafts, retainDrafts } from './draft-store'
import { useDraft } from './use-draft'

const KEY = 'aftercare.draft.registration.dana'
const SLOT: DraftSlot = { form: 'registration', personId: 'dana', isStored: true }
const stored = () => JSON.parse(localStorage.getItem(KEY) ?? 'null')?.values
const storeDraft = (text: string, savedAt = Date.now()) =>
  localStorage.setItem(KEY, JSON.stringify({ savedAt, values: { text } }))

const SESSION = {
  user: { id: 'dana', email: 'dana@example.com', full_name: 'Dana Okafor' },
  roles: ['parent' as const],
  expires_at: '2999-01-01T00:00:00.000Z',
  family_id: 'okafor',
}

beforeEach(() => {
  vi.stubGlobal('EventSource', LiveStream)
  vi.stubGlobal('fetch', async () => Response.json({ ...SESSION, now: new Date().toISOString() }))
  setSession(SESSION)
})

/** The open form. */
let form: { values: { text: string }; change: (part: { text: string }) => unknown; clearSent: ClearSent }
type ClearSent = (isSent: (values: { text: string }) => boolean) => boolean

function Draft() {
  form = useDraft('registration', {
    empty: { text: '' },
    isStored: true,
    parse: (values) => values as { text: string },
  })
  return null
}
const open = () =>
  render(
    <AuthProvider>
      <Draft />
    </AuthProvider>,
  )
const change = (text: string) => act(() => void form.change({ text }))

/** Nothing is written yet. */
function type(text: string) {
  const page = open()
  change(text)
  expect(stored()).toBeUndefined()
  return page
}
const closePage = () => window.dispatchEvent(new Event('pagehide'))

it('is written after it is rendered', async () => {
  type('Amara')
  await waitFor(() => expect(stored()).toEqual({ text: 'Amara' }))
})

it.each([
  ['the page is closed', closePage],
  ['the page is hidden', () => document.dispatchEvent(new Event('visibilitychange'))],
])('is written at once when %s', (_, leave) => {
  type('Amara')
  leave()
  expect(stored()).toEqual({ text: 'Amara' })
})

it.each([
  ['sent', () => form.clearSent(({ text }) => text === 'Amara')],
  ['cleared', () => clearDraft(SLOT)],
  ['cleared by signing out', () => clearDraftsOf('dana')],
])('does not come back after it was %s', (_, clear) => {
  type('Amara')
  act(() => void clear())
  closePage()
  expect(stored()).toBeUndefined()
})

it('comes back with the form, for thirty days', () => {
  storeDraft('Amara')
  open().unmount()
  expect(form.values.text).toBe('Amara')
})

it('is forgotten after thirty days', () => {
  storeDraft('Amara', Date.now() - 31 * 24 * 60 * 60 * 1000)
  open()
  expect(form.values.text).toBe('')
  expect(stored()).toBeUndefined()
})

it.each([
  ['empty', '', undefined],
  ['filled in', 'Amara', { text: 'Amara' }],
])('is updated when the form returns to its initial value, %s', (_, first, expected) => {
  if (first) storeDraft(first)
  open()
  change('Amara Lee')
  closePage()
  expect(stored()).toEqual({ text: 'Amara Lee' })
  change(first)
  closePage()
  expect(stored()).toEqual(expected)
})

it('an untouched form is not stored', () => {
  open()
  closePage()
  expect(stored()).toBeUndefined()
})

it.each([
  ['here', () => change('Amara Lee')],
  [
    'in another tab',
    () => {
      closePage()
      storeDraft('Amara Lee')
    },
  ],
])('stays after it was sent where it was changed %s since', (_, changeMeanwhile) => {
  type('Amara')
  changeMeanwhile()
  expect(form.clearSent(({ text }) => text === 'Amara')).toBe(false)
  closePage()
  expect(stored()).toEqual({ text: 'Amara Lee' })
})

it('an open form still shows what was sent, and stores what is typed next', () => {
  type('Amara')
  expect(form.clearSent(({ text }) => text === 'Amara')).toBe(true)
  expect(form.values.text).toBe('Amara')
  change('Ben')
  closePage()
  expect(stored()).toEqual({ text: 'Ben' })
})

/** The form is open in this tab when another one signs out. */
function signOutElsewhere() {
  const page = type('Amara')
  retainDrafts('dana', 'okafor')
  page.unmount()
  clearStorage()
}
/** As the other tab does it. */
const clearStorage = () => {
  closePage()
  localStorage.removeItem(KEY)
}

it.each([
  ['the same person gets it back', 'dana', 'okafor', { text: 'Amara' }],
  ['another person does not', 'omar', 'okafor', undefined],
  ['one whose id ends like it does not', 'a', 'okafor', undefined],
  ['the same person in another family does not', 'dana', 'whitfield', undefined],
])('after a sign-out in another tab %s', async (_, personId, familyId, expected) => {
  signOutElsewhere()
  await act(async () => undefined)
  releaseDrafts(personId, familyId)
  expect(stored()).toEqual(expected)
})

it('is not given back after somebody else was signed in', () => {
  signOutElsewhere()
  releaseDrafts('omar', 'okafor')
  releaseDrafts('dana', 'okafor')
  expect(stored()).toBeUndefined()
})

it('is given back only where there is no newer one', () => {
  signOutElsewhere()
  storeDraft('Amara Lee')
  releaseDrafts('dana', 'okafor')
  expect(stored()).toEqual({ text: 'Amara Lee' })
  open()
  expect(form.values.text).toBe('Amara Lee')
})

it('is not given back once the form was left, cleared or sent', async () => {
  type('Amara').unmount()
  await act(async () => undefined)
  retainDrafts('dana', 'okafor')
  clearStorage()
  releaseDrafts('dana', 'okafor')
  expect(stored()).toBeUndefined()
  type('Amara')
  clearDraft(SLOT)
  retainDrafts('dana', 'okafor')
  releaseDrafts('dana', 'okafor')
  expect(stored()).toBeUndefined()
  cleanup()
})
