import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { currentLocation } from '../router/history'
import { Link, Router } from '../router/router'
import { UnsavedChanges } from './unsaved-changes'

beforeEach(() => window.history.replaceState(null, '', '/admin/months?month=may'))
afterEach(cleanup)

function show(link: React.ReactNode) {
  render(
    <Router>
      {link}
      <UnsavedChanges
        isDirty
        isSamePage={({ pathname, search }) => pathname === '/admin/months' && search.includes('month=may')}
        description="Two prices are not saved."
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
