import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AuthProvider } from '../../lib/auth-provider'
import { queryClient } from '../../lib/query-client'
import { Router } from '../../router/router'
import { LiveStream } from '../../testing/live-stream'
import { ToastProvider } from '../../ui/feedback/toast-provider'
import DashboardPage from './dashboard-page'

const DASHBOARD = {
  parent_users: 0,
  unpaid: 10_000,
  edited_since_billed: 0,
  cancel_requests: [] as object[],
  cancel_request_count: 0,
  waiting_drop_ins: [] as object[],
  waiting_drop_in_count: 0,
  today: { expected: 23, here: 11, not_coming: 0 },
  recent_submissions: [],
  failing_jobs: [],
  overdue_backup: null,
  onboarding: { is_described: false, is_priced: false, month_id: null },
}

let dashboard: typeof DASHBOARD

beforeEach(() => {
  dashboard = DASHBOARD
  vi.stubGlobal('EventSource', LiveStream)
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    const { pathname } = new URL(String(input), 'http://x')
    if (pathname.endsWith('/admin/dashboard')) return Response.json(dashboard)
    if (pathname.endsWith('/admin/dashboard/charts')) return Response.json({ months: [], school_year: [] })
    return new Response(null, { status: 401 })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const open = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <Router>
        <AuthProvider>
          <ToastProvider>
            <DashboardPage />
          </ToastProvider>
        </AuthProvider>
      </Router>
    </QueryClientProvider>,
  )

it('shows a new programme the onboarding steps below the everyday cards', async () => {
  open()
  const steps = await screen.findByRole('heading', { name: 'Getting started' })
  for (const above of [
    'Create New Month',
    'Generate Day Report',
    'Manage Parent Users',
    'Unpaid',
    'Recent Submissions',
  ]) {
    const card = screen.getByText(above)
    expect(card.compareDocumentPosition(steps) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0)
  }
  // The server stops counting there.
  expect(screen.getByText('10,000+')).toBeDefined()
  const today = screen.getByRole('link', { name: 'Today: 23 expected, 11 here, 0 not coming' })
  expect(today.getAttribute('href')).toBe('/admin/day-reports/board')
})

it('only lets a drop-in on a cancelled day be declined', async () => {
  const waiting = { id: 'd1', child_name: 'Amara', parent_name: 'Dana', dropin_date: '2999-11-17', fee: 25 }
  const cancelled = { ...waiting, id: 'd2', child_name: 'Otis', is_day_cancelled: true }
  dashboard = { ...DASHBOARD, waiting_drop_ins: [{ ...waiting, is_day_cancelled: false }, cancelled] }
  open()
  expect(await screen.findByText(/: aftercare is cancelled on its day$/)).toBeDefined()
  const names = screen
    .getAllByRole('button', { name: /drop-in for/ })
    .map((button) => button.getAttribute('aria-label'))
  expect(names).toEqual([
    'Approve drop-in for Amara',
    'Decline drop-in for Amara',
    'Decline drop-in for Otis',
  ])
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  await user.click(screen.getByRole('button', { name: 'Decline drop-in for Otis' }))
  const dialog = await screen.findByRole('dialog', { name: 'Decline this drop-in?' })
  expect(within(dialog).getByText(/an email that says that aftercare is cancelled\.$/)).toBeDefined()
})

it('keeps what is typed to a family whose drop-in a colleague answers meanwhile, the last that waits', async () => {
  const waiting = {
    id: 'd1',
    child_name: 'Amara',
    parent_name: 'Dana',
    dropin_date: '2999-11-17',
    fee: 25,
    is_day_cancelled: false,
  }
  dashboard = { ...DASHBOARD, waiting_drop_ins: [waiting] }
  open()
  const user = userEvent.setup({ pointerEventsCheck: 0 })
  await user.click(await screen.findByRole('button', { name: 'Decline drop-in for Amara' }))
  const message = await screen.findByRole('textbox', { name: /^Your message/ })
  await user.type(message, 'No seat is left.')
  dashboard = DASHBOARD
  await queryClient.invalidateQueries()
  await waitFor(() => expect(screen.queryByText('Drop-ins waiting for approval')).toBeNull())
  expect(screen.getByRole('textbox', { name: /^Your message/ })).toHaveProperty('value', 'No seat is left.')
})

it('says how many more drop-ins and requests to cancel wait than are shown, and links to all of them', async () => {
  const waiting = { child_name: 'Amara', parent_name: 'Dana', dropin_date: '2999-11-17', fee: 25 }
  const asked = { child_name: 'Amara', month_name: 'December', year: 2999 }
  const ten = Array.from({ length: 10 }, (_, index) => `s${index}`)
  dashboard = {
    ...DASHBOARD,
    waiting_drop_ins: ten.map((id) => ({ ...waiting, id, is_day_cancelled: false })),
    waiting_drop_in_count: 13,
    cancel_requests: ten.map((id) => ({ ...asked, id })),
    cancel_request_count: 1012,
  }
  open()
  const dropIns = await screen.findByRole('link', { name: 'View all 13 drop-ins' })
  expect(dropIns.getAttribute('href')).toBe('/admin/submissions?status=waiting')
  expect(dropIns.parentElement?.textContent).toBe('and 3 more. View all 13 drop-ins')
  const requests = screen.getByRole('link', { name: 'View all 1,012 requests' })
  expect(requests.getAttribute('href')).toBe('/admin/submissions?request=asked_to_cancel')
  expect(requests.parentElement?.textContent).toBe('and 1,002 more. View all 1,012 requests')
  dashboard = { ...dashboard, waiting_drop_in_count: 10, cancel_request_count: 10 }
  await queryClient.invalidateQueries()
  await waitFor(() => expect(screen.queryByText(/ more\./)).toBeNull())
  expect(screen.getAllByText('Dana')).toHaveLength(10)
})
