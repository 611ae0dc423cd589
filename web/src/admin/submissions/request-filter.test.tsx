import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderAdminPage, withStaff } from '../../testing/staff'
import SubmissionsPage from './submissions-page'

let requests: (string | null)[] = []

withStaff((url) => {
  if (url.pathname === '/api/admin/months') return Response.json({ rows: [] })
  if (!url.pathname.startsWith('/api/admin/submissions')) return undefined
  requests.push(url.searchParams.get('request'))
  return Response.json({ rows: [], total: 0, is_capped: false, edited_since_billed: 0, page: 1, size: 25 })
})

it('lists the registrations that families asked to cancel by a link, and all again with a click', async () => {
  requests = []
  const user = renderAdminPage('/admin/submissions?request=asked_to_cancel', <SubmissionsPage />)
  expect(await screen.findByText('No submissions match these filters')).toBeDefined()
  expect(requests).toEqual(['asked_to_cancel'])
  await user.click(screen.getByRole('button', { name: 'Asked to cancel' }))
  expect(await screen.findByText('No submissions yet')).toBeDefined()
  await waitFor(() => expect(requests).toEqual(['asked_to_cancel', 'all']))
  expect(screen.queryByRole('button', { name: 'Asked to cancel' })).toBeNull()
})
