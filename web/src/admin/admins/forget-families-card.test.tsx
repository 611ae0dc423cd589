import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { renderAdminPage, withStaff } from '../../testing/staff'
import { ForgetFamiliesCard } from './forget-families-card'

const PATH = '/api/admin/forget-families'
let setting: { months: number | null; version: number }
let sent: unknown[]
beforeEach(() => {
  setting = { months: null, version: 0 }
  sent = []
})
const family = (id: string, more: object) => ({
  id,
  name: `${id} Holm`,
  last_on: '2025-06-12',
  mailed_on: null,
  erased_on: null,
  obstacles: [],
  ...more,
})
withStaff(({ pathname }, init) => {
  if (pathname === `${PATH}/families`) {
    const rows = [
      family('Ida', {}),
      family('Una', { mailed_on: '2026-11-01', erased_on: '2026-12-01' }),
      family('Bo', { mailed_on: '2026-11-01', obstacles: ['The balance due is $10.00.'] }),
    ]
    return Response.json({ rows, total: 3, page: 1, size: 25 })
  }
  if (pathname !== PATH) return
  if (init?.method === 'PUT') {
    const { months, version } = JSON.parse(String(init.body))
    sent.push(months)
    setting = { months, version: version + 1 }
  }
  return Response.json(setting)
})

it('is off until months are saved, and then lists who is concerned, when, and what keeps them', async () => {
  const user = renderAdminPage('/admin/settings?tab=admin-users', <ForgetFamiliesCard />)
  const months = await screen.findByRole('textbox', { name: 'Months' })
  expect(screen.queryByRole('table')).toBeNull()
  await user.type(months, '11')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Please enter a whole number from 12 to 84')
  expect(sent).toEqual([])
  await user.clear(months)
  await user.type(months, '24')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const table = await screen.findByRole('table', { name: 'Families who left' })
  const rowOf = async (name: string) =>
    (await within(table).findByRole('row', { name: new RegExp(name) })).textContent
  expect(await rowOf('Ida')).toContain('After the email is sent')
  expect(await rowOf('Una')).toContain('From Dec 1, 2026')
  expect(await rowOf('Bo')).toContain('Not yet: The balance due is $10.00.')
  await user.clear(months)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toEqual([24, null]))
  await waitFor(() => expect(screen.queryByRole('table')).toBeNull())
})
