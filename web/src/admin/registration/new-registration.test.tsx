import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { retainDrafts } from '../../lib/draft-store'
import { AMARA, DECEMBER } from '../../testing/parent-server'
import { renderAdminPage, withStaff } from '../../testing/staff'
import { expectToast } from '../../testing/toasts'
import NewRegistrationPage from './new-registration-page'

beforeAll(() => import('../../ui/overlays/dialogs.lazy'))

/** On November 16: December's 4th is closed and its 7th full; January is a draft, October is over. */
const december = {
  ...DECEMBER,
  year: 2026,
  closed_days: [4],
  day_seats: { 7: 1 },
  taken_seats: { 7: 1 },
  submission_count: 0,
}
const months = [
  { ...december, id: 'm0', month_name: 'October' },
  december,
  { ...december, id: 'm2', month_name: 'January', year: 2027, is_active: false },
]
const dana = {
  id: 'dana',
  full_name: 'Dana Okafor',
  email: 'dana@example.com',
  phone: null,
  status: 'active',
}
const amara = { ...AMARA, parent: dana }
const tobias = { ...amara, id: 'c2', name: 'Tobias' }

type Sent = { key: string | null; child_ids?: string[]; selected_days: number[]; confirmed_days: number[] }
let sent: Sent[]
let answer: () => Promise<Response>
let registered: object[]

const stored = async () => Response.json({ rows: [{ id: 's1' }] })

beforeEach(() => {
  sent = []
  answer = stored
  registered = []
})

withStaff((url, init) => {
  const { pathname } = url
  if (pathname === '/api/admin/submissions' && init?.method === 'POST') {
    const key = new Headers(init.headers).get('idempotency-key')
    sent.push({ ...JSON.parse(String(init.body)), key })
    return answer()
  }
  if (pathname === '/api/admin/months') return Response.json({ rows: months })
  if (pathname === '/api/admin/children')
    return Response.json({ rows: [amara, tobias], total: 2, page: 1, size: 50 })
  if (pathname === '/api/admin/parents/dana')
    return Response.json({ ...dana, language: 'es', family_of: null, is_guest: false })
  if (pathname === '/api/admin/parents/dana/registered') return Response.json({ rows: registered })
  if (pathname === '/api/admin/parents/dana/earlier-registrations') return Response.json({ rows: [] })
  if (pathname === '/api/site-content/registration_agreement')
    return Response.json({ content: { items: ['On time.'] }, spanish: null })
  return undefined
})

async function open(url = '/admin/submissions/new?parent=dana&child=c1') {
  const user = renderAdminPage(url, <NewRegistrationPage />)
  await user.click(await screen.findByRole('button', { name: /December 2026/ }))
  const day = (name: RegExp) => screen.getByRole('button', { name })
  const submit = () => user.click(screen.getByRole('button', { name: 'Submit Registration' }))
  const agree = () => user.click(screen.getByRole('checkbox', { name: 'Agreed by phone' }))
  return { user, day, submit, agree }
}

it("registers a family's child at the parents' prices, once it was agreed by phone", async () => {
  const { user, day, submit, agree } = await open()
  expect(screen.getByRole('checkbox', { name: /^Amara/ })).toHaveProperty('checked', true)
  await user.click(day(/December 8,/))
  await user.click(screen.getByRole('checkbox', { name: /^Tobias/ }))
  expect(screen.getByRole('region', { name: 'Fee Summary' }).textContent).toContain('$40.00')
  await submit()
  expect(sent).toEqual([])
  await agree()
  await submit()
  await expectToast('Registration entered', 'The family gets an email.')
  expect(sent).toMatchObject([
    {
      month_id: 'm1',
      child_ids: ['c1', 'c2'],
      selected_days: [8],
      agreed: true,
      fee: 40,
      confirmed_days: [],
      language: 'es',
    },
  ])
  expect(window.location.pathname + window.location.search).toBe('/admin/submissions?id=s1')
})

it('asks about closed and full days by name, and keeps everything', async () => {
  const { user, day, submit, agree } = await open()
  await user.click(day(/December 4, Closed/))
  await user.click(day(/December 7, Full/))
  await agree()
  await submit()
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain(
    'Friday, December 4 is closed to new registrations. Monday, December 7 is full. Add anyway?',
  )
  await user.click(within(question).getByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sent).toEqual([])
  await submit()
  const again = await screen.findByRole('alertdialog')
  await user.click(within(again).getByRole('button', { name: 'Submit Registration' }))
  await waitFor(() => expect(sent).toMatchObject([{ selected_days: [4, 7], confirmed_days: [4, 7] }]))
})

it('asks again about a day that filled up meanwhile', async () => {
  answer = async () => {
    answer = stored
    const now = { ...december, day_seats: { 9: 1 }, taken_seats: { 9: 1 } }
    return Response.json({ error: { code: 'confirm-days', message: '', stored: now } }, { status: 409 })
  }
  const { user, day, submit, agree } = await open()
  await user.click(day(/December 9,/))
  await agree()
  await submit()
  const question = await screen.findByRole('alertdialog')
  expect(question.textContent).toContain('Wednesday, December 9 is full. Add anyway?')
  await user.click(within(question).getByRole('button', { name: 'Submit Registration' }))
  await waitFor(() => expect(sent.map((each) => each.confirmed_days)).toEqual([[], [9]]))
})

it('does not say of a day with too few seats that it cannot be chosen', async () => {
  months[1] = { ...december, day_seats: { 7: 2 } }
  const { user, day } = await open()
  await user.click(screen.getByRole('checkbox', { name: /Tobias/ }))
  await waitFor(() => expect(day(/December 7,/).textContent).toContain('1 left'))
  expect(screen.queryByText(/can't be chosen/)).toBeNull()
  await user.click(day(/December 7,/))
  expect(day(/December 7,/).getAttribute('aria-pressed')).toBe('true')
  months[1] = december
})

it('keeps everything with the sentence of the server, and sends the same again after a lost response', async () => {
  const message = 'Amara already has a drop-in on Tuesday, December 8. Please leave that day out.'
  answer = async () => Response.json({ error: { code: 'day-unavailable', message } }, { status: 409 })
  const { user, day, submit, agree } = await open()
  await user.click(day(/December 8,/))
  await agree()
  await submit()
  await expectToast('Day Not Available', message)
  expect(day(/December 8,/).getAttribute('aria-pressed')).toBe('true')
  answer = async () => {
    throw new TypeError('Failed to fetch')
  }
  await submit()
  await waitFor(() => expect(sent).toHaveLength(2))
  answer = stored
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Submit Registration' }).getAttribute('aria-busy')).not.toBe(
      'true',
    ),
  )
  await submit()
  await expectToast('Registration entered', 'The family gets an email.')
  expect(sent[2]?.key).toBe(sent[1]?.key)
  expect(sent[1]?.key).not.toBe(sent[0]?.key)
  // It may not have arrived: then the server asks about a day that has filled up meanwhile.
  expect(sent[2]?.confirmed_days).toEqual([])
})

it('does not offer children who are registered already', async () => {
  registered = [{ month_id: 'm1', child_id: 'c1', dropin_date: null }]
  await open()
  await waitFor(() =>
    expect(screen.getByRole('checkbox', { name: /^Amara/ })).toHaveProperty('disabled', true),
  )
})

it('offers published months, past ones on request', async () => {
  const { user } = await open()
  expect(screen.queryByRole('button', { name: /October/ })).toBeNull()
  expect(screen.queryByRole('button', { name: /January/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Past months' }))
  expect(screen.getByRole('button', { name: /October 2026/ })).toBeDefined()
})

it('shows the month and its days again after the session expired', async () => {
  const { user } = await open()
  await user.click(screen.getByRole('button', { name: 'Past months' }))
  await user.click(screen.getByRole('button', { name: /October 2026/ }))
  await user.click(screen.getByRole('button', { name: /October 8,/ }))
  retainDrafts('rosa', 'rosa')
  cleanup()
  renderAdminPage('/admin/submissions/new?parent=dana&child=c1', <NewRegistrationPage />)
  const chosen = await screen.findByRole('button', { name: /October 8,/ })
  expect(chosen.getAttribute('aria-pressed')).toBe('true')
})

it('registers a guest, whose details are typed in', async () => {
  const { user, day, submit, agree } = await open('/admin/submissions/new?guest')
  await user.click(day(/December 8,/))
  await agree()
  await submit()
  expect(sent).toEqual([])
  await user.type(screen.getByLabelText(/^Parent Name/), 'Grace Whitfield')
  await user.type(screen.getByLabelText(/^Parent Email/), 'grace@example.com')
  await user.type(screen.getByLabelText(/^Child Name/), 'Otis')
  await submit()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ guest_parent_name: 'Grace Whitfield', guest_child_name: 'Otis', fee: 20 })
  // Nothing typed is left, so leaving does not ask.
  await waitFor(() => expect(window.location.search).toBe('?id=s1'))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('starts with the family where it was not opened from one', async () => {
  const user = renderAdminPage('/admin/submissions/new', <NewRegistrationPage />)
  await user.type(await screen.findByLabelText('Child on file'), 'Ama')
  await user.click(await screen.findByRole('button', { name: /Amara/ }))
  await screen.findByRole('button', { name: /December 2026/ })
  expect(window.location.search).toBe('?parent=dana&child=c1')
})
