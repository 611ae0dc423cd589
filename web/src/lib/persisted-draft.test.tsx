import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { clearDraft, clearDraftsOf, usePersistedDraft } from './persisted-draft'

const KEY = 'aftercare.draft.registration.dana'
const stored = () => JSON.parse(localStorage.getItem(KEY) ?? 'null')?.values

function Draft({ text }: { text: string }) {
  usePersistedDraft('registration', 'dana', { text }, text === '')
  return null
}

/** As far as the change is on the screen, with nothing written yet. */
function type(text: string) {
  const { rerender } = render(<Draft text="" />)
  rerender(<Draft text={text} />)
  expect(stored()).toBeUndefined()
}

afterEach(() => {
  cleanup()
  clearDraft('registration', 'dana')
})

it('is written by itself once the screen shows it', async () => {
  type('Amara')
  await vi.waitFor(() => expect(stored()).toEqual({ text: 'Amara' }))
})

it.each([
  ['the page goes', () => window.dispatchEvent(new Event('pagehide'))],
  ['the page is put aside', () => document.dispatchEvent(new Event('visibilitychange'))],
])('is written at once when %s', (_, leave) => {
  type('Amara')
  leave()
  expect(stored()).toEqual({ text: 'Amara' })
})

it.each([
  ['sent', () => clearDraft('registration', 'dana')],
  ['left by signing out', () => clearDraftsOf('dana')],
])('does not come back after it was %s', (_, clear) => {
  type('Amara')
  clear()
  window.dispatchEvent(new Event('pagehide'))
  expect(stored()).toBeUndefined()
})

it.each([
  ['empty', '', undefined],
  ['filled in', 'Amara', { text: 'Amara' }],
])('follows a form back to how it began, %s', (_, first, kept) => {
  const { rerender } = render(<Draft text={first} />)
  rerender(<Draft text="Amara Lee" />)
  window.dispatchEvent(new Event('pagehide'))
  expect(stored()).toEqual({ text: 'Amara Lee' })
  rerender(<Draft text={first} />)
  window.dispatchEvent(new Event('pagehide'))
  expect(stored()).toEqual(kept)
})

it('a form that nobody touched is not kept', () => {
  const { rerender } = render(<Draft text="Amara" />)
  rerender(<Draft text="Amara" />)
  window.dispatchEvent(new Event('pagehide'))
  expect(stored()).toBeUndefined()
})
