import { screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeAll, expect, it } from 'vitest'
import { Link } from '../router/router'
import { renderAdminPage, withStaff } from '../testing/staff'
import DropInsPage from './drop-ins/drop-ins-page'
import { WriteToFamilies } from './family-messages/write-to-families'
import type { ParentDetail } from './parents/parents.api'
import { RecordPaymentDialog } from './parents/record-payment-dialog'

// Dialogs are loaded lazily: imported once up front, because that can take long on a busy machine.
beforeAll(async () => {
  await import('../ui/overlays/dialogs.lazy')
  await import('./family-messages/family-message-dialog')
})

const DAY = '2026-11-17'
const FAMILIES = {
  date: DAY,
  families: 3,
  unreachable: [],
  left_today: 9,
  cancel_error: 'past',
  earlier: [],
}

withStaff(({ pathname }) => {
  if (pathname.endsWith('/drop-ins'))
    return Response.json({ rows: [], total: 0, page: 1, size: 25, count: 0, revenue: 0 })
  if (pathname.endsWith('/preview')) return new Response(null, { status: 503 })
  if (pathname.endsWith('/family-messages')) return Response.json(FAMILIES)
  if (pathname.endsWith('/submissions')) return Response.json({ rows: [], total: 0, page: 1, size: 100 })
})

const show = (url: string, page: ReactNode) =>
  renderAdminPage(
    url,
    <>
      {page}
      <Link to="/admin/months">Elsewhere</Link>
    </>,
  )

/** The link is behind the dialog: clicking it also covers Back, which asks the same. */
const leave = () => screen.getByText('Elsewhere').click()

it('asks before leaving an unsaved drop-in, and keeps it when staff stay', async () => {
  const user = show('/admin/drop-ins', <DropInsPage />)
  await user.click(screen.getByRole('button', { name: 'Add Drop-In' }))
  await user.type(await screen.findByLabelText(/Child Name/), 'Otis')
  leave()
  await user.click(await screen.findByRole('button', { name: 'Stay' }))
  expect(window.location.pathname).toBe('/admin/drop-ins')
  expect(screen.getByLabelText(/Child Name/)).toHaveProperty('value', 'Otis')
  await user.clear(screen.getByLabelText(/Child Name/))
  leave()
  await waitFor(() => expect(window.location.pathname).toBe('/admin/months'))
})

it('asks before leaving an unsaved payment', async () => {
  const parent = { id: 'p1', full_name: 'Dana Okafor', email: 'd@example.com', totals: { balance: 40 } }
  const dialog = <RecordPaymentDialog parent={parent as ParentDetail} open onOpenChange={() => undefined} />
  const user = show('/admin/parent-users/p1', dialog)
  await user.type(await screen.findByLabelText(/Amount/), '40')
  leave()
  await screen.findByText("This payment hasn't been recorded and will be lost.")
  await user.click(screen.getByRole('button', { name: 'Stay' }))
  expect(screen.getByLabelText(/Amount/)).toHaveProperty('value', '40')
})

it('asks before leaving an unsent message to families, even with the dialog closed', async () => {
  const user = show('/admin/day-reports/board', <WriteToFamilies date={DAY} />)
  await user.click(screen.getByRole('button', { name: 'Write to these families' }))
  await user.type(await screen.findByLabelText(/Subject/), 'Snow')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByLabelText(/Subject/)).toBeNull())
  leave()
  await screen.findByText("Your message hasn't been sent and will be lost.")
  await user.click(screen.getByRole('button', { name: 'Leave without saving' }))
  await waitFor(() => expect(window.location.pathname).toBe('/admin/months'))
})
