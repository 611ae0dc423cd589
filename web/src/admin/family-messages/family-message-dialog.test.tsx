import { screen, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { renderAdminPage, withStaff } from '../../testing/staff'
import { WriteToFamilies } from './write-to-families'

// Dialogs are loaded lazily: imported once up front, because that can take long on a busy machine.
beforeAll(async () => {
  await import('../../ui/overlays/dialogs.lazy')
  await import('./family-message-dialog')
})

const DAY = '2026-12-04'
const NOBODY = {
  date: DAY,
  families: 0,
  unreachable: [],
  held: [],
  left_today: 20,
  cancel_error: null,
  is_cancelled: false,
  fee_families: 0,
  fees: 0,
  waiting: 1,
  earlier: [],
}
let found: typeof NOBODY

beforeEach(() => {
  sessionStorage.clear()
  found = NOBODY
})

withStaff(({ pathname }) => {
  if (pathname === '/api/admin/family-messages') return Response.json(found)
  if (pathname.endsWith('/preview')) return Response.json({ families: 1, subject: 'S', html: '', text: '' })
  return undefined
})

async function opened() {
  const user = renderAdminPage('/admin/day-reports/board', <WriteToFamilies date={DAY} />)
  await user.click(screen.getByRole('button', { name: 'Write to these families' }))
  return { user, dialog: within(await screen.findByRole('dialog', { name: 'Write to these families' })) }
}

it('says of a day for which a drop-in only waits that there is nobody to email, and where to answer', async () => {
  const { dialog } = await opened()
  await dialog.findByText(/^No one is booked for Friday, December 4/)
  dialog.getByText(
    '1 drop-in request is still waiting. Answer it on the dashboard: then the family gets an email.',
  )
})

it('says that cancelling the day declines what waits', async () => {
  found = { ...NOBODY, families: 2, waiting: 2 }
  const { user, dialog } = await opened()
  await dialog.findByText(/^2 drop-in requests are still waiting\. Answer them on the dashboard/)
  await user.click(dialog.getByRole('checkbox', { name: /^Aftercare is cancelled/ }))
  await dialog.findByText(/Cancelling declines them, and the families get an email\.$/)
  expect(dialog.queryByText(/on the dashboard/)).toBeNull()
})
