import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { App } from '../../app'
import { setSession } from '../../lib/auth-store'
import { monotonicClock } from '../../lib/monotonic-clock'
import { setServerTime } from '../../lib/program'
import { queryClient } from '../../lib/query-client'
import { LiveStream } from '../../testing/live-stream'
import { DECEMBER, PARENT_SESSION, parentServer, SUBMISSION } from '../../testing/parent-server'
import { dayName } from '../../ui/month-calendar/testing'

beforeAll(() => Promise.all([import('./history-page'), import('../../ui/overlays/dialogs.lazy')]))

/** The registration has the 2nd and 3rd; on the 4th one seat is left. */
const months = { ...DECEMBER, seats: 10, taken_seats: { '2': 10, '3': 10, '4': 9 } as Record<string, number> }
let saved: { key: string | null; selected_days: number[] }[]
let fees: number[]
let agreements: object[]
let items: string[]
let submission: Omit<typeof SUBMISSION, 'months' | 'cancellation' | 'attended_days'> & {
  attended_days: number[]
  months: object
  cancellation: object | null
}
let answer: (selected_days: number[]) => Promise<Response>

const store = async (selected_days: number[]) =>
  Response.json({ ...SUBMISSION, months, selected_days, version: 2 })

beforeEach(async () => {
  saved = []
  agreements = []
  fees = []
  items = ['On time.']
  answer = store
  vi.stubGlobal('EventSource', LiveStream)
  submission = { ...SUBMISSION, months }
  const server = parentServer(PARENT_SESSION, {
    get '/api/site-content/registration_agreement'() {
      return { content: { items }, spanish: null }
    },
    get '/api/submissions'() {
      return { rows: [submission], total: 1, page: 1, size: 20 }
    },
    get '/api/submissions/s1'() {
      return submission
    },
  })
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    if (init?.method !== 'PATCH') return server.fetch(input)
    const { selected_days, agreement, fee } = JSON.parse(String(init.body))
    agreements.push(agreement)
    fees.push(fee)
    saved.push({ selected_days, key: new Headers(init.headers).get('idempotency-key') })
    return answer(selected_days)
  })
  window.history.replaceState(null, '', '/history?submission=s1')
  setSession(PARENT_SESSION)
  render(<App />)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit Days' }))
  await waitFor(() => expect(agreed()).toHaveProperty('disabled', false))
  await userEvent.click(agreed())
})
afterEach(() => {
  cleanup()
  setSession(null)
  queryClient.clear()
  localStorage.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const day = (n: number) => screen.getByRole('button', { name: new RegExp(`December ${n},`) })
const agreed = () => screen.getByRole('checkbox', { name: /agree/ })
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save Changes' }))
/** The last seat of the 4th goes, and the calendar shows it. */
async function fourthFills() {
  const taken_seats = { ...months.taken_seats, '4': 10 }
  act(() => LiveStream.emit('month_seats', { type: 'UPDATE', id: 'm1', taken_seats }))
  await waitFor(() => expect(dayName(day(4))).not.toContain('1 left'))
}
const FULL = /December 4 is full/

it('that changes no day is not sent, says so and closes', async () => {
  await userEvent.click(day(4))
  await userEvent.click(day(4))
  await save()
  await screen.findByText('Nothing Changed')
  screen.getByText('The selected days are the same as before.')
  expect(saved).toEqual([])
  screen.getByRole('button', { name: 'Edit Days' })
})

it('keeps its own seat on a full day that is removed and added again', async () => {
  await userEvent.click(day(3))
  expect(day(3).getAttribute('aria-disabled')).toBeNull()
  await userEvent.click(day(3))
  expect(day(3).getAttribute('aria-pressed')).toBe('true')
})

it('keeps the days after a price change, shows the new total, and sends it', async () => {
  const message =
    'The price has changed meanwhile. The new total is $62.00. Please check it and submit again.'
  answer = async () => Response.json({ error: { code: 'price-changed', message } }, { status: 409 })
  await userEvent.click(day(4))
  submission = { ...submission, months: { ...months, regular_price: 22 } }
  await save()
  await screen.findByText(message)
  await screen.findByText('$62.00')
  expect(dayName(day(4))).toMatch(/\$22, .* left, selected/)
  expect(agreed()).toHaveProperty('checked', true)
  answer = store
  await save()
  await waitFor(() => expect(fees).toEqual([60, 62]))
})

it('takes back a day that was given up when the child is marked as arrived meanwhile', async () => {
  await userEvent.click(day(3))
  await userEvent.click(day(4))
  expect(dayName(day(3))).toContain('removed')
  submission = { ...submission, attended_days: [3] }
  act(() => LiveStream.emit('attendance_marks', { type: 'INSERT', id: 's1', day: '2026-12-03' }))
  await waitFor(() => expect(dayName(day(3))).toContain('Was here, $20, selected, original day'))
  expect(day(3).getAttribute('aria-disabled')).toBe('true')
  await userEvent.click(day(3))
  await save()
  await waitFor(() => expect(saved.map(({ selected_days }) => selected_days)).toEqual([[2, 3, 4]]))
})

it('keeps days that have begun, and says so, once staff set that', async () => {
  act(() => setServerTime('2999-12-02T12:00:00-05:00'))
  expect(screen.queryByText(/have begun/)).toBeNull()
  submission = { ...submission, begun_days_stay: true }
  act(() => LiveStream.emit('pickup_times', { type: 'UPDATE' }))
  await screen.findByText('Days that have begun stay. Please ask the office.')
  expect([2, 3].map((n) => day(n).getAttribute('aria-disabled'))).toEqual(['true', null])
  act(() => setServerTime(new Date().toISOString()))
})

it('does not warn about the seat that it takes itself, also where the response was lost', async () => {
  answer = async () => {
    await fourthFills()
    throw new TypeError('Failed to fetch')
  }
  await userEvent.click(day(4))
  await save()
  await screen.findByText(/^Failed to update submission\. Please try again\./)
  expect(screen.queryByText(FULL)).toBeNull()
  answer = async (days) => {
    await fourthFills()
    return store(days)
  }
  await save()
  await screen.findByText('Submission Updated')
  expect(screen.queryByText(FULL)).toBeNull()
  expect(saved[1]).toEqual(saved[0])
})

it('is not saved within two seconds after a day was removed, and names the day again', async () => {
  const now = vi.spyOn(monotonicClock, 'now').mockReturnValue(10_000)
  await userEvent.click(day(4))
  await userEvent.click(day(5))
  await fourthFills()
  now.mockReturnValue(11_999)
  await save()
  expect(saved).toEqual([])
  expect(screen.queryAllByText(FULL).length).toBeGreaterThan(0)
  now.mockReturnValue(12_001)
  await save()
  await waitFor(() => expect(saved).toMatchObject([{ selected_days: [2, 3, 5] }]))
})

it('can be saved back to the earlier days if a lost response may have changed them', async () => {
  answer = async () => {
    throw new TypeError('Failed to fetch')
  }
  await userEvent.click(day(4))
  await save()
  await screen.findByText(/^Failed to update submission\. Please try again\./)
  await userEvent.click(day(4))
  answer = store
  await save()
  await screen.findByText('Submission Updated')
  expect(screen.queryByText('Nothing Changed')).toBeNull()
  expect(saved.map(({ selected_days }) => selected_days)).toEqual([
    [2, 3, 4],
    [2, 3],
  ])
})

const CONFLICT = /^This was saved elsewhere while you were editing/
const refuse = (code: string, status: number) => async () =>
  Response.json({ error: { code, message: 'Not now.' } }, { status })

it('leaves the focus on the days if they are changed elsewhere, also after a failed Save', async () => {
  answer = refuse('too-many', 429)
  await userEvent.click(day(4))
  await save()
  await screen.findByText('Not now.')
  await userEvent.click(day(5))
  submission = { ...submission, selected_days: [2], version: 2 }
  act(() => LiveStream.emit('submissions'))
  const note = await screen.findByRole('alert', { name: CONFLICT })
  expect(note.contains(document.activeElement)).toBe(false)
  await save()
  expect(document.activeElement).toBe(note)
})

it('moves the focus to the conflict after Save, which is then not an alert', async () => {
  answer = refuse('stale-version', 409)
  await userEvent.click(day(4))
  submission = { ...submission, selected_days: [2], version: 2 }
  await save()
  const note = await screen.findByRole('group', { name: CONFLICT })
  expect(document.activeElement).toBe(note)
})

it('shows an agreement that was changed meanwhile, to be agreed to again', async () => {
  const message = 'The agreement has changed meanwhile. Please read it and agree again.'
  answer = async () => Response.json({ error: { code: 'agreement-changed', message } }, { status: 409 })
  items = ['Or a fee.']
  await userEvent.click(day(4))
  await save()
  await screen.findByText(message)
  const line = await screen.findByText('Or a fee.')
  expect(line.closest('details')).toHaveProperty('open', true)
  expect(agreed()).toHaveProperty('checked', false)
  expect(day(4).getAttribute('aria-pressed')).toBe('true')
  answer = store
  await userEvent.click(agreed())
  await save()
  await screen.findByText('Submission Updated')
  expect(agreements).toEqual([
    { language: 'en', items: ['On time.'] },
    { language: 'en', items: ['Or a fee.'] },
  ])
})

const CANCELLATION = {
  cancelled_at: '2026-11-16T14:00:00.000Z',
  fee: 'none',
  selected_days: [2, 3],
  day_prices: null,
  total_fee: 40,
  fee_before: 40,
}
const cancelElsewhere = () => {
  const cancelled = { selected_days: [], cancellation: CANCELLATION, total_fee: 0, version: 2 }
  submission = { ...submission, ...cancelled }
}
async function expectCancelled() {
  await screen.findByText(/^The office has cancelled this registration\. Its days can no longer be changed/)
  await screen.findByText(/^Cancelled on/)
  expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull()
  expect(screen.queryByText(CONFLICT)).toBeNull()
  expect(screen.queryByText('Submission Updated')).toBeNull()
}

it.each([
  ['that adds a day', [4]],
  ['that gives up every day', [2, 3]],
  ['without a change', []],
])('an edit %s ends with the reason when the office cancels the registration', async (_, days) => {
  for (const n of days) await userEvent.click(day(n))
  cancelElsewhere()
  act(() => LiveStream.emit('submissions'))
  await expectCancelled()
  expect(saved).toEqual([])
})

it('an edit of a registration that is cancelled by now is rejected with the reason', async () => {
  await userEvent.click(day(4))
  answer = async () => {
    cancelElsewhere()
    const message = 'This registration has been cancelled.'
    return Response.json({ error: { code: 'registration-cancelled', message } }, { status: 409 })
  }
  await save()
  await expectCancelled()
  expect(saved).toHaveLength(1)
})
