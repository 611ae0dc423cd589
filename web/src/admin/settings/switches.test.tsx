import { DEFAULT_EMAIL_PREFERENCES } from '@aftercare/domain/admins/email-preferences'
import { act, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderAdminPage, STAFF_SESSION, withStaff } from '../../testing/staff'
import { RequireTwoFactor } from '../admins/require-two-factor'
import { PreferencesTable } from '../mail/preferences-table'

const rosa = {
  ...STAFF_SESSION.user,
  phone: null,
  created_at: '',
  version: 1,
  has_password: true,
  has_unconfirmed_email: false,
  has_two_factor: true,
}

type Save = { json: Record<string, boolean>; answer: () => Promise<void>; lose: () => Promise<void> }
/** The server's state, its pending requests, and whether it is reachable. */
let stored: { preferences: typeof DEFAULT_EMAIL_PREFERENCES; is_required: boolean }
let saves: Save[]
let isConnected: boolean
let hanging: AbortController

beforeEach(() => {
  stored = { preferences: { ...DEFAULT_EMAIL_PREFERENCES }, is_required: false }
  saves = []
  isConnected = true
  hanging = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => hanging.signal)
})
withStaff(({ pathname }, init) => {
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
    return Response.json({ rows: [admin()], total: 1, page: 1, size: 100 })
  if (pathname === '/api/admin/two-factor')
    return Response.json({ is_on: true, since: null, codes_left: 8, is_required: stored.is_required })
})

const show = (page: ReactNode) => renderAdminPage('/admin/settings', page)

const admins = [{ ...rosa, role: 'admin' as const, preferences: DEFAULT_EMAIL_PREFERENCES }]
const SWITCHES: [name: string, label: string, failed: RegExp, page: ReactNode][] = [
  ['an email preference', 'Rosa Medina: Daily report', /^Failed to save/, <PreferencesTable key="1" />],
  [
    'two-step for all',
    'Require two-step sign-in',
    /^Setting not saved/,
    <RequireTwoFactor key="2" admins={admins} />,
  ],
]

describe.each(SWITCHES)('%s', (_, label, failed, page) => {
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

  it('reverts when offline, although nothing can be refetched', async () => {
    const { before } = await press()
    isConnected = false
    await saves[0]?.lose()
    await screen.findByText(failed)
    expect((await toggle()).checked).toBe(before)
    expect((await toggle()).getAttribute('aria-busy')).toBeNull()
  })

  it('reverts when the request times out', async () => {
    const { before } = await press()
    isConnected = false
    await act(async () => hanging.abort())
    await screen.findByText(failed)
    expect((await toggle()).checked).toBe(before)
  })

  it('keeps its new state once saved, although nothing can be refetched', async () => {
    const { before } = await press()
    isConnected = false
    await saves[0]?.answer()
    await waitFor(async () => expect((await toggle()).getAttribute('aria-busy')).toBeNull())
    expect((await toggle()).checked).toBe(!before)
  })
})

it('keeps the later of two clicks, however long the first request takes', async () => {
  const user = show(<PreferencesTable />)
  const daily = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Rosa Medina: Daily report' })
  await user.click(await daily())
  await user.click(await daily())
  expect((await daily()).checked).toBe(true)
  // The second waits for the first: sent together, they might arrive in the other order.
  expect(saves.map(({ json }) => json)).toEqual([{ daily_attendance_report: false }])
  await saves[0]?.answer()
  expect((await daily()).checked).toBe(true)
  await waitFor(() => expect(saves).toHaveLength(2))
  await saves[1]?.answer()
  await waitFor(async () => expect((await daily()).getAttribute('aria-busy')).toBeNull())
  expect((await daily()).checked).toBe(true)
  expect(stored.preferences.daily_attendance_report).toBe(true)
})
