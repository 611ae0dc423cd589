import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { App } from '../../app'
import { setLanguage } from '../../language/language'
import { setSession } from '../../lib/auth-store'
import { queryClient } from '../../lib/query-client'
import { navigate } from '../../router/history'
import { spanish } from '../../spanish'
import { LiveStream } from '../../testing/live-stream'
import { AMARA, PARENT_SESSION, parentServer } from '../../testing/parent-server'
import { expectToast } from '../../testing/toasts'

const pages = import.meta.glob(['/src/parent/**/*-page.tsx'])
beforeAll(() => Promise.all(Object.values(pages).map((load) => load())))

const TODAY = '2026-11-16'
const TOMORROW = '2026-11-17'
let release: () => void
let sent: { agreement: object; fee?: number }[]
let fee: number
/** The response to a request: by default it is stored. */
let answer: () => Response
let agreement: object

beforeEach(() => {
  vi.stubGlobal('EventSource', LiveStream)
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  sent = []
  answer = () => Response.json({ id: 'd1', dropin_date: TODAY, total_fee: 25 })
  agreement = { content: { items: ['On time.'] }, spanish: { text: ['A tiempo.'], outdated: false } }
  fee = 25
  const server = parentServer(null, {
    get '/api/drop-ins/availability'() {
      return { ...days(true, true)['/api/drop-ins/availability'], fee }
    },
    get '/api/site-content/dropin_agreement'() {
      return agreement
    },
  })
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    if (init?.method !== 'POST') return server.fetch(input)
    if (!String(input).endsWith('/api/drop-ins')) return Response.json({})
    sent.push(JSON.parse(String(init.body)))
    await released
    return answer()
  })
})
afterEach(() => {
  cleanup()
  setLanguage('en')
  setSession(null)
  queryClient.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const field = (label: string | RegExp) => screen.getByRole('textbox', { name: label })

/** Fills the form for Amara in and sends it. */
async function fillAndSend() {
  window.history.replaceState(null, '', '/day-drop-in')
  setSession(null)
  render(<App />)
  await screen.findByRole('radio', { name: /Today/ })
  const button = screen.getByRole('button', { name: 'Submit Request' })
  const hint = document.getElementById(button.getAttribute('aria-describedby') ?? '')
  expect(hint?.textContent).toMatch(/to submit your request/)
  await userEvent.type(field(/Your Full Name/), 'Pat')
  await userEvent.type(field(/Your Email/), 'pat@example.com')
  await userEvent.type(field(/Child's Full Name/), 'Amara')
  await userEvent.click(screen.getByRole('radio', { name: /Today/ }))
  await userEvent.click(screen.getByRole('checkbox', { name: /agree/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Submit Request' }))
}

/** Sends on a slow line, leaves the form and opens it again. */
async function sendLeaveAndOpen() {
  await fillAndSend()
  act(() => navigate('/guest-portal'))
  await screen.findByRole('heading', { level: 1, name: /Guest/ })
  act(() => navigate('/day-drop-in'))
  await screen.findByRole('radio', { name: /Today/ })
}

it('keeps what is filled in for another child when the earlier request is stored', async () => {
  await sendLeaveAndOpen()
  const child = field(/Child's Full Name/)
  await userEvent.clear(child)
  await userEvent.type(child, 'Tobias')
  await act(async () => release())
  await screen.findByText('Request Submitted!')
  expect(window.location.pathname).toBe('/day-drop-in')
  expect(field(/Child's Full Name/)).toHaveProperty('value', 'Tobias')
  cleanup()
  render(<App />)
  await screen.findByRole('radio', { name: /Today/ })
  expect(field(/Child's Full Name/)).toHaveProperty('value', 'Tobias')
})

it('keeps everything after a price change, shows the new price, and sends it', async () => {
  const message =
    'The price has changed meanwhile. The new total is $27.50. Please check it and submit again.'
  answer = () => {
    fee = 27.5
    return Response.json({ error: { code: 'price-changed', message } }, { status: 409 })
  }
  release()
  await fillAndSend()
  await screen.findByText(message)
  await screen.findByText('$27.50')
  expect(field(/Child's Full Name/)).toHaveProperty('value', 'Amara')
  answer = () => Response.json({ id: 'd1', dropin_date: TODAY, total_fee: 27.5 })
  await userEvent.click(screen.getByRole('button', { name: 'Submit Request' }))
  await screen.findByText('Request Submitted!')
  expect(sent.map((each) => each.fee)).toEqual([25, 27.5])
})

it('does not offer to send the same request twice', async () => {
  await sendLeaveAndOpen()
  await act(async () => release())
  await screen.findByText('Request Submitted!')
  expect(window.location.pathname).toBe('/')
  act(() => navigate('/day-drop-in'))
  await screen.findByRole('radio', { name: /Today/ })
  expect(field(/Child's Full Name/)).toHaveProperty('value', '')
})

const openAs = (
  session: typeof PARENT_SESSION | null,
  changed: Record<string, unknown>,
  unreadable?: string,
  unanswered?: string,
) => {
  const server = parentServer(session, changed)
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    if (init?.method === 'POST')
      return Response.json({ error: { code: 'refused', message: REFUSED } }, { status: 409 })
    if (unanswered && String(input).endsWith(unanswered)) return new Promise<Response>(() => undefined)
    return unreadable && String(input).endsWith(unreadable)
      ? Response.json({}, { status: 422 })
      : server.fetch(input)
  })
  setSession(session)
  window.history.replaceState(null, '', '/day-drop-in')
  render(<App />)
}
const REFUSED = 'Amara already has a registration for Tuesday, November 17, 2026.'
const days = (today: boolean, tomorrow: boolean) => ({
  '/api/drop-ins/availability': {
    options: [
      { key: 'today', date: TODAY, available: today },
      { key: 'tomorrow', date: TOMORROW, available: tomorrow },
    ],
  },
})
const option = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name })

it.each([
  [true, false],
  [false, true],
])(
  'offers today (%s) and tomorrow (%s) as the server says, and names what is not available',
  async (...has) => {
    openAs(null, days(...has))
    await screen.findByRole('radio', { name: /^Today/ })
    for (const [index, name] of [/^Today/, /^Tomorrow/].entries()) {
      await waitFor(() => expect(isOff(option(name))).toBe(!has[index]))
      expect(option(name).closest('label')?.textContent?.includes('- Aftercare Not Available')).toBe(
        !has[index],
      )
    }
  },
)

it('offers tomorrow as soon as staff make it available', async () => {
  const responses = days(true, false)
  openAs(null, responses)
  await screen.findByRole('radio', { name: /^Tomorrow/ })
  await waitFor(() => expect(isOff(option(/^Tomorrow/))).toBe(true))
  Object.assign(responses, days(true, true))
  act(() => LiveStream.emit('months', { type: 'UPDATE' }))
  await waitFor(() => expect(isOff(option(/^Tomorrow/))).toBe(false))
  expect(screen.queryByText(/Not Available/)).toBeNull()
})

const isOff = (radio: HTMLElement) =>
  radio.hasAttribute('disabled') || radio.getAttribute('aria-disabled') === 'true'

it('no longer offers today once staff end its drop-ins', async () => {
  const responses = days(true, true)
  openAs(null, responses)
  await waitFor(() => expect(isOff(option(/^Today/))).toBe(false))
  Object.assign(responses, days(false, true))
  act(() => LiveStream.emit('pickup_times', { type: 'UPDATE' }))
  await waitFor(() => expect(isOff(option(/^Today/))).toBe(true))
})

it('asks a parent without children to add one first', async () => {
  openAs(PARENT_SESSION, { '/api/children': { rows: [], total: 0, page: 1, size: 20 } })
  await screen.findByText('Add a child first, then choose the day.')
  expect(screen.getByRole('button', { name: 'Submit Request' })).toHaveProperty('disabled', true)
})

const NOT_AVAILABLE = /- Aftercare Not Available$/

it('calls both days unavailable where the look-up failed, and offers to look again', async () => {
  openAs(PARENT_SESSION, {}, '/api/drop-ins/availability')
  await screen.findByText(/^We couldn't check which days are open\./)
  for (const name of [/^Today/, /^Tomorrow/]) {
    expect(isOff(option(name))).toBe(true)
    expect(option(name).closest('label')?.textContent).toMatch(NOT_AVAILABLE)
  }
  screen.getByRole('button', { name: 'Try again' })
  expect(screen.queryByText('Aftercare is not available today or tomorrow.')).toBeNull()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('calls no day unavailable before the first answer', async () => {
  openAs(PARENT_SESSION, {}, undefined, '/api/drop-ins/availability')
  await screen.findByRole('radio', { name: /^Today/ })
  expect(isOff(option(/^Today/))).toBe(true)
  expect(screen.queryByText(/Not Available/)).toBeNull()
})

it('offers no day once availability can no longer be checked, until it can', async () => {
  openAs(PARENT_SESSION, days(true, false))
  await waitFor(() => expect(isOff(option(/^Today/))).toBe(false))
  const working = globalThis.fetch
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 422 }))
  act(() => LiveStream.emit('months', { type: 'UPDATE' }))
  await screen.findByText(/^We couldn't check which days are open\./)
  expect(isOff(option(/^Today/))).toBe(true)
  expect(isOff(option(/^Tomorrow/))).toBe(true)
  expect(screen.getAllByText(NOT_AVAILABLE)).toHaveLength(2)
  vi.stubGlobal('fetch', working)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(isOff(option(/^Today/))).toBe(false))
  expect(screen.queryByText(/^We couldn't check which days are open\./)).toBeNull()
})

it('shows why a request was rejected, until another day is selected', async () => {
  openAs(PARENT_SESSION, days(true, true))
  await userEvent.click(await screen.findByRole('radio', { name: /Amara/ }))
  await userEvent.click(option(/^Tomorrow/))
  await userEvent.click(screen.getByRole('checkbox', { name: /agree/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Submit Request' }))
  await expectToast('Submission Failed', REFUSED)
  await userEvent.click(option(/^Today/))
  await waitFor(() => expect(screen.queryByText('Submission Failed')).toBeNull())
})

it('shows an agreement that was changed meanwhile, to be agreed to again, also in another language', async () => {
  const message = 'The agreement has changed meanwhile. Please read it and agree again.'
  answer = () => Response.json({ error: { code: 'agreement-changed', message } }, { status: 409 })
  await fillAndSend()
  agreement = { content: { items: ['Or a fee.'] }, spanish: { text: ['O una multa.'], outdated: false } }
  await act(async () => release())
  await screen.findByText('Or a fee.')
  await screen.findByText(message)
  expect(sent).toMatchObject([{ agreement: { language: 'en', items: ['On time.'] } }])
  expect(screen.getByRole('checkbox', { name: /agree/ })).toHaveProperty('checked', false)
  expect(field(/Child's Full Name/)).toHaveProperty('value', 'Amara')
  await userEvent.click(screen.getByRole('checkbox', { name: /agree/ }))
  await act(async () => setLanguage('es', spanish))
  const agreed = screen.getByRole('checkbox', { name: /acepto/i })
  expect(agreed).toHaveProperty('checked', false)
  await userEvent.click(agreed)
  answer = () => Response.json({ id: 'd1', dropin_date: TODAY, total_fee: 25 })
  await userEvent.click(screen.getByRole('button', { name: 'Enviar solicitud' }))
  await waitFor(() =>
    expect(sent[1]).toMatchObject({ agreement: { language: 'es', items: ['O una multa.'] } }),
  )
})

it('asks for several children at once, at the price of all', async () => {
  const tobias = { ...AMARA, id: 'c2', name: 'Tobias' }
  const server = parentServer(PARENT_SESSION, {
    '/api/children': { rows: [AMARA, tobias], total: 2, page: 1, size: 20 },
    '/api/drop-ins/availability': { ...days(true, true)['/api/drop-ins/availability'], fee: 25 },
  })
  const bodies: Record<string, unknown>[] = []
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    if (init?.method !== 'POST') return server.fetch(input)
    if (!String(input).endsWith('/api/drop-ins')) return Response.json({})
    bodies.push(JSON.parse(String(init.body)))
    return Response.json({ rows: [{ id: 'd1', dropin_date: TODAY, total_fee: 25 }] })
  })
  setSession(PARENT_SESSION)
  window.history.replaceState(null, '', '/day-drop-in')
  render(<App />)
  await userEvent.click(await screen.findByRole('radio', { name: /Amara/ }))
  screen.getByText('$25')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Several children' }))
  const children = screen.getByRole('group', { name: /Children/ })
  expect(within(children).getByRole('checkbox', { name: 'Amara' })).toHaveProperty('checked', true)
  await userEvent.click(within(children).getByRole('checkbox', { name: 'Tobias' }))
  await screen.findByText('$50')
  screen.getByText('2 children, $25 each.')
  await userEvent.click(screen.getByRole('radio', { name: /^Today/ }))
  await userEvent.click(screen.getByRole('checkbox', { name: /agree/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Submit Request' }))
  await expectToast('Request Submitted!', "You'll receive a confirmation email shortly.")
  expect(bodies).toMatchObject([{ child_ids: ['c1', 'c2'], fee: 50, dropin_date: TODAY, agreed: true }])
  expect(bodies[0]).not.toHaveProperty('child_id')
  await waitFor(() => expect(window.location.pathname).toBe('/dashboard'))
})
