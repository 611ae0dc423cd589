import { screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { Routes } from '../../router/router'
import { renderAdminPage, withStaff } from '../../testing/staff'
import { expectToast } from '../../testing/toasts'
import ParentDetailPage from './parent-detail-page'
import ParentUsersPage from './parent-users-page'

beforeAll(() => import('../../ui/overlays/dialogs.lazy'))

const totals = { billed: 60, paid: 20, balance: 40, billed_submissions: 2, payments: 1, reversals: 0 }
const DANA = {
  id: 'dana',
  is_guest: false,
  full_name: 'Dana Okafor',
  email: 'dana@example.com',
  phone: '555 0100',
  status: 'active',
  status_since: '2026-01-05T14:00:00.000Z',
  version: 1,
  children: ['Amara Okafor'],
  family_of: null,
  language: null,
  second_adults: [],
  adults: [{ id: 'kemi', name: 'Kemi <b>Okafor</b>', email: 'kemi@example.com', phone: '555 0101' }],
  totals: { ...totals, payment_status: 'unpaid' },
}
const KEMI = {
  ...DANA,
  id: 'kemi',
  full_name: 'Kemi <b>Okafor</b>',
  email: 'kemi@example.com',
  children: [],
  family_of: { id: 'dana', name: 'Dana Okafor' },
  language: 'es',
  adults: [],
  totals: { ...totals, billed: 0, paid: 0, balance: 0, payment_status: 'paid' },
}
const EMPTY = { rows: [], total: 0, page: 1, size: 25 }

let people: Record<string, { adults: object[] }>
let removals: string[]
let failing: string
beforeEach(() => {
  people = { '/api/admin/parents/dana': { ...DANA }, '/api/admin/parents/kemi': { ...KEMI } }
  removals = []
  failing = ''
})
withStaff(({ pathname }, init) => {
  if (pathname === failing) return new Response(null, { status: 422 })
  if (init?.method === 'DELETE') {
    removals.push(pathname)
    people['/api/admin/parents/dana'] = { ...DANA, adults: [] }
    return Response.json(people['/api/admin/parents/dana'])
  }
  if (people[pathname]) return Response.json(people[pathname])
  if (pathname === '/api/admin/parents') {
    const rows = [DANA, KEMI].map((person) => ({ ...person, submissions: 0, outstanding: 0 }))
    return Response.json({ ...EMPTY, rows, total: 2 })
  }
  return pathname.startsWith('/api/admin') ? Response.json(EMPTY) : undefined
})

const open = (id: string) =>
  renderAdminPage(
    `/admin/parent-users/${id}`,
    <Routes routes={[{ path: '/admin/parent-users/:parentId', element: <ParentDetailPage /> }]} />,
  )

it('has the information card before the four sums', async () => {
  open('dana')
  const [information, ...sums] = await Promise.all(
    ['Parent Information', 'Total Billed', 'Total Paid', 'Balance Due'].map((text) =>
      screen.findByText(text),
    ),
  )
  for (const sum of sums)
    expect(information?.compareDocumentPosition(sum)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

it('the list says whose family somebody joined, and who reads Spanish', async () => {
  renderAdminPage('/admin/parent-users', <ParentUsersPage />)
  const row = (await screen.findByRole('link', { name: 'Kemi <b>Okafor</b>' })).closest('tr')
  expect(row?.textContent).toContain('Family of Dana Okafor')
  expect(screen.getAllByText(/Family of/)).toHaveLength(1)
  expect(row?.textContent).toContain('Español')
  expect(screen.getAllByText('Español')).toHaveLength(1)
})

it("a member's page links to the first adult instead of empty tables, and records no payments", async () => {
  open('kemi')
  const card = within(await screen.findByRole('region', { name: 'Family of Dana Okafor' }))
  expect(card.getByRole('link').getAttribute('href')).toBe('/admin/parent-users/dana')
  card.getByText(/Balance due: \$0\.00/)
  screen.getByRole('region', { name: 'Parent Information' })
  screen.getByRole('button', { name: 'Edit' })
  expect(screen.queryByRole('table')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Record Payment' })).toBeNull()
})

it("the first adult's page lists the others, and removes one after a question", async () => {
  const user = open('dana')
  const section = await screen.findByRole('region', { name: 'Other adults in this family' })
  expect(section.textContent).toMatch(/Kemi <b>Okafor<\/b>kemi@example\.com555 0101/)
  await user.click(within(section).getByRole('button', { name: 'Remove from family: Kemi <b>Okafor</b>' }))
  const dialog = within(await screen.findByRole('alertdialog'))
  expect(removals).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Remove from family' }))
  await expectToast('Adult removed', 'Kemi <b>Okafor</b> is no longer in this family.')
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: 'Other adults in this family' })).toBeNull(),
  )
  expect(removals).toEqual(['/api/admin/parents/dana/adults/kemi'])
})

it.each([
  ['/api/admin/parents/dana/family-invitations', "We couldn't load who is invited."],
  ['/api/admin/board/late', "We couldn't load the late pick-ups."],
])('says that %s failed to load, instead of showing nothing', async (read, message) => {
  people['/api/admin/parents/dana'] = { ...DANA, adults: [] }
  failing = read
  const user = open('dana')
  const note = await screen.findByText(message, { exact: false })
  failing = ''
  await user.click(within(note).getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(screen.queryByText(message, { exact: false })).toBeNull())
})
