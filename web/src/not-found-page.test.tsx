import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { AppRoutes } from './routes'

it('answers an address that does not exist with the 404 page and a way home', async () => {
  render(
    <MemoryRouter initialEntries={['/no-such-page']}>
      <AppRoutes />
    </MemoryRouter>,
  )
  expect((await screen.findByRole('heading')).textContent).toBe('404')
  expect(screen.getByText('Oops! Page not found')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Return to Home' }).getAttribute('href')).toBe('/')
  expect(document.title).toBe('Page not found | Preschool Aftercare')
})
