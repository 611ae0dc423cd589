import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { currentLocation } from '../router/history'
import { Link, Router } from '../router/router'
import { Dialog } from '../ui/overlays/dialog'
import { blockNavigation, runAfterBlockers } from './navigation-blocker'
import { UnsavedChanges } from './unsaved-changes'

// Dialogs are loaded lazily: imported once up front, because that can take long on a busy machine.
beforeAll(() => import('../ui/overlays/dialogs.lazy'))
beforeEach(() => window.history.replaceState(null, '', '/admin/months?month=may'))
afterEach(cleanup)

function show(link: React.ReactNode) {
  render(
    <Router>
      {link}
      <UnsavedChanges
        draft={{ isUnsaved: true }}
        isSamePage={({ pathname, search }) => pathname === '/admin/months' && search.includes('month=may')}
        unsavedText="Two prices are not saved."
      />
    </Router>,
  )
}
const follow = () => userEvent.click(screen.getByRole('link'))
const url = () => {
  const { pathname, search, hash } = currentLocation()
  return pathname + search + hash
}

it.each(['/admin/settings#pricing', '/admin/months?month=june#days', '/admin/months#days'])(
  'asks before a link to %s, and follows it to the place that it names',
  async (to) => {
    show(<Link to={to}>Elsewhere</Link>)
    await follow()
    expect(await screen.findByText('Two prices are not saved.')).toBeDefined()
    expect(url()).toBe('/admin/months?month=may')
    await userEvent.click(screen.getByRole('button', { name: 'Leave without saving' }))
    await waitFor(() => expect(url()).toBe(to))
  },
)

it('does not ask on a link within the page', async () => {
  show(<a href="#main">Skip to content</a>)
  await follow()
  expect(screen.queryByText('Two prices are not saved.')).toBeNull()
})

it('does not ask on a link to what is being edited', async () => {
  show(<Link to="?month=may&day=4#days">Day 4</Link>)
  await follow()
  expect(screen.queryByText('Two prices are not saved.')).toBeNull()
  expect(url()).toBe('/admin/months?month=may&day=4#days')
})

const TwoForms = () => (
  <>
    <UnsavedChanges draft={{ isUnsaved: true }} unsavedText="The prices are not saved." />
    <UnsavedChanges draft={{ isUnsaved: true }} unsavedText="The message is not sent." />
  </>
)
const GENERAL = "What you entered hasn't been saved and will be lost."
const answer = async (name: string) => {
  expect((await screen.findByRole('alertdialog')).textContent).toContain(GENERAL)
  await userEvent.click(screen.getByRole('button', { name }))
}

it('asks once before Back, for both forms of a page', async () => {
  window.history.replaceState({ idx: 0 }, '', '/before')
  window.history.pushState({ idx: 1 }, '', '/admin/months')
  render(
    <Router>
      <TwoForms />
    </Router>,
  )
  act(() => window.history.back())
  await answer('Leave without saving')
  await waitFor(() => expect(url()).toBe('/before'))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

it('asks once before signing out for both forms, and separately about board marks between them', async () => {
  const askAboutMarks = vi.fn((go: () => void) => go())
  const signOut = vi.fn()
  const page = (hasSecond: boolean) => (
    <Router>
      <UnsavedChanges draft={{ isUnsaved: true }} unsavedText="The prices are not saved." />
      <UnsavedChanges draft={{ isUnsaved: hasSecond }} unsavedText="The message is not sent." />
    </Router>
  )
  const { rerender } = render(page(false))
  const release = blockNavigation('unsent-marks', askAboutMarks)
  rerender(page(true))
  act(() => runAfterBlockers(signOut))
  await answer('Leave without saving')
  expect(askAboutMarks).toHaveBeenCalledOnce()
  expect(signOut).toHaveBeenCalledOnce()
  release()
})

it('asks about both forms of a dialog in general words before it is closed', async () => {
  const close = vi.fn()
  render(
    <Router>
      <Dialog open onOpenChange={close} title="Two forms">
        <TwoForms />
      </Dialog>
    </Router>,
  )
  await screen.findByRole('dialog')
  await userEvent.keyboard('{Escape}')
  await answer('Close without saving')
  expect(close).toHaveBeenCalledOnce()
})
