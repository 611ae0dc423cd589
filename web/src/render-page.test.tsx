import { expect, it, vi } from 'vitest'
import { renderPage } from './render-page'

const program = {
  name: 'Hill Aftercare',
  time_zone: 'America/New_York',
  contact_email: 'hill@example.com',
  now: '2026-11-16T15:00:00Z',
  is_clock_set: false,
  sends_mail: true,
}

it('renders without waiting for a response that is missing', async () => {
  const request = vi.fn(() => Promise.reject(new TypeError('Failed to parse URL')))
  vi.stubGlobal('fetch', request)
  const responses = { '/api/auth/session': null, '/api/months': { rows: [] } }
  const html = await renderPage({ url: '/monthly-signup?month=gone', program, responses })
  expect(html).toContain('Hill Aftercare')
  // The month and the agreement, neither of them again.
  expect(request).toHaveBeenCalledTimes(2)
})
