import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { App } from '../../app'
import { setLanguage } from '../../language/language'
import { setSession } from '../../lib/auth-store'
import { monotonicClock } from '../../lib/monotonic-clock'
import { queryClient } from '../../lib/query-client'
import { navigate } from '../../router/history'
import { spanish } from '../../spanish'
import { LiveStream } from '../../testing/live-stream'
import { AMARA, DECEMBER, PARENT_SESSION, parentServer } from '../../testing/parent-server'
import { dayName } from '../../ui/month-calendar/testing'

const pages = import.meta.glob(['/src/parent/**/*-page.tsx'])
beforeAll(() => Promise.all(Object.values(pages).map((load) => load())))

/** Monday the 2nd has two seats left, Tuesday the 3rd one, Wednesday the 4th three. */
const december = { ...DECEMBER, seats: 10, taken_seats: { '2': 8, '3': 9, '4': 7 } as Record<string, number> }
const JANUARY = { ...december, id: 'm2', month_name: 'January', year: 3000 }
const TOBIAS = { ...AMARA, id: 'c2', name: 'Tobias' }

type Sent = {
  key: string | null
  selected_days: number[]
  fee: number
  child_ids?: string[]
  agreement?: object
}
let sent: Sent[]
/** The response to a submit: by default an immediate success. */
let answer: () => Promise<Response>
let months: (typeof december)[]
let agreement: object

const stored = async () => Response.json({ rows: [] })
const lost = async () => {
  throw new TypeError('Failed to fetch')
}
const rejected = (status: number, code: string, message: string) => async () =>
  Response.json({ error: { code, message } }, { status })
/** A slow response. */
function held(then = stored) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  answer = async () => {
    await released
    return then()
  }
  return () => act(async () => release())
}

beforeEach(() => {
  sent = []
  answer = stored
  months = [december]
  agreement = { content: { items: ['On time.'] }, spanish: { text: ['A tiempo.'], outdated: false } }
  vi.stubGlobal('EventSource', LiveStream)
})
afterEach(() => {
  cleanup()
  setLanguage('en')
  setSession(null)
  queryClient.clear()
  localStorage.clear()
  sessionStorage.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function open(who: 'parent' | 'guest' = 'parent', address = '/monthly-signup') {
  const session = who === 'parent' ? PARENT_SESSION : null
  const server = parentServer(session, {
    get '/api/months'() {
      return { rows: months }
    },
    get '/api/months/m1'() {
      return months[0]
    },
    '/api/months/m2': months[1],
    get '/api/site-content/registration_agreement'() {
      return agreement
    },
    '/api/children': { rows: [AMARA, TOBIAS], total: 2, page: 1, size: 20 },
  })
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    if (String(input).endsWith('/api/submissions') && init?.method === 'POST') {
      sent.push({
        ...JSON.parse(String(init.body)),
        key: new Headers(init.headers).get('idempotency-key'),
      })
      return answer()
    }
    if (String(input).endsWith('/api/months/m1') && months.length === 0)
      return Response.json({ error: { code: 'not-found', message: 'Not found.' } }, { status: 404 })
    return server.fetch(input)
  })
  window.history.replaceState(null, '', address)
  setSession(session)
  render(<App />)
  const isPicking = months.length > 1 && !address.includes('?')
  await (isPicking ? screen.findByRole('region', { name: 'Month' }) : screen.findByRole('grid'))
}

/** On the server, which then tells the page. */
function changeTakenSeats(taken: Record<string, number>) {
  const taken_seats = { ...december.taken_seats, ...taken }
  months = months.map((month) => (month.id === 'm1' ? { ...month, taken_seats } : month))
  return act(() => LiveStream.emit('month_seats', { type: 'UPDATE', id: 'm1', taken_seats }))
}
/** The last seat of the 3rd goes, and the calendar shows it. */
async function thirdFills() {
  changeTakenSeats({ '3': 10 })
  await waitFor(() => expect(dayName(day(3))).not.toContain('1 left'))
}
/** Of the three seats of the 4th one is left, and the calendar shows it. */
async function fourthIsShort() {
  changeTakenSeats({ '4': 9 })
  await waitFor(() => expect(dayName(day(4))).toContain('1 left'))
}
const isFourthCrowded = () =>
  dayName(day(4))?.includes('too few') || screen.queryByText(/Remove the day/) !== null
async function leaveAndOpen(address: string) {
  act(() => navigate('/children'))
  await screen.findByRole('heading', { name: 'My Children' })
  act(() => navigate(address))
  await screen.findByRole('grid')
}
const day = (n: number) => screen.getByRole('button', { name: new RegExp(`December ${n},`) })
const box = (name: string | RegExp) => screen.getByRole('checkbox', { name })
const press = (element: HTMLElement) => userEvent.click(element)
const submit = () => press(screen.getByRole('button', { name: 'Submit Registration' }))
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)

async function choose(children: string[], ...days: number[]) {
  for (const name of children) await press(box(name))
  for (const n of days) await press(day(n))
  await press(box(/agree/))
}

it('does not warn about the seats that its own registration takes', async () => {
  const release = held()
  await open()
  await choose(['Amara'], 3)
  await submit()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(screen.getByRole('button', { name: 'Submit Registration' })).toHaveProperty('disabled', true)
  await thirdFills()
  expect(alerts()).toEqual([])
  expect(screen.queryByText(/No days open/)).toBeNull()
  await release()
  await screen.findByText('Registration submitted successfully for 1 child.')
  expect(alerts()).toEqual([])
})

it('resends the same days after a lost response, though the seats are taken by now', async () => {
  answer = lost
  await open()
  await choose(['Amara'], 3)
  await submit()
  await screen.findByText(/^Failed to submit registration\. Please try again\./)
  await thirdFills()
  answer = stored
  await submit()
  await screen.findByText('Registration submitted successfully for 1 child.')
  expect(sent[1]).toEqual(sent[0])
})

it('does not call a day too small because of its own registration', async () => {
  const release = held(lost)
  await open()
  await choose(['Amara', 'Tobias'], 4)
  await submit()
  await waitFor(() => expect(sent).toHaveLength(1))
  await fourthIsShort()
  expect(isFourthCrowded()).toBe(false)
  await release()
  await screen.findByText(/^Failed to submit registration\. Please try again\./)
  expect(isFourthCrowded()).toBe(false)
  answer = stored
  await submit()
  await screen.findByText('Registration submitted successfully for 2 children.')
  expect(sent[1]).toEqual(sent[0])
})

it('resends two children, also from a form that was closed and reopened', async () => {
  answer = lost
  await open()
  await choose(['Amara', 'Tobias'], 4)
  await submit()
  await screen.findByText(/^Failed to submit registration\. Please try again\./)
  await leaveAndOpen('/monthly-signup')
  await fourthIsShort()
  expect(isFourthCrowded()).toBe(false)
  await press(box(/agree/))
  answer = stored
  await submit()
  await screen.findByText('Registration submitted successfully for 2 children.')
  expect(sent[1]).toEqual(sent[0])
})

it('calls a day too small again as soon as the selection changes', async () => {
  answer = lost
  await open()
  await choose(['Amara', 'Tobias'], 4)
  await submit()
  await screen.findByText(/^Failed to submit registration\. Please try again\./)
  await fourthIsShort()
  await press(day(5))
  expect(isFourthCrowded()).toBe(true)
  await submit()
  expect(sent).toHaveLength(1)
  await press(day(5))
  expect(isFourthCrowded()).toBe(false)
})

it('names a day that was removed while a request was rejected for another reason', async () => {
  const release = held(rejected(429, 'too-many', 'Too many attempts.'))
  await open()
  await choose(['Amara'], 3, 4)
  await submit()
  await thirdFills()
  expect(alerts()).toEqual([])
  await release()
  await waitFor(() => expect(alerts().join()).toContain('December 3 is full. Please choose another day.'))
})

const THIRD_IS_CLOSED = 'Tuesday, December 3 is closed to new registrations. Please choose another day.'

it.each([true, false])(
  'names a day that staff close while the request is pending, once, and keeps the rest (notified of it: %s)',
  async (isNotified) => {
    const release = held(rejected(409, 'day-unavailable', THIRD_IS_CLOSED))
    await open()
    await choose(['Amara'], 3, 4)
    await submit()
    months = [{ ...december, closed_days: [3] }]
    if (isNotified) {
      act(() => LiveStream.emit('months'))
      await waitFor(() => expect(dayName(day(3))).toContain('closed'))
      expect(alerts()).toEqual([])
    }
    await release()
    await waitFor(() => expect(dayName(day(3))).toBe('Tuesday, December 3, Closed'))
    await waitFor(() => expect(alerts()).toEqual([expect.stringContaining(THIRD_IS_CLOSED)]))
    expect(day(3).getAttribute('aria-disabled')).toBe('true')
    expect(day(4).getAttribute('aria-pressed')).toBe('true')
    expect(box('Amara')).toHaveProperty('checked', true)
  },
)

it('shows one message when staff withdraw the month while the request is pending', async () => {
  const release = held(rejected(409, 'month-unavailable', "This month isn't open for registration."))
  await open('parent', '/monthly-signup/m1')
  await choose(['Amara'], 3)
  await submit()
  months = []
  act(() => LiveStream.emit('months'))
  await screen.findByText('December 2999 is no longer open for registration.')
  await release()
  await screen.findByText("This month isn't open for registration.")
  await waitFor(() => expect(alerts()).toEqual([expect.stringContaining("isn't open")]))
})

it('does not send within two seconds after a day was removed, and names the day again', async () => {
  const now = vi.spyOn(monotonicClock, 'now').mockReturnValue(10_000)
  await open()
  await choose(['Amara'], 3, 4)
  await thirdFills()
  now.mockReturnValue(11_999)
  await submit()
  expect(sent).toEqual([])
  expect(alerts().join()).toContain('December 3 is full. Please choose another day.')
  now.mockReturnValue(12_001)
  await submit()
  await waitFor(() => expect(sent).toMatchObject([{ selected_days: [4] }]))
})

it('offers no day with fewer seats than children, by click or by quick choice', async () => {
  await open()
  await press(box('Amara'))
  expect(day(3).getAttribute('aria-disabled')).toBeNull()
  await press(box('Tobias'))
  expect(dayName(day(3))).toBe('Tuesday, December 3, 1 left, too few for 2 children')
  expect(day(3).getAttribute('aria-disabled')).toBe('true')
  await press(day(3))
  await press(screen.getByRole('button', { name: 'Tue' }))
  expect(day(3).getAttribute('aria-pressed')).toBe('false')
  expect(day(10).getAttribute('aria-pressed')).toBe('true')
  expect(day(2).getAttribute('aria-disabled')).toBeNull()
  screen.getByText("Days with fewer than 2 seats left can't be chosen for 2 children.")
})

it('marks a day that a second child makes too small, rejects it with the reason, and lets it be removed', async () => {
  await open()
  await choose(['Amara'], 3, 4)
  await press(box('Tobias'))
  const reason = 'Only 1 seat is left on Tuesday, December 3.'
  expect(dayName(day(3))).toContain('1 left, too few for 2 children, selected')
  const shown = screen.getByText(`${reason} Remove the day, or choose fewer children.`)
  const described = screen.getByRole('grid').getAttribute('aria-describedby') ?? ''
  const region = document.getElementById(described)
  expect(region?.textContent).toBe(shown.textContent)
  expect(region?.getAttribute('aria-live')).toBe('polite')
  await submit()
  expect(sent).toEqual([])
  expect(alerts().join()).toContain(`Day Not Available${reason}`)
  await press(day(3))
  await submit()
  await waitFor(() => expect(sent).toMatchObject([{ selected_days: [4], child_ids: ['c1', 'c2'] }]))
})

it('associates errors with their controls, and scrolls to the first', async () => {
  const seen: Element[] = []
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    seen.push(this)
  })
  await open()
  await submit()
  const hintOf = (control: HTMLElement) =>
    (control.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .at(-1)
  for (const name of ['Amara', 'Tobias']) {
    expect(hintOf(box(name))).toBe('Select at least one child.')
    expect(box(name).getAttribute('aria-invalid')).toBe('true')
  }
  expect(hintOf(screen.getByRole('grid'))).toBe('Select at least one day.')
  expect(hintOf(box(/agree/))).toBe('Check the agreement box to register.')
  expect(seen).toEqual([box('Amara')])
})

it('marks the agreement where nothing else is missing, and focuses it', async () => {
  await open()
  await press(box('Amara'))
  await press(day(3))
  await submit()
  expect(alerts().join()).toContain('Please select at least one child and select days.')
  const agreement = box(/agree/)
  expect(document.activeElement).toBe(agreement)
  expect(agreement.getAttribute('aria-invalid')).toBe('true')
  const hint = document.getElementById(agreement.getAttribute('aria-describedby') ?? '')
  expect(hint?.textContent).toBe('Check the agreement box to register.')
  await press(agreement)
  expect(agreement.getAttribute('aria-invalid')).toBeNull()
  expect(agreement.getAttribute('aria-describedby')).toBeNull()
})

it.each(['parent', 'guest'] as const)('tells a %s at the top that no day is open', async (who) => {
  const closed_days = Array.from({ length: 31 }, (_, index) => index + 1)
  months = [{ ...december, closed_days }]
  await open(who)
  screen.getByText('No days open in December 2999.')
  expect(screen.queryByRole('button', { name: 'Submit Registration' })).toBeNull()
  expect(screen.queryByLabelText('Parent Name')).toBeNull()
})

it('is empty once a request from before it was closed and reopened is stored', async () => {
  const release = held()
  await open()
  await choose(['Amara'], 3)
  await submit()
  await leaveAndOpen('/monthly-signup?month=m1')
  expect(day(3).getAttribute('aria-pressed')).toBe('true')
  await thirdFills()
  await release()
  await screen.findByText('Registration submitted successfully for 1 child.')
  expect(within(screen.getByRole('grid')).queryAllByRole('button', { pressed: true })).toEqual([])
  expect(alerts()).toEqual([])
})

it.each([false, true])(
  'keeps what is filled in for another month when the earlier request is stored (storage blocked: %s)',
  async (isBlocked) => {
    months = [december, JANUARY]
    const release = held()
    await open('parent', '/monthly-signup?month=m1')
    if (isBlocked)
      vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
        throw new Error('blocked')
      })
    await choose(['Amara'], 3)
    await submit()
    await leaveAndOpen('/monthly-signup?month=m2')
    const sixth = () => screen.getByRole('button', { name: /January 6,/ })
    await press(box('Tobias'))
    await press(sixth())
    await release()
    await screen.findByText('Registration submitted successfully for 1 child.')
    expect(sixth().getAttribute('aria-pressed')).toBe('true')
    expect(box('Tobias')).toHaveProperty('checked', true)
    if (isBlocked) return
    await leaveAndOpen('/monthly-signup?month=m2')
    expect(sixth().getAttribute('aria-pressed')).toBe('true')
  },
)

it("names the submitted month on a guest's receipt, whichever month is shown by then", async () => {
  months = [JANUARY, december]
  const release = held(async () => Response.json({ rows: [{ selected_days: [3], total_fee: 20 }] }))
  await open('guest')
  await press(screen.getByRole('button', { name: /^December/ }))
  for (const [label, text] of [
    ['Parent Name', 'Dana'],
    ['Parent Email', 'dana@example.com'],
    ['Child Name', 'Amara'],
  ] as const)
    await userEvent.type(screen.getByRole('textbox', { name: new RegExp(`^${label}`) }), text)
  await choose([], 3)
  await submit()
  await waitFor(() => expect(sent).toHaveLength(1))
  await press(screen.getByRole('button', { name: /^January/ }))
  await release()
  const receipt = await screen.findByRole('region', { name: 'We have your registration' })
  within(receipt).getByText('December 2999')
  // This installation sends no mail.
  expect(within(receipt).queryByText(/email/)).toBeNull()
})

it.each([
  ['stored', stored, 'Registration submitted successfully for 1 child.'],
  ['lost', lost, /^Failed to submit registration\. Please try again\./],
])('shows the result after Back: %s', async (_, then, words) => {
  const release = held(then)
  await open()
  act(() => navigate('/children'))
  await screen.findByRole('heading', { name: 'My Children' })
  act(() => navigate('/monthly-signup'))
  await screen.findByRole('grid')
  await choose(['Amara'], 3)
  await submit()
  act(() => window.history.back())
  await screen.findByRole('heading', { name: 'My Children' })
  await release()
  await screen.findByText(words)
  expect(window.location.pathname).toBe('/children')
})

it("shows the browser's leave prompt only while the request is pending", async () => {
  const asks = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const release = held()
  await open()
  await choose(['Amara'], 3)
  expect(asks()).toBe(false)
  await submit()
  expect(asks()).toBe(true)
  await release()
  await screen.findByText('Registration submitted successfully for 1 child.')
  expect(asks()).toBe(false)
})

const CHANGED = 'The agreement has changed meanwhile. Please read it and agree again.'
const inSpanish = () => act(async () => setLanguage('es', spanish))

it('sends the agreement that was read, with its language', async () => {
  await open()
  await choose(['Amara'], 3)
  await submit()
  await waitFor(() => expect(sent).toMatchObject([{ agreement: { language: 'en', items: ['On time.'] } }]))
})

it('is to be agreed to anew in another language', async () => {
  await open()
  await choose(['Amara'], 3)
  await inSpanish()
  screen.getByText('A tiempo.')
  const agreed = screen.getByRole('checkbox', { name: /acepto/i })
  expect(agreed).toHaveProperty('checked', false)
  const send = screen.getByRole('button', { name: 'Enviar inscripción' })
  await press(send)
  expect(sent).toEqual([])
  screen.getByText('Marque la casilla del acuerdo para inscribirse.')
  await press(agreed)
  await press(send)
  await waitFor(() => expect(sent).toMatchObject([{ agreement: { language: 'es', items: ['A tiempo.'] } }]))
})

it('shows and sends the English agreement as English where there is no Spanish one', async () => {
  agreement = { content: { items: ['On time.'] }, spanish: null }
  await open()
  await choose(['Amara'], 3)
  await inSpanish()
  expect(screen.getByText('On time.').closest('[lang]')?.getAttribute('lang')).toBe('en')
  // The text beside it is the one that was agreed to.
  expect(screen.getByRole('checkbox', { name: /acepto/i })).toHaveProperty('checked', true)
  await press(screen.getByRole('button', { name: 'Enviar inscripción' }))
  await waitFor(() => expect(sent).toMatchObject([{ agreement: { language: 'en', items: ['On time.'] } }]))
})

it('shows an agreement that was changed meanwhile, to be agreed to again, and keeps the rest', async () => {
  answer = rejected(409, 'agreement-changed', CHANGED)
  await open()
  await choose(['Amara'], 3)
  agreement = { content: { items: ['On time.', 'Or a fee.'] }, spanish: null }
  await submit()
  await screen.findByText('Or a fee.')
  expect(alerts().join()).toContain(CHANGED)
  expect(box(/agree/)).toHaveProperty('checked', false)
  screen.getByText('Check the agreement box to register.')
  expect(box('Amara')).toHaveProperty('checked', true)
  expect(day(3).getAttribute('aria-pressed')).toBe('true')
  answer = stored
  await press(box(/agree/))
  await submit()
  await screen.findByText('Registration submitted successfully for 1 child.')
  expect(sent[1]).toMatchObject({ agreement: { language: 'en', items: ['On time.', 'Or a fee.'] } })
})

it('keeps everything after a price change, shows the new prices, and sends the new total', async () => {
  const message =
    'The price has changed meanwhile. The new total is $44.00. Please check it and submit again.'
  answer = rejected(409, 'price-changed', message)
  await open()
  await choose(['Amara', 'Tobias'], 4)
  months = [{ ...december, regular_price: 22 }]
  await submit()
  await waitFor(() => expect(alerts().join()).toContain(message))
  await screen.findAllByText('$44.00')
  expect(
    [box('Amara'), box('Tobias'), box(/agree/)].map((each) => (each as HTMLInputElement).checked),
  ).toEqual([true, true, true])
  expect(dayName(day(4))).toMatch(/\$22, .* left, selected/)
  answer = stored
  await submit()
  await screen.findByText('Registration submitted successfully for 2 children.')
  expect(sent.map(({ fee }) => fee)).toEqual([40, 44])
})

it('is the same registration when it is agreed to again in another language after a lost response', async () => {
  answer = lost
  await open()
  await choose(['Amara'], 3)
  await submit()
  await screen.findByText(/^Failed to submit registration\. Please try again\./)
  await inSpanish()
  answer = stored
  await press(screen.getByRole('checkbox', { name: /acepto/i }))
  await press(screen.getByRole('button', { name: 'Enviar inscripción' }))
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.key).toBe(sent[0]?.key)
})
