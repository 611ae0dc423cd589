import { DEFAULT_EMAIL_PREFERENCES } from '@aftercare/domain/admins/email-preferences'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { App } from '../app'
import { setSession } from '../lib/auth-store'
import { queryClient } from '../lib/query-client'
import { LiveStream } from '../testing/live-stream'
import { DECEMBER, PARENT_SESSION, parentServer } from '../testing/parent-server'
import { expectToast } from '../testing/toasts'

// Imported once: on a busy machine that takes longer than a test waits for a page.
const pages = import.meta.glob(['/src/{parent,admin}/**/*-page.tsx', './admin-frame.tsx'])
beforeAll(() => Promise.all(Object.values(pages).map((load) => load())))
beforeAll(() => import('../ui/overlays/dialogs.lazy'))

const at = '2026-11-16T14:00:00.000Z'
const listOf = (...rows: object[]) => ({ rows, total: rows.length, page: 1, size: 25 })
const MONTH = { ...DECEMBER, submission_count: 0, day_counts: {}, current_prices: null }
const DROP_IN = {
  id: 'd1',
  dropin_date: '2026-11-16',
  child_name: 'Otis Whitfield',
  parent_name: 'Grace Whitfield',
  parent_email: 'grace@example.com',
  phone: null,
  allergies: null,
  guest_child_notes: null,
  dismissal_type: null,
  total_fee: 25,
}
const BEN = {
  id: 'ben',
  full_name: 'Ben Castellano',
  email: 'ben@example.com',
  phone: null,
  role: 'admin',
  created_at: at,
  has_password: true,
  has_two_factor: false,
  preferences: DEFAULT_EMAIL_PREFERENCES,
  version: 1,
}
const PARENT = {
  id: 'p1',
  full_name: 'Dana Okafor',
  email: 'dana@example.com',
  phone: null,
  status: 'active',
  is_guest: false,
  created_at: at,
  version: 1,
  children: [],
  family_of: null,
  language: null,
  adults: [],
  second_adults: [],
  totals: { billed: 70, paid: 0, balance: 70, status: 'unpaid' },
}
const STAFF_RESPONSES = {
  '/api/admin/months': { rows: [MONTH] },
  '/api/admin/drop-ins': { ...listOf(DROP_IN), count: 1, revenue: 25 },
  '/api/admin/admins': listOf(BEN, { ...BEN, ...PARENT_SESSION.user }),
  '/api/admin/sessions': listOf(),
  '/api/admin/two-factor': { is_on: false, since: null, codes_left: 0, is_required: false },
  '/api/admin/profile': { ...PARENT, full_name: 'Rosa Medina' },
  '/api/admin/parents/p1': PARENT,
  '/api/admin/parents/p1/submissions': listOf(),
  '/api/admin/parents/p1/payments': listOf(),
  '/api/admin/late-pickups': listOf(),
  '/api/admin/site-content/registration_agreement': { content: { items: ['Pay first.'] }, version: 1 },
}
const STAFF_SESSION = { ...PARENT_SESSION, roles: ['admin' as const] }

/** The outcome of writes, and which were sent. */
let respond: () => Response | Promise<Response>
let sent: string[]
const lost = () => {
  throw new TypeError('Failed to fetch')
}
const refused = (message: string, fields?: object) => () =>
  Response.json({ error: { code: 'refused', message, fields } }, { status: 409 })

beforeEach(() => {
  respond = lost
  sent = []
  vi.stubGlobal('EventSource', LiveStream)
})
afterEach(() => {
  cleanup()
  setSession(null)
  queryClient.clear()
})

function open(url: string) {
  const session = url.startsWith('/admin') ? STAFF_SESSION : PARENT_SESSION
  const server = parentServer(session, STAFF_RESPONSES)
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    if ((init?.method ?? 'GET') === 'GET') return server.fetch(input)
    sent.push(`${init?.method} ${new URL(String(input), 'http://x').pathname}`)
    return respond()
  })
  setSession(session)
  window.history.replaceState(null, '', url)
  render(<App />)
}

const press = async (name: string | RegExp) => {
  const [button] = await screen.findAllByRole<HTMLButtonElement>('button', { name })
  await waitFor(() => expect(button?.disabled).toBe(false))
  fireEvent.click(button as Element)
}
const type = async (label: RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
const inDialog = async (name: string) => {
  const dialog = await waitFor(() => {
    const [found] = [...screen.queryAllByRole('dialog'), ...screen.queryAllByRole('alertdialog')]
    if (!found) throw new Error('No dialog is open')
    return found
  })
  fireEvent.click(within(dialog).getByRole('button', { name }))
}
const fillDropIn = async () => {
  await press('Add Drop-In')
  await type(/^Child Name/, 'Wren')
  await type(/^Parent Name/, 'Joel')
  await type(/^Parent Email/, 'joel@example.com')
  await type(/^Parent Phone/, '555 0142')
}

/** After a form's own message; what was typed is still there. */
const UNREACHABLE = 'We could not reach the server. Nothing is lost.'

type Step = () => Promise<unknown>
const FAILED: [url: string, message: string, ...steps: Step[]][] = [
  ['/profile', `Failed to update profile. ${UNREACHABLE}`, () => press('Save Changes')],
  ['/profile', 'Failed to sign out. Please try again.', () => press('Sign Out')],
  [
    '/children',
    `Failed to add child. Please try again. ${UNREACHABLE}`,
    () => press('Add Child'),
    () => type(/^Name/, 'Lena'),
    () => inDialog('Add Child'),
  ],
  [
    '/children',
    `Failed to update child information. Please try again. ${UNREACHABLE}`,
    () => press('Edit Amara'),
    () => inDialog('Save Changes'),
  ],
  [
    '/children',
    'Failed to delete child. Please try again.',
    () => press('Delete Amara'),
    () => inDialog('Delete'),
  ],
  ['/admin/profile', `Failed to update profile. ${UNREACHABLE}`, () => press('Save Changes')],
  ['/admin/months', `Failed to sync month to server. ${UNREACHABLE}`, () => press('Save')],
  [
    '/admin/months',
    `Failed to create month. Ensure you are logged in as an admin. ${UNREACHABLE}`,
    () => press('Create Month'),
    () => inDialog('Create Month'),
  ],
  [
    '/admin/months',
    'Failed to delete month. Please try again.',
    () => press(/^Delete December/),
    () => inDialog('Delete'),
  ],
  ['/admin/drop-ins', `Failed to add drop-in. ${UNREACHABLE}`, fillDropIn, () => inDialog('Save Drop-In')],
  [
    '/admin/drop-ins',
    'Failed to delete drop-in',
    () => press(/^Delete drop-in \w+ Otis Whitfield/),
    () => inDialog('Delete'),
  ],
  [
    '/admin/settings?tab=admin-users',
    `Failed to update user. ${UNREACHABLE}`,
    () => press('Edit Ben Castellano'),
    () => inDialog('Save Changes'),
  ],
  [
    '/admin/settings?tab=admin-users',
    'Failed to delete user',
    () => press('Delete Ben Castellano'),
    () => inDialog('Delete'),
  ],
  [
    '/admin/settings?tab=admin-users',
    'Failed to send password reset email',
    () => press('Send password reset to Ben Castellano'),
  ],
]

it.each(FAILED)('%s says "%s"', async (url, message, ...steps) => {
  open(url)
  for (const step of steps) await step()
  await expectToast('Error', message)
  expect(sent).toHaveLength(1)
  if (message.includes('add child')) expect(screen.getByLabelText(/^Name/)).toHaveProperty('value', 'Lena')
  if (message.includes('sign out')) screen.getByRole('heading', { name: 'My Profile' })
})

it('blames no connection for an error of the server', async () => {
  respond = () => new Response(null, { status: 500 })
  open('/profile')
  await press('Save Changes')
  await expectToast('Error', 'Failed to update profile.')
})

it('keeps an agreement whose save ends after the session, and asks to sign in', async () => {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  respond = async () => {
    await released
    return Response.json({ error: { code: 'signed-out', message: 'Sign in.' } }, { status: 401 })
  }
  open('/admin/settings?tab=agreements')
  await type(/^Item 1/, 'Mine')
  await press('Save Changes')
  await waitFor(() => expect(sent).toHaveLength(1))
  act(() => setSession(null))
  await waitFor(() => expect(window.location.pathname).toBe('/admin/login'))
  await act(async () => release())
  await expectToast('Error', 'You must be logged in to update settings')
  act(() => setSession(STAFF_SESSION))
  await waitFor(() => expect(screen.getByLabelText(/^Item 1/)).toHaveProperty('value', 'Mine'))
})

it('says why a month with submissions is not deleted', async () => {
  const message = 'December 2999 has 2 submissions and cannot be deleted.'
  respond = refused(message)
  open('/admin/months')
  await press(/^Delete December/)
  await inDialog('Delete')
  await expectToast('Error', message)
})

it('shows at its field that an email is in use, and in the dialog why an admin is not deleted', async () => {
  respond = refused('Taken.', { email: 'This email address is already in use.' })
  open('/admin/settings?tab=admin-users')
  await press('Edit Ben Castellano')
  await inDialog('Save Changes')
  await expectToast('Error', 'Failed to update user')
  await screen.findByText('This email address is already in use.')
  await inDialog('Cancel')
  respond = refused('The last admin cannot be removed.')
  await press('Delete Ben Castellano')
  await inDialog('Delete')
  await screen.findByText('The last admin cannot be removed.')
})

it('asks for an email and a name in the dialogs of admins', async () => {
  open('/admin/settings?tab=admin-users')
  await press('Edit Ben Castellano')
  await type(/^Email/, '')
  await inDialog('Save Changes')
  await screen.findByText('Email is required')
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Cancel' }))
  await press('Invite Admin')
  await inDialog('Send Invitation')
  await screen.findByText('Full name is required')
  expect(sent).toEqual([])
})

it('names every field of a drop-in that is missing or wrong, and focuses the first', async () => {
  open('/admin/drop-ins')
  await press('Add Drop-In')
  await type(/^Parent Email/, 'abc')
  await inDialog('Save Drop-In')
  await screen.findByText('Child name is required')
  for (const error of [
    'Parent name is required',
    'Please enter a valid email address',
    'Parent phone is required',
  ])
    screen.getByText(error)
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(/^Child Name/)))
  expect(sent).toEqual([])
})

it("shows what is wrong with a payment, and the server's error", async () => {
  open('/admin/parent-users/p1')
  await press('Record Payment')
  const submit = () => inDialog('Record Payment')
  await type(/^Payment date/, '')
  await submit()
  await screen.findByText('Amount is required')
  screen.getByText('Payment date is required')
  await type(/^Payment date/, '2026-11-01')
  for (const amount of ['-1', '10.555', '100000000']) {
    await type(/^Amount/, amount)
    await submit()
    await screen.findByText(/^Please enter an amount from 0 to/)
    await type(/^Amount/, '12')
    await waitFor(() => expect(screen.queryByText(/^Please enter an amount/)).toBeNull())
  }
  await type(/^Payment date/, '1926-11-01')
  await submit()
  await screen.findByText(/^Please choose a date from/)
  expect(sent).toEqual([])
  await type(/^Payment date/, '2026-11-01')
  respond = refused('Cannot record payments for guest users. Please convert them to a registered user first.')
  await submit()
  await expectToast(
    'Error',
    'Cannot record payments for guest users. Please convert them to a registered user first.',
  )
  expect(screen.getByLabelText(/^Amount/)).toHaveProperty('value', '12')
})
