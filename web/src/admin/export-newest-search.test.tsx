import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { renderAdminPage, withStaff } from '../testing/staff'
import { Activity } from './activity/activity'
import SubmissionsPage from './submissions/submissions-page'

/** The list search is debounced; Export CSV must use what is typed right now. */

let exported: URLSearchParams[]

beforeEach(() => {
  exported = []
})
withStaff(({ pathname, searchParams }) => {
  if (pathname.endsWith('/export')) {
    exported.push(searchParams)
    return new Response(null, { status: 503 })
  }
  if (pathname.endsWith('/activity')) return Response.json({ rows: [], older: null })
  if (pathname.endsWith('/submissions'))
    return Response.json({ rows: [], total: 0, is_capped: false, edited_since_billed: 0, page: 1, size: 25 })
})

it.each([
  ['submissions', '/admin/submissions?type=day_drop_in', <SubmissionsPage key="s" />, 'search', 'type'],
  ['activity', '/admin/settings?kind=families', <Activity key="a" />, 'person', 'kind'],
])(
  'exports the %s that match a search typed just before, with the other filters',
  async (_, url, page, name, other) => {
    renderAdminPage(url, page)
    const search = await screen.findByRole('searchbox')
    const button = screen.getByRole('button', { name: 'Export CSV' })
    const before = new URLSearchParams(window.location.search).get(other)
    fireEvent.change(search, { target: { value: 'okafor' } })
    fireEvent.click(button)
    await waitFor(() => expect(exported).toHaveLength(1))
    expect(exported[0]?.get(name)).toBe('okafor')
    expect(exported[0]?.get(other)).toBe(before)
  },
)
