import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderAdminPage, withStaff } from '../../testing/staff'
import DropInsPage from './drop-ins-page'

withStaff(({ pathname }) =>
  pathname === '/api/admin/drop-ins'
    ? Response.json({ rows: [], total: 0, page: 1, size: 25, similar: 0, count: 3, revenue: 75 })
    : undefined,
)

it('has the table before the summary cards', async () => {
  renderAdminPage('/admin/drop-ins', <DropInsPage />)
  const heading = await screen.findByRole('heading', { name: 'Recent Drop-Ins (3)' })
  const table = await screen.findByText('No drop-ins recorded yet')
  for (const label of ['Total Drop-Ins', 'Total Revenue', 'Drop-In Revenue']) {
    const card = screen.getByText(label)
    for (const before of [heading, table])
      expect(before.compareDocumentPosition(card)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  }
})
