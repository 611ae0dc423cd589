import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import {
  clearDraft,
  clearDraftsOf,
  restoreDrafts,
  retainOpenDrafts,
  usePersistedDraft,
} from './persisted-draft'

const KEY = 'aftercare.draft.registration.dana'
const stored = () => JSON.parse(localStorage.getItem(KEY) ?? 'null')?.values

function Draft({ text }: { text: string }) {
  usePersistedDraft('registration', 'dana', { text }, text === '')
  return null
}

/** Renders the change; nothing is written yet. */
function type(text: string) {
  const { rerender } = render(<Draft text="" />)
  rerender(<Draft text={text} />)
  expect(stored()).toBeUndefined()
}

afterEach(() => {
  cleanup()
  clearDraft('registration', 'dana')
})

it('is written after it is rendered', async () => {
  type('Amara')
  await waitFor(() => expect(stored()).toEqual({ text: 'Amara' }))
})

it.each([
  ['the page is closed', () => window.dispatchEvent(new Event('pagehide'))],
  ['the page is hidden', () => document.dispatchEvent(new Event('visibilitychange'))],
])('is written at once when %s', (_, leave) => {
  type('Amara')
  leave()
  expect(stored()).toEqual({ text: 'Amara' })
})

it.each([
  ['sent', () => clearDraft('registration', 'dana')],
  ['cleared by signing out', () => clearDraftsOf('dana')],
])('does not come back after it was %s', (_, clear) => {
  type('Amara')
  clear()
  window.dispatchEvent(new Event('pagehide'))
  expect(stored()).toBeUndefined()
})

it.each([
  ['empty', '', undefined],
  ['filled in', 'Amara', { text: 'Amara' }],
])('is updated when the form returns to its initial value, %s', (_, first, expected) => {
  const { rerender } = render(<Draft text={first} />)
  rerender(<Draft text="Amara Lee" />)
  window.dispatchEvent(new Event('pagehide'))
  expect(stored()).toEqual({ text: 'Amara Lee' })
  rerender(<Draft text={first} />)
  window.dispatchEvent(new Event('pagehide'))
  expect(stored()).toEqual(expected)
})

it('an untouched form is not stored', () => {
  const { rerender } = render(<Draft text="Amara" />)
  rerender(<Draft text="Amara" />)
  window.dispatchEvent(new Event('pagehide'))
  expect(stored()).toBeUndefined()
})

/** The form is open in this tab when another one signs out. */
function signOutElsewhere(text = 'Amara') {
  const form = render(<Draft text={text} />)
  retainOpenDrafts('okafor')
  form.unmount()
  clearDraftsOf('dana')
}

it.each([
  ['the same person gets it back', 'dana', 'okafor', { text: 'Amara' }],
  ['another person does not', 'omar', 'okafor', undefined],
  ['one whose id ends like it does not', 'a', 'okafor', undefined],
  ['the same person in another family does not', 'dana', 'whitfield', undefined],
])('after a sign-out in another tab %s', (_, personId, familyId, expected) => {
  signOutElsewhere()
  restoreDrafts(personId, familyId)
  expect(stored()).toEqual(expected)
})

it('is not given back after somebody else was signed in', () => {
  signOutElsewhere()
  restoreDrafts('omar', 'okafor')
  restoreDrafts('dana', 'okafor')
  expect(stored()).toBeUndefined()
})

it('is given back only where there is no newer one', () => {
  signOutElsewhere()
  localStorage.setItem(KEY, JSON.stringify({ savedAt: Date.now(), values: { text: 'Amara Lee' } }))
  restoreDrafts('dana', 'okafor')
  expect(stored()).toEqual({ text: 'Amara Lee' })
})

it('is not given back once the form was left, cleared or sent', () => {
  render(<Draft text="Amara" />).unmount()
  retainOpenDrafts('okafor')
  restoreDrafts('dana', 'okafor')
  expect(stored()).toBeUndefined()
  render(<Draft text="Amara" />)
  clearDraft('registration', 'dana')
  retainOpenDrafts('okafor')
  restoreDrafts('dana', 'okafor')
  expect(stored()).toBeUndefined()
})
