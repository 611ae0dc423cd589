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
beforeEach(() => vi.stubGlobal('EventSource', LiveStream))
afterEach(() => {
  cleanup()
  setSession(null)
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

it('a coming booked day opens "Not coming" and then "Coming after all"', async () => {
  let absent_days: number[] = []
  const sent: string[] = []
  const read = () => ({ ...SUBMISSION, absent_days })
  const server = parentServer(PARENT_SESSION, {
    '/api/auth/session': { ...PARENT_SESSION, now: '2026-11-16T14:00:00.000Z' },
    get '/api/submissions'() {
      return { rows: [read()], total: 1, page: 1, size: 20 }
    },
    get '/api/submissions/s1'() {
      return read()
    },
  })
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    if (!String(input).includes('/not-coming')) return server.fetch(input)
    sent.push(`${init?.method} ${String(input)}`)
    absent_days = init?.method === 'POST' ? [2] : []
    return Response.json({ child_name: 'Amara' })
  })
  setSession(PARENT_SESSION)
  window.history.replaceState(null, '', '/history?submission=s1')
  render(<App />)
  const calendar = await screen.findByRole('table', { name: 'December 2999' })
  expect(within(calendar).getAllByRole('button')).toHaveLength(2)
  const [second] = within(calendar).getAllByRole('button')
  if (!second) throw new Error('No booked day')
  await userEvent.click(second)
  await userEvent.click(await screen.findByRole('button', { name: 'Not coming' }))
  await expectToast('Amara is not coming on Monday, December 2', 'Staff can see this. The fee still applies.')
  await waitFor(() => expect(within(calendar).getByRole('button', { name: /Not coming/ })).toBe(second))
  await userEvent.click(second)
  await userEvent.click(await screen.findByRole('button', { name: 'Coming after all' }))
  await waitFor(() =>
    expect(sent).toEqual([
      expect.stringMatching(/^POST .*\/api\/submissions\/s1\/not-coming\?date=2999-12-02$/),
      expect.stringMatching(/^DELETE .*\/api\/submissions\/s1\/not-coming\?date=2999-12-02$/),
    ]),
  )
})
