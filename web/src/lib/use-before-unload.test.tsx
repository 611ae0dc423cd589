import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadPageWithToast, setSession } from './auth-store'
import { useBeforeUnload } from './use-before-unload'

/** What the browser would ask about before it leaves the page. */
let questions: string[]

const leave = (to: string | URL) => {
  if (!window.dispatchEvent(new Event('beforeunload', { cancelable: true }))) questions.push(String(to))
}

beforeEach(() => {
  questions = []
  vi.spyOn(window.location, 'replace').mockImplementation(leave)
})
afterEach(() => {
  cleanup()
  setSession(null)
  sessionStorage.clear()
  vi.restoreAllMocks()
})

function Form({ isDirty }: { isDirty: boolean }) {
  useBeforeUnload(isDirty)
  return null
}

it('asks until the last form is saved', () => {
  const first = render(<Form isDirty />)
  const second = render(<Form isDirty />)
  first.rerender(<Form isDirty={false} />)
  leave('/elsewhere')
  second.unmount()
  leave('/again')
  expect(questions).toEqual(['/elsewhere'])
})

it('does not ask once the page has been emptied to load the next: to stay would show a spinner for ever', () => {
  render(<Form isDirty />)
  loadPageWithToast('/dashboard', { variant: 'success', title: 'Family', message: 'You left the family.' })
  expect(questions).toEqual([])
})
