import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { renderAdminPage, withStaff } from '../../testing/staff'
import { AdminUsersTab } from './admin-users-tab'

beforeAll(() => import('../../ui/overlays/dialogs.lazy'))

const admin = (id: string, full_name: string) => ({
  id,
  full_name,
  email: `${id}@example.com`,
  role: 'admin',
  phone: null,
  created_at: '2026-11-01T12:00:00.000Z',
  has_password: true,
  has_unconfirmed_email: false,
  has_two_factor: true,
  preferences: {},
  version: 1,
})

const sessionPath = /^\/api\/admin\/sessions\/(\w+)$/
const sessionOf = (id: string, full_name: string, role: string) => ({
  id,
  account_id: id,
  full_name,
  email: `${id}@example.com`,
  role,
  browser: 'Firefox',
  system: 'Android',
  created_at: '2026-11-01T12:00:00.000Z',
  seen_at: '2026-11-10T12:00:00.000Z',
  is_current: id === 'rosa',
})
let ended: string[]
let bodies: unknown[]
function respondSessions(pathname: string, init?: RequestInit): Response {
  const id = sessionPath.exec(pathname)?.[1]
  if (id) ended.push(`${init?.method} ${id}`)
  if (id) return Response.json({ id })
  const rows = [sessionOf('rosa', 'Rosa Medina', 'admin'), sessionOf('aya', 'Aya Sato', 'attendance')]
  return Response.json({ rows, total: 2, page: 1, size: 25 })
}

let sent: string[]
/** Pending until a test answers. */
let answer: (response: Response) => void
beforeEach(() => {
  sent = []
  ended = []
  bodies = []
})
withStaff(({ pathname }, init) => {
  const rows = [admin('omar', 'Omar Haddad'), admin('omara', 'Omara Haddad')]
  if (pathname === '/api/admin/admins' && init?.method !== 'POST')
    return Response.json({ rows, total: 2, page: 1, size: 100 })
  if (pathname === '/api/admin/sessions' || sessionPath.test(pathname)) return respondSessions(pathname, init)
  if (pathname === '/api/admin/forget-families') return Response.json({ months: null, version: 0 })
  if (pathname === '/api/admin/activity') return Response.json({ rows: [], next: null })
  if (init?.method !== 'POST') return
  sent.push(pathname)
  if (init.body) bodies.push(JSON.parse(String(init.body)))
  return new Promise<Response>((resolve) => {
    answer = resolve
  })
})

const show = async () => {
  const user = renderAdminPage('/admin/settings?tab=admin-users', <AdminUsersTab />)
  await screen.findByRole('button', { name: /^Edit .?Omar Haddad/ })
  return user
}
/** As when a tablet is turned: the table becomes a list of cards. */
const turn = async () => {
  act(() => window.happyDOM.setViewport({ width: 390 }))
  await screen.findByRole('list', { name: 'Admin Users', hidden: true })
}
const button = (name: RegExp) => screen.getByRole('button', { name })

it('keeps the question about two-step sign-in open when the list becomes cards', async () => {
  const user = await show()
  await user.click(button(/^Reset two-step sign-in for .?Omar Haddad/))
  await screen.findByRole('alertdialog')
  await turn()
  screen.getByRole('alertdialog', { name: /Omar Haddad/ })
  await user.click(button(/^Reset$/))
  await waitFor(() => expect(sent).toEqual(['/api/admin/admins/omar/reset-two-factor']))
})

it('lists where staff are signed in, and signs out a browser', async () => {
  const user = await show()
  const table = screen.getByRole('table', { name: 'Where you are signed in' })
  const row = await within(table).findByRole('row', { name: /Aya Sato/ })
  for (const text of ['Attendance', 'Firefox on Android']) within(row).getByText(text)
  within(within(table).getByRole('row', { name: /Rosa Medina/ })).getByText('This browser')
  await user.click(within(row).getByRole('button', { name: /^Sign out .?Aya Sato/ }))
  await screen.findByText(/Aya Sato.? has been signed out of Firefox on Android/)
  expect(ended).toEqual(['DELETE aya'])
})

it('invites with the role that was chosen, and says what it may do', async () => {
  const user = await show()
  await user.click(button(/^Invite Admin/))
  await screen.findByText(/will have full admin access/)
  await user.type(screen.getByRole('textbox', { name: /^Full Name/ }), 'Ines')
  await user.type(screen.getByRole('textbox', { name: /^Email/ }), 'ines@example.com')
  await user.click(screen.getByRole('combobox', { name: /^Role/ }))
  await user.click(await screen.findByRole('option', { name: 'Attendance' }))
  await screen.findByText(/can use the attendance board and day reports, without fees/)
  await user.click(button(/^Send Invitation/))
  await waitFor(() => expect(bodies).toEqual([expect.objectContaining({ role: 'attendance' })]))
})

it('sends one password reset, also when the list becomes cards meanwhile', async () => {
  const user = await show()
  await user.click(button(/^Send password reset to .?Omar Haddad/))
  await waitFor(() => expect(sent).toEqual(['/api/admin/admins/omar/send-reset']))
  await turn()
  expect(button(/^Send password reset to .?Omar Haddad/).getAttribute('aria-disabled')).toBe('true')
  await user.click(button(/^Send password reset to .?Omar Haddad/))
  await user.click(button(/^Send password reset to .?Omara Haddad/))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]).toBe('/api/admin/admins/omara/send-reset')
})

it('keeps the next invitation that is typed while an earlier one, left on its way, is sent', async () => {
  const invite = async (user: Awaited<ReturnType<typeof show>>, name: string) => {
    await user.click(button(/^Invite Admin/))
    await user.type(await screen.findByRole('textbox', { name: /^Full Name/ }), name)
    await user.type(screen.getByRole('textbox', { name: /^Email/ }), `${name}@example.com`)
  }
  const user = await show()
  await invite(user, 'Ines')
  await user.click(button(/^Send Invitation/))
  await waitFor(() => expect(sent).toEqual(['/api/admin/admins']))
  cleanup()
  await act(async () => undefined)
  await invite(await show(), 'Rosa')
  await act(async () => answer(Response.json({ email: 'ines@example.com' })))
  await screen.findByText('Invitation sent')
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Full Name/ }).value).toBe('Rosa')
})
