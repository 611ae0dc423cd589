import { DEFAULT_PICKUP_SETTINGS } from '@aftercare/domain/board/pickup-times'
import { DEFAULT_TEMPLATES, TEMPLATE_TYPES } from '@aftercare/domain/mail/mail-templates'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LiveUpdates } from '../../features/live-updates/live-updates'
import { queryClient } from '../../lib/query-client'
import { LiveStream } from '../../testing/live-stream'
import { renderAdminPage, withStaff } from '../../testing/staff'
import { expectToast } from '../../testing/toasts'
import { ItemList } from '../site-content/item-list'
import SettingsPage from './settings-page'

const ABOUT = {
  title: 'About Aftercare',
  content: { description: 'Play.', program_hours: '3 to 6', pricing: '$20', contact: 'Call us' },
}
const AGREEMENT = '/api/admin/site-content/registration_agreement'
const DROP_IN_AGREEMENT = '/api/admin/site-content/dropin_agreement'
const TEMPLATES = '/api/admin/site-content/email_templates'
const ABOUT_URL = '/api/admin/site-content/about_aftercare'
const PRICING = '/api/admin/pricing'
let outdated: { text: string; to: string }[] = []

type Row = Record<string, unknown> & { version: number }
let stored: Record<string, Row>
/** Handles writes; `failing` is the path of a request that fails. */
let onWrite: ((pathname: string, body: Record<string, unknown>) => Response | Promise<Response>) | null
let failing: string | null

beforeEach(() => {
  onWrite = null
  failing = null
  stored = {
    [ABOUT_URL]: { ...ABOUT, version: 1 },
    [AGREEMENT]: { content: { items: ['Pay first.', 'Be kind.', 'Be on time.'] }, version: 1 },
    [TEMPLATES]: { content: DEFAULT_TEMPLATES, version: 1 },
    [PRICING]: {
      regular_price: 20,
      special_price: 30,
      family_drop_in_price: 25,
      staff_drop_in_price: 30,
      active_months: 0,
      published_prices: [],
      version: 1,
    },
    '/api/admin/default-seats': { seats: null, version: 0 },
    '/api/admin/pickup-times': { ...DEFAULT_PICKUP_SETTINGS, version: 0 },
    '/api/admin/program': {
      name: 'Hillside',
      contact_email: 'office@example.com',
      contact_phone: null,
      time_zone: 'America/New_York',
      version: 0,
    },
    '/api/admin/program/logo': { logo: null, version: 0 },
    '/api/admin/statement-details': { legal_name: null, address: null, tax_number: null, version: 0 },
  }
})
withStaff(({ pathname }, init) => {
  if (init?.method === 'PUT' || init?.method === 'POST')
    return onWrite?.(pathname, JSON.parse(String(init.body)))
  if (pathname === failing) return Promise.reject(new TypeError('Failed to fetch'))
  if (pathname === '/api/admin/outdated-texts') return Response.json({ rows: outdated })
  if (pathname === '/api/admin/admins') return Response.json({ rows: [], total: 0, page: 1, size: 100 })
  return stored[pathname] && Response.json(stored[pathname])
})
const usual = queryClient.getDefaultOptions()
beforeEach(() => queryClient.setDefaultOptions({ queries: { ...usual.queries, retry: false } }))
afterEach(() => {
  queryClient.setDefaultOptions(usual)
})

const show = (tab: string) =>
  renderAdminPage(
    `/admin/settings?tab=${tab}`,
    <>
      <LiveUpdates />
      <SettingsPage />
    </>,
  )
const type = async (label: RegExp, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } })
const save = () => fireEvent.click(screen.getAllByRole('button', { name: 'Save Changes' })[0] as Element)
const fieldValue = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value
const expectFocus = (label: RegExp) =>
  waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)))

it.each<[tab: string, label: RegExp, value: string, title: string, message: string]>([
  ['about', /^Title/, ' ', 'Validation Error', 'Title is required'],
  ['about', /^Contact ?\*?$/, ' ', 'Validation Error', 'Contact information is required'],
  [
    'about',
    /^Contact ?\*?$/,
    'x'.repeat(201),
    'Validation Error',
    'Contact must be less than 200 characters',
  ],
  ['agreements', /^Item 2/, ' ', 'Error', 'All agreement items must have content'],
  ['email-templates', /^Subject/, '', 'Error', 'Subject is required'],
  ['email-templates', /^Subject/, 'x'.repeat(201), 'Error', 'Must be at most 200 characters'],
  ['email-templates', /^Preheader/, 'x'.repeat(301), 'Error', 'Must be at most 300 characters'],
])('%s focuses the invalid field: %s', async (tab, label, value, title, message) => {
  const write = vi.fn()
  onWrite = write
  show(tab)
  await type(label, value)
  save()
  await expectToast(title, message)
  expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true')
  await expectFocus(label)
  expect(write).not.toHaveBeenCalled()
})

it('shows only the first error of the About text', async () => {
  show('about')
  await type(/^Title/, ' ')
  await type(/^Contact ?\*?$/, '')
  save()
  await expectToast('Validation Error', 'Title is required')
  expect(screen.queryByText('Contact information is required')).toBeNull()
})

it('rejects invalid prices and overlong details at their fields', async () => {
  const user = show('pricing')
  await screen.findByText(/^No months are published\./)
  await type(/^Regular Price/, '-1')
  await type(/^Special Price/, '')
  save()
  await screen.findByText(/^Please enter an amount from 0 to 99,999,999\.99/)
  screen.getByText('Special price is required')
  await expectFocus(/^Regular Price/)
  await type(/^Tax /, '1'.repeat(500))
  await user.click(screen.getByRole('button', { name: 'Save details' }))
  await screen.findByText(/^Must be at most/)
  await expectFocus(/^Tax /)
})

it('selects the email whose subject is missing', async () => {
  const user = show('email-templates')
  await type(/^Subject/, ' ')
  await user.click(screen.getByRole('button', { name: /Daily report/ }))
  save()
  await expectToast('Error', 'Subject is required')
  await screen.findByRole('heading', { name: 'Monthly registration: parent confirmation' })
})

const UNREACHABLE = 'We could not reach the server. Nothing is lost.'

it.each<[tab: string, label: RegExp, value: string, message: string]>([
  ['about', /^Title/, 'Kept', `Failed to save content. Please try again. ${UNREACHABLE}`],
  ['pricing', /^Regular Price/, '21', `Failed to update pricing. ${UNREACHABLE}`],
  ['agreements', /^Item 1/, 'Kept', `Failed to update agreement content. ${UNREACHABLE}`],
  ['email-templates', /^Subject/, 'Kept', `Failed to save email configuration. ${UNREACHABLE}`],
])('%s keeps what was typed where saving failed', async (tab, label, value, message) => {
  let respond = () => {}
  onWrite = () =>
    new Promise((_, reject) => {
      respond = () => reject(new TypeError('Failed to fetch'))
    })
  show(tab)
  await type(label, value)
  save()
  await waitFor(() =>
    expect(screen.getAllByRole('button', { name: 'Save Changes' })[0]).toHaveProperty('disabled', true),
  )
  await act(async () => respond())
  await expectToast('Error', message)
  expect(fieldValue(label)).toBe(value)
})

it("shows the server's message if there is one", async () => {
  onWrite = () =>
    Response.json({ error: { code: 'unavailable', message: 'The service is busy.' } }, { status: 503 })
  show('pricing')
  await type(/^Regular Price/, '21')
  save()
  await expectToast('Error', 'The service is busy.')
})

it('shows that the About text is loading or failed to load, and loads it on retry', async () => {
  failing = ABOUT_URL
  const user = show('about')
  expect(within(screen.getByRole('tabpanel')).getAllByText('Loading...')).toHaveLength(2)
  await expectToast('Error', 'Failed to load about aftercare content')
  failing = null
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(fieldValue(/^Title/)).toBe('About Aftercare'))
})

/** What another admin saves, and how it reads in the conflict. */
const THEIRS: [tab: string, label: RegExp, mine: string, url: string, theirs: object, shown: string][] = [
  ['about', /^Title/, 'Mine', ABOUT_URL, { ...ABOUT, title: 'Theirs' }, 'Saved now: Theirs'],
  ['pricing', /^Regular Price/, '25', PRICING, { regular_price: 40 }, 'Saved now: $40.00'],
  ['agreements', /^Item 1/, 'Mine', AGREEMENT, { content: { items: ['**Theirs**'] } }, 'Theirs'],
  [
    'email-templates',
    /^Subject/,
    'Mine',
    TEMPLATES,
    {
      content: Object.fromEntries(TEMPLATE_TYPES.map((each) => [each, { subject: 'Theirs', preheader: '' }])),
    },
    'Saved now: Theirs',
  ],
]
const otherSaves = (url: string, theirs: object) =>
  act(async () => {
    const row = stored[url] as Row
    stored[url] = { ...row, ...theirs, version: row.version + 1 }
    LiveStream.emit('resync')
  })
const findConflict = async () =>
  (await screen.findByText(/^This was saved elsewhere/)).closest('[role]') as HTMLElement

it.each(THEIRS)('%s reports a conflict with another admin, and loses neither text', async (...row) => {
  const [tab, label, mine, url, theirs, shown] = row
  const sent: Record<string, unknown>[] = []
  onWrite = (_, body) => {
    sent.push(body)
    stored[url] = { ...(stored[url] as Row), version: 3 }
    return Response.json(stored[url])
  }
  const user = show(tab)
  await type(label, mine)
  await otherSaves(url, theirs)
  const conflict = await findConflict()
  expect(conflict.textContent).toContain(shown)
  expect(fieldValue(label)).toBe(mine)
  save()
  await waitFor(() => expect(document.activeElement).toBe(conflict))
  expect(sent).toEqual([])
  await user.click(within(conflict).getByRole('button', { name: 'Replace with mine' }))
  save()
  await waitFor(() => expect(sent).toMatchObject([{ version: 2 }]))
})

it("discards what was typed in favour of the other admin's values", async () => {
  const user = show('pricing')
  await type(/^Regular Price/, '25')
  await otherSaves(PRICING, { regular_price: 40 })
  await user.click(within(await findConflict()).getByRole('button', { name: 'Discard mine' }))
  await waitFor(() => expect(fieldValue(/^Regular Price/)).toBe('40.00'))
})

it('reports a save that finishes on another tab, and shows no error beside another form', async () => {
  let respond = () => {}
  onWrite = (_, body) =>
    new Promise((resolve) => {
      respond = () => {
        stored[ABOUT_URL] = { ...ABOUT, title: body._title, version: 2 }
        resolve(Response.json(stored[ABOUT_URL]))
      }
    })
  const user = show('about')
  const go = (name: RegExp) => user.click(screen.getByRole('tab', { name }))
  await type(/^Title/, ' ')
  save()
  await expectToast('Validation Error', 'Title is required')
  await go(/Pricing/)
  await waitFor(() => expect(screen.queryByText('Validation Error')).toBeNull())
  await go(/About/)
  await type(/^Title/, 'Afternoons')
  save()
  await go(/Pricing/)
  await go(/About/)
  expect(screen.getByRole('button', { name: 'Save Changes' })).toHaveProperty('disabled', true)
  await go(/Pricing/)
  await act(async () => respond())
  await expectToast('Success', 'About Aftercare content has been updated successfully.')
  await waitFor(() => expect(screen.getByRole('tab', { name: /About/ }).textContent).toBe('About Aftercare'))
  await go(/About/)
  await waitFor(() => expect(fieldValue(/^Title/)).toBe('Afternoons'))
  expect(screen.queryByText(/^This was saved elsewhere/)).toBeNull()
})

it.each([
  [199, false],
  [200, true],
])('offers no item after the 200th: %s', (count, isFull) => {
  const items = Array.from({ length: count }, (_, index) => `Line ${index + 1}`)
  render(<ItemList items={items} errorOf={() => undefined} onChange={() => undefined} />)
  // By text: computing the roles of 200 rows is slow.
  expect(screen.getByText('Add Item').closest('button')).toHaveProperty('disabled', isFull)
})

it('saves the drop-in agreement, of which the last item cannot be removed', async () => {
  stored[DROP_IN_AGREEMENT] = { content: { items: ['Pay first.', 'Be kind.'] }, version: 1 }
  onWrite = (_, { items }) => Response.json({ content: { items }, version: 2 })
  const user = show('agreements&agreement=drop-in')
  const remove = await screen.findByRole('button', { name: 'Remove item 1' })
  await user.click(remove)
  await waitFor(() => expect(remove).toHaveProperty('disabled', true))
  expect(fieldValue(/^Item 1/)).toBe('Be kind.')
  save()
  await expectToast('Success', 'Drop-in agreement updated successfully')
})

it("previews and tests families' mails in Spanish", async () => {
  const spanish = { subject: 'Para {{childName}}: {{month}}', preheader: 'En {{month}}' }
  stored[TEMPLATES] = {
    content: DEFAULT_TEMPLATES,
    spanish: { 'monthly-parent': { text: spanish, outdated: false } },
    version: 1,
  }
  const sent: unknown[] = []
  onWrite = (_, body) => {
    sent.push(body)
    return Response.json({ sent_to: 'rosa@example.com', state: 'sent' })
  }
  const user = show('email-templates')
  const inbox = await screen.findByTestId('inbox-line')
  expect(inbox.textContent).toContain('Emma Johnson: October 2025')
  await user.click(screen.getByRole('button', { name: 'Español' }))
  expect(inbox.textContent).toContain('Para Emma Johnson: octubre de 2025En octubre de 2025')
  await type(/^Test email address/, 'rosa@example.com')
  await screen.findByText('Sends the saved version in Spanish with sample data.')
  fireEvent.click(screen.getByRole('button', { name: 'Send Test Email' }))
  await waitFor(() =>
    expect(sent).toEqual([{ templateType: 'monthly_parent', testEmail: 'rosa@example.com', language: 'es' }]),
  )
  // Staff's own mails are English.
  await user.click(screen.getByRole('button', { name: /Daily/ }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Español' })).toBeNull())
  await screen.findByText('Sends the saved version with sample data.')
})

it('requires an address for a test email, and says why it could not be sent', async () => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const reason = 'The mail server did not take the mail: 451 no room'
  onWrite = () => Response.json({ error: { code: 'mail-not-sent', message: reason } }, { status: 502 })
  show('email-templates')
  const send = await screen.findByRole('button', { name: 'Send Test Email' })
  fireEvent.click(send)
  await expectToast('Email Required', 'Please enter a test email address')
  await type(/^Test email address/, 'rosa@')
  fireEvent.click(send)
  await screen.findByText('Please enter a valid email address')
  await type(/^Test email address/, 'rosa@example.com')
  fireEvent.click(send)
  await expectToast('Error', 'Failed to send test email. Check console for details.')
  await screen.findByText(reason)
  expect(log).toHaveBeenCalledWith(expect.stringContaining('test email'), expect.anything())
})

it('points out texts that name prices not in use, with a link', async () => {
  outdated = [{ text: 'About says $20; price is $22.50', to: '/admin/settings' }]
  show('pricing')
  const link = await screen.findByRole('link', { name: 'About says $20; price is $22.50' })
  expect(link.getAttribute('href')).toBe('/admin/settings')
  outdated = []
})
