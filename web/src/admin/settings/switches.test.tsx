import { DEFAULT_EMAIL_PREFERENCES } from '@aftercare/domain/admins/email-preferences'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AuthProvider } from '../../auth/auth-provider'
import { setSession } from '../../auth/auth-store'
import { queryClient } from '../../lib/query-client'
import { Router } from '../../router/router'
import { LiveStream } from '../../testing/live-stream'
import { ToastProvider } from '../../ui/feedback/toast'
import { RequireTwoStep } from '../admins/require-two-step'
import { PreferencesTable } from '../mail/preferences-table'

configure({ asyncUtilTimeout: 20_000 })
vi.setConfig({ testTimeout: 60_000 })

const SESSION = {
  user: { id: 'rosa', email: 'rosa@example.com', full_name: 'Rosa Medina' },
  roles: ['admin' as const],
  expires_at: '2999-01-01T00:00:00.000Z',
}
const rosa = {
  ...SESSION.user,
  phone: null,
  created_at: '',
  version: 1,
  has_password: true,
  has_two_step: true,
}

type Save = { json: Record<string, boolean>; answer: () => Promise<void>; lose: () => Promise<void> }
/** What the server holds, what it was sent and has not answered yet, and whether anything can be read from it. */
let stored: { preferences: typeof DEFAULT_EMAIL_PREFERENCES; is_required: boolean }
let saves: Save[]
let isConnected: boolean
let hanging: AbortController

beforeEach(() => {
  stored = { preferences: { ...DEFAULT_EMAIL_PREFERENCES }, is_required: false }
  saves = []
  isConnected = true
  hanging = new AbortController()
  vi.stubGlobal('EventSource', LiveStream)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => hanging.signal)
  vi.stubGlobal('fetch', (input: string | URL | Request, init?: RequestInit) => {
    const { pathname } = new URL(String(input), 'http://x')
    const admin = () => ({ ...rosa, preferences: stored.preferences })
    if (init?.method === 'PUT') {
      const json = JSON.parse(String(init.body))
      return new Promise<Response>((resolve, reject) => {
        init.signal?.addEventListener('abort', () => reject(new DOMException('Late', 'TimeoutError')))
        saves.push({
          json,
          answer: () =>
            act(async () => {
              if ('is_required' in json) stored = { ...stored, ...json }
              else stored = { ...stored, preferences: { ...stored.preferences, ...json } }
              resolve(Response.json('is_required' in json ? json : admin()))
            }),
          lose: () => act(async () => reject(new TypeError('Failed to fetch'))),
        })
      })
    }
    if (!isConnected) return Promise.reject(new TypeError('Failed to fetch'))
    if (pathname === '/api/admin/admins')
      return Promise.resolve(Response.json({ rows: [admin()], total: 1, page: 1, size: 100 }))
    if (pathname === '/api/admin/two-step')
      return Promise.resolve(
        Response.json({ is_on: true, since: null, codes_left: 8, is_required: stored.is_required }),
      )
    return Promise.resolve(Response.json({ ...SESSION, now: '2026-11-16T14:00:00.000Z' }))
  })
  setSession(SESSION)
})
afterEach(() => {
  cleanup()
  setSession(null)
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function show(page: ReactNode) {
  window.history.replaceState(null, '', '/admin/settings')
  render(
    <QueryClientProvider client={queryClient}>
      <Router>
        <AuthProvider>
          <ToastProvider>{page}</ToastProvider>
        </AuthProvider>
      </Router>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

const admins = [{ ...rosa, preferences: DEFAULT_EMAIL_PREFERENCES }]
const SWITCHES: [name: string, label: string, page: ReactNode][] = [
  ['an email preference', 'Rosa Medina: Daily report', <PreferencesTable key="1" />],
  ['two-step for all', 'Require two-step sign-in', <RequireTwoStep key="2" admins={admins} />],
]

describe.each(SWITCHES)('%s', (_, label, page) => {
  const toggle = () => screen.findByRole<HTMLInputElement>('switch', { name: label })
  async function press() {
    const user = show(page)
    const before = (await toggle()).checked
    await user.click(await toggle())
    expect((await toggle()).checked).toBe(!before)
    expect((await toggle()).getAttribute('aria-busy')).toBe('true')
    await waitFor(() => expect(saves).toHaveLength(1))
    return { before, user }
  }

  it('moves back without a connection, where nothing can be read again either', async () => {
    const { before } = await press()
    isConnected = false
    await saves[0]?.lose()
    await screen.findByText(/^Failed to save/)
    expect((await toggle()).checked).toBe(before)
    expect((await toggle()).getAttribute('aria-busy')).toBeNull()
  })

  it('moves back when no answer comes for long', async () => {
    const { before } = await press()
    isConnected = false
    await act(async () => hanging.abort())
    await screen.findByText(/^Failed to save/)
    expect((await toggle()).checked).toBe(before)
  })

  it('stays where it was put once that is stored, though nothing can be read again', async () => {
    const { before } = await press()
    isConnected = false
    await saves[0]?.answer()
    await waitFor(async () => expect((await toggle()).getAttribute('aria-busy')).toBeNull())
    expect((await toggle()).checked).toBe(!before)
  })
})

it('of two presses the later one counts, however long the first takes', async () => {
  const user = show(<PreferencesTable />)
  const daily = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Rosa Medina: Daily report' })
  await user.click(await daily())
  await user.click(await daily())
  expect((await daily()).checked).toBe(true)
  // The second waits for the first: sent together, the server might take them in the other order.
  expect(saves.map(({ json }) => json)).toEqual([{ daily_attendance_report: false }])
  await saves[0]?.answer()
  expect((await daily()).checked).toBe(true)
  await waitFor(() => expect(saves).toHaveLength(2))
  await saves[1]?.answer()
  await waitFor(async () => expect((await daily()).getAttribute('aria-busy')).toBeNull())
  expect((await daily()).checked).toBe(true)
  expect(stored.preferences.daily_attendance_report).toBe(true)
})
