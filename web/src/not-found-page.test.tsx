import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { App } from './app'
import { setSession } from './lib/auth-store'
import { queryClient } from './lib/query-client'
import { LiveStream } from './testing/live-stream'
import { parentServer } from './testing/parent-server'
import { STAFF_SESSION } from './testing/staff'

afterEach(() => {
  cleanup()
  setSession(null)
  queryClient.clear()
})

it.each([
  ['/no-such-page', 'a visitor', null],
  ['/admin/no-such-page', 'a visitor', null],
  ['/admin/no-such-page', 'staff', STAFF_SESSION],
])('shows the 404 page at %s to %s, under the shared header, with a link home', async (url, _, session) => {
  vi.stubGlobal('EventSource', LiveStream)
  vi.stubGlobal('fetch', parentServer(session).fetch)
  setSession(session)
  window.history.replaceState(null, '', url)
  render(<App />)
  expect((await screen.findByRole('heading')).textContent).toBe('404')
  expect(screen.getByText('Oops! Page not found')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/')
  const header = within(screen.getByRole('banner'))
  expect(header.getByText('Parent Portal')).toBeDefined()
  expect(header.queryByRole('button', { name: 'Sign Out' }) !== null).toBe(session !== null)
  if (!session) expect(header.getByRole('link', { name: 'Admin' }).getAttribute('href')).toBe('/admin/login')
  // Staff's pages have no other language.
  const choice = screen.queryByRole('group', { name: 'Language' })
  expect(choice !== null).toBe(url === '/no-such-page')
  expect(document.title).toBe('Page not found | Preschool Aftercare')
  expect(window.location.pathname).toBe(url)
})
