import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderAdminPage, withStaff } from '../../testing/staff'
import SubmissionsPage from './submissions-page'

const NOVEMBER = '11111111-1111-4111-8111-111111111111'
const DECEMBER = '22222222-2222-4222-8222-222222222222'
let requests: string[] = []
let listed: object[] = []

withStaff((url) => {
  if (url.pathname === '/api/admin/months')
    return Response.json({
      rows: [
        { id: NOVEMBER, month_name: 'November', year: 2026 },
        { id: DECEMBER, month_name: 'December', year: 2026 },
      ],
    })
  if (!url.pathname.startsWith('/api/admin/submissions')) return undefined
  requests.push(`${url.pathname}?month=${url.searchParams.get('month')}&page=${url.searchParams.get('page')}`)
  if (url.pathname.endsWith('/export')) return new Response('x', { headers: { 'x-exported-count': '1' } })
  return Response.json({
    rows: listed,
    total: listed.length,
    is_capped: false,
    edited_since_billed: 0,
    page: 1,
    size: 25,
  })
})

const choose = async (user: ReturnType<typeof renderAdminPage>, name: string) => {
  await user.click(screen.getByRole('combobox', { name: 'Month' }))
  await user.click(await screen.findByRole('option', { name }))
}

it('offers all, drop-ins and each month, and keeps the choice in the URL, from the first page on', async () => {
  requests = []
  const user = renderAdminPage('/admin/submissions?page=3&status=billed', <SubmissionsPage />)
  await user.click(await screen.findByRole('combobox', { name: 'Month' }))
  const options = await waitFor(() => {
    const found = screen.getAllByRole('option').map(({ textContent }) => textContent)
    expect(found).toHaveLength(4)
    return found
  })
  expect(options).toEqual(['All months', 'Drop-ins', 'December 2026', 'November 2026'])
  await user.click(screen.getByRole('option', { name: 'December 2026' }))
  await waitFor(() => expect(window.location.search).toContain(`month=${DECEMBER}`))
  expect(window.location.search).toContain('status=billed')
  expect(window.location.search).not.toContain('page=')
  await waitFor(() => expect(requests.at(-1)).toBe(`/api/admin/submissions?month=${DECEMBER}&page=1`))
  await choose(user, 'All months')
  await waitFor(() => expect(window.location.search).not.toContain('month='))
})

it('exports what is filtered', async () => {
  requests = []
  const user = renderAdminPage('/admin/submissions?month=drop_ins', <SubmissionsPage />)
  expect((await screen.findByRole('combobox', { name: 'Month' })).textContent).toBe('Drop-ins')
  await user.click(screen.getByRole('button', { name: 'Export CSV' }))
  await waitFor(() => expect(requests).toContain('/api/admin/submissions/export?month=drop_ins&page=null'))
})

it.each(['x', '', 'DROP_INS', "'; drop table months"])('ignores %j in the URL', async (month) => {
  requests = []
  renderAdminPage(`/admin/submissions?month=${encodeURIComponent(month)}`, <SubmissionsPage />)
  await waitFor(() => expect(requests[0]).toBe('/api/admin/submissions?month=all&page=1'))
})

it('counts cancelled days apart, and only where there are any', async () => {
  const row = {
    parent_name: 'Dana Okafor',
    parent_email: 'dana@example.com',
    month: { month_name: 'December', year: 2026 },
    dropin_date: null,
    total_fee: 60,
    billed_fee: null,
    derived_status: 'submitted',
    submitted_at: '2026-11-16T14:00:00Z',
    allergies: '',
  }
  const approval = { fee: 25, decided_at: null, message: null }
  const waiting = { month: null, dropin_date: '2099-12-04', status: 'waiting', approval }
  listed = [
    { ...row, id: 's1', child_name: 'Ann', selected_days: [1, 2, 3, 4], cancelled_days: [4, 14] },
    { ...row, id: 's2', child_name: 'Anna', selected_days: [1, 2], cancelled_days: [4, 14] },
    { ...row, ...waiting, id: 's3', child_name: 'Otis', selected_days: [4], cancelled_days: [4, 14] },
    { ...row, ...waiting, id: 's4', child_name: 'Ida', selected_days: [4], cancelled_days: [14] },
  ]
  renderAdminPage('/admin/submissions', <SubmissionsPage />)
  expect((await screen.findByText('3 days, 1 cancelled')).closest('tr')?.textContent).toContain('Ann')
  const anna = (await screen.findByText('Anna')).closest('tr')
  expect(anna?.textContent).not.toContain('cancelled')
  const feeOf = async (child: string) => (await screen.findByText(child)).closest('tr')?.textContent
  expect(await feeOf('Otis')).not.toContain('once approved')
  expect(await feeOf('Ida')).toContain('$25.00 once approved')
  listed = []
})
