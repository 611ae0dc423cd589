import { render, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { AppRoutes } from './app-routes'
import { AuthProvider } from './lib/auth-provider'
import { Router } from './router/router'

it('shows the 404 page for an unknown URL, under the shared header, with a link home', async () => {
  vi.stubGlobal('fetch', async () => Response.json(null))
  window.history.replaceState(null, '', '/no-such-page')
  render(
    <Router>
      <AuthProvider>
        <AppRoutes />
      </AuthProvider>
    </Router>,
  )
  expect((await screen.findByRole('heading')).textContent).toBe('404')
  expect(screen.getByText('Oops! Page not found')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/')
  const header = within(screen.getByRole('banner'))
  expect(header.getByText('Parent Portal')).toBeDefined()
  expect(header.getByRole('link', { name: 'Admin' }).getAttribute('href')).toBe('/admin/login')
  expect(header.queryByRole('button', { name: 'Sign Out' })).toBeNull()
  expect(document.title).toBe('Page not found | Preschool Aftercare')
  vi.unstubAllGlobals()
})
