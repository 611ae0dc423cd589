import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../lib/query-client'
import { Router } from '../../router/router'
import { SUBMISSION } from '../../testing/parent-server'
import { YourSubmissions } from './your-submissions'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

it.each([
  [12, 12, null],
  [13, 12, 'See all 13 in your history'],
])('of %i submissions shows the newest %i, and then %j', async (total, shown, link) => {
  const rows = Array.from({ length: total }, (_, index) => ({ ...SUBMISSION, id: `s${index}` }))
  vi.stubGlobal('fetch', async (input: string) => {
    const size = Number(new URL(input, 'http://localhost').searchParams.get('size'))
    return Response.json({ rows: rows.slice(0, size), total, page: 1, size })
  })
  render(
    <QueryClientProvider client={queryClient}>
      <Router>
        <YourSubmissions />
      </Router>
    </QueryClientProvider>,
  )
  expect(await screen.findAllByRole('listitem')).toHaveLength(shown)
  expect(screen.queryByRole('link')?.textContent ?? null).toBe(link)
})
