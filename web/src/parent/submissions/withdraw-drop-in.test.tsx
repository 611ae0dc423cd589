import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { App } from '../../app'
import { setSession } from '../../lib/auth-store'
import { queryClient } from '../../lib/query-client'
import { LiveStream } from '../../testing/live-stream'
import { PARENT_SESSION, parentServer, SUBMISSION } from '../../testing/parent-server'
import { expectToast } from '../../testing/toasts'

beforeAll(() => Promise.all([import('./history-page'), import('../../ui/overlays/dialogs.lazy')]))

/** The server's clock says November 16, 2026. */
const DROP_IN = {
  ...SUBMISSION,
  month_id: null,
  months: null,
  day_prices: null,
  dropin_date: '2026-11-17',
  selected_days: [17],
  dismissal_type: null,
  billed_status: 'not_billed',
}
let sent: { url: string; key: string | null }[]
let failure: { code: string; message: string } | null
let rows: object[]

beforeEach(() => {
  sent = []
  failure = null
  vi.stubGlobal('EventSource', LiveStream)
})

function open(submission: object) {
  rows = [submission]
  const server = parentServer(PARENT_SESSION, {
    '/api/auth/session': { ...PARENT_SESSION, now: '2026-11-16T14:00:00.000Z' },
    get '/api/submissions'() {
      return { rows, total: rows.length, page: 1, size: 20 }
    },
    get '/api/submissions/s1'() {
      return submission
    },
  })
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    if (init?.method !== 'DELETE') return server.fetch(input)
    sent.push({ url: String(input), key: new Headers(init.headers).get('idempotency-key') })
    if (failure) return Response.json({ error: failure }, { status: 409 })
    rows = []
    return Response.json({ id: 's1' })
  })
  window.history.replaceState(null, '', '/history?submission=s1')
  setSession(PARENT_SESSION)
  render(<App />)
}
afterEach(() => {
  cleanup()
  setSession(null)
  queryClient.clear()
  localStorage.clear()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const button = { name: 'Withdraw Request' }

it('withdraws a drop-in after a question, closes and says so', async () => {
  open(DROP_IN)
  await userEvent.click(await screen.findByRole('button', button))
  const question = within(await screen.findByRole('alertdialog', { name: 'Withdraw this drop-in?' }))
  question.getByText('Your drop-in request for Tuesday, November 17 will be removed. There is no fee.')
  await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
  expect(sent).toEqual([])
  await userEvent.click(await screen.findByRole('button', button))
  failure = { code: 'drop-in-billed', message: 'This drop-in was billed. Please ask the office.' }
  const confirm = async () =>
    userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Withdraw' }))
  await confirm()
  await expectToast('Error', 'This drop-in was billed. Please ask the office.')
  failure = null
  await userEvent.click(await screen.findByRole('button', button))
  await confirm()
  await expectToast('Success!', 'Your drop-in request for Tuesday, November 17 was withdrawn.')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent.map(({ url }) => url)).toEqual(Array(2).fill('/api/drop-ins/s1'))
  expect(sent.every(({ key }) => key !== null)).toBe(true)
})

const BEGUN = { dropin_date: '2026-11-16', selected_days: [16] }

it.each([
  ['once its day has begun', BEGUN, false],
  ['that staff entered', { dismissal_type: 'regular' }, true],
  ['that was billed', { billed_status: 'billed' }, true],
  ['that was billed, of a day that was cancelled', { billed_status: 'billed', is_cancelled: true }, false],
  ['that staff entered, once its day has begun', { ...BEGUN, dismissal_type: 'regular' }, false],
])('does not offer it for a drop-in %s', async (_, values, saysWhomToAsk) => {
  open({ ...DROP_IN, ...values })
  const dialog = within(await screen.findByRole('dialog', { name: /Drop-In/ }))
  expect(screen.queryByRole('button', button)).toBeNull()
  expect(dialog.queryByText(/^To cancel this drop-in, please email/) !== null).toBe(saysWhomToAsk)
})
