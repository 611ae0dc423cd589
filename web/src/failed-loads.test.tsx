import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { App } from './app'
import { setSession } from './lib/auth-store'
import { queryClient } from './lib/query-client'
import { navigate } from './router/history'
import { LiveStream } from './testing/live-stream'
import { PARENT_SESSION, parentServer } from './testing/parent-server'
import { expectToast, shownToasts } from './testing/toasts'

/** Every read of the parents' and guests' pages: the module that reads, the page that shows it, what it reads. */
const READS: [module: string, page: string, read: string][] = [
  ['parent/children/children.api.ts', '/children', '/api/children'],
  ['parent/children/children.api.ts', '/dashboard', '/api/children'],
  ['parent/children/children.api.ts', '/monthly-signup', '/api/children'],
  ['parent/children/children.api.ts', '/day-drop-in', '/api/children'],
  ['parent/dashboard/today.api.ts', '/dashboard', '/api/today'],
  ['parent/guest-claims/guest-claims.api.ts', '/dashboard', '/api/guest-claims'],
  ['features/months/months.api.ts', '/dashboard', '/api/months'],
  ['features/months/months.api.ts', '/monthly-signup', '/api/months'],
  ['features/submissions/submissions.api.ts', '/dashboard', '/api/submissions'],
  ['features/submissions/submissions.api.ts', '/dashboard', '/api/submissions/registered'],
  ['features/submissions/submissions.api.ts', '/history', '/api/submissions'],
  ['features/submissions/submissions.api.ts', '/history?submission=s1', '/api/submissions/s1'],
  ['features/submissions/submissions.api.ts', '/monthly-signup', '/api/submissions/registered'],
  ['features/submissions/submissions.api.ts', '/monthly-signup', '/api/submissions/earlier'],
  ['parent/seat-watches/seat-watches.api.ts', '/monthly-signup', '/api/seat-watches'],
  ['parent/drop-ins/drop-ins.api.ts', '/day-drop-in', '/api/drop-ins/availability'],
  ['features/profile/profile-form.tsx', '/profile', '/api/profile'],
  ['features/sessions/sessions.api.ts', '/profile', '/api/sessions'],
  ['parent/calendar-feed/calendar-feed.api.ts', '/profile', '/api/calendar-feed'],
  ['parent/family/family.api.ts', '/profile', '/api/family'],
  ['parent/family/join-page.tsx', '/join/token', '/api/join/preview'],
  ['features/statement/statement.api.ts', '/statement', '/api/statement'],
  [
    'parent/guest-confirmation/guest-confirmation-page.tsx',
    '/guest-confirmation/secret',
    '/api/guest-confirmation/preview',
  ],
  ['parent/guest-links/guest-registration-page.tsx', '/guest-registration/secret', '/api/guest-registration'],
]

/** The specified sentence for a read that failed. */
const MESSAGES: Record<string, string> = {
  '/children /api/children': 'Failed to load children data.',
  '/monthly-signup /api/children': 'Failed to load children data.',
  '/history /api/submissions': 'Failed to load submission history.',
  '/dashboard /api/months': 'Failed to load available months.',
  '/monthly-signup /api/months': 'Failed to load available months.',
  '/profile /api/profile': 'Failed to load profile data.',
}

/** The same of staff's lists, with what is there once they load. */
const STAFF_READS: [page: string, read: string, message: string, shown: string][] = [
  ['/admin/dashboard', '/api/admin/dashboard', 'Failed to load dashboard data.', 'No submissions yet'],
  ['/admin/submissions', '/api/admin/submissions', 'Failed to load submissions.', 'No submissions yet'],
  ['/admin/drop-ins', '/api/admin/drop-ins', 'Failed to load drop-ins', 'No drop-ins recorded yet'],
  [
    '/admin/day-reports?date=2026-11-17',
    '/api/admin/attendance',
    'Failed to load attendance data',
    'No children scheduled for this date',
  ],
  ['/admin/settings?tab=admin-users', '/api/admin/admins', 'Failed to load users', 'Rosa Medina'],
  [
    '/admin/parent-users',
    '/api/admin/parents',
    'Failed to fetch parent users. Please try again.',
    'No parents or guests yet',
  ],
  ['/admin/profile', '/api/admin/profile', 'Failed to load profile data', 'Email cannot be changed'],
  ['/admin/months', '/api/admin/months', 'Failed to load months from server.', 'No months yet'],
  [
    '/admin/settings?tab=email-templates&view=sent-mail',
    '/api/admin/mail',
    'Failed to load sent mail',
    'No emails sent yet',
  ],
  [
    '/admin/parent-users/p1',
    '/api/admin/parents/p1',
    'Failed to load parent data',
    'No submissions found for this parent',
  ],
  [
    '/admin/parent-users/p1',
    '/api/admin/parents/p1/submissions',
    'Failed to load parent data',
    'No submissions found for this parent',
  ],
  [
    '/admin/parent-users/p1',
    '/api/admin/parents/p1/payments',
    'Failed to load parent data',
    'No payments recorded for this parent',
  ],
  ['/admin/parent-users/p1', '/api/admin/children', 'Failed to load parent data', 'No children added yet'],
]
const NOBODY = { id: 'p1', full_name: 'Dana Elm', email: 'dana@example.com', status: 'active', version: 1 }
const EMPTY_PAGE = { rows: [], total: 0, page: 1, size: 25 }
const ROSA = { id: 'rosa', email: 'rosa@example.com', full_name: 'Rosa Medina', phone: null, version: 1 }
const STAFF_RESPONSES = {
  '/api/admin/dashboard': {
    parent_users: 0,
    unpaid: 0,
    edited_since_billed: 0,
    cancel_requests: [],
    cancel_request_count: 0,
    waiting_drop_ins: [],
    waiting_drop_in_count: 0,
    recent_submissions: [],
    failing_jobs: [],
    overdue_backup: null,
    onboarding: null,
  },
  '/api/admin/dashboard/charts': { months: [], school_year: [] },
  '/api/admin/submissions': EMPTY_PAGE,
  '/api/admin/drop-ins': { ...EMPTY_PAGE, count: 0, revenue: 0 },
  '/api/admin/attendance': {
    date: '2026-11-17',
    rows: [],
    stats: { totalChildren: 0, dropIns: 0, withAllergies: 0, revenue: 0 },
  },
  '/api/admin/board/late': EMPTY_PAGE,
  '/api/admin/forget-families': { months: null, version: 0 },
  '/api/admin/children': EMPTY_PAGE,
  '/api/admin/admins': {
    ...EMPTY_PAGE,
    rows: [
      {
        ...ROSA,
        created_at: '2026-11-16T14:00:00.000Z',
        role: 'admin',
        has_password: true,
        has_two_factor: false,
      },
    ],
    total: 1,
  },
  '/api/admin/parents': EMPTY_PAGE,
  '/api/admin/parents/p1': {
    ...NOBODY,
    is_guest: false,
    children: [],
    family_of: null,
    language: null,
    adults: [],
    second_adults: [],
    totals: { billed: 0, paid: 0, balance: 0 },
  },
  '/api/admin/parents/p1/submissions': EMPTY_PAGE,
  '/api/admin/parents/p1/payments': EMPTY_PAGE,
  '/api/admin/parents/p1/family-invitations': { rows: [] },
  '/api/admin/profile': NOBODY,
  '/api/admin/months': { rows: [] },
  '/api/admin/mail': EMPTY_PAGE,
  '/api/admin/two-factor': { is_on: false, since: null, codes_left: 0, is_required: false },
  '/api/admin/activity': EMPTY_PAGE,
  '/api/admin/sessions': { rows: [], total: 0, page: 1, size: 25 },
}

const ALLERGIC_DAY = {
  date: '2026-11-17',
  rows: [
    {
      id: 'a1',
      child: 'Amara Okafor',
      parent: 'Dana Okafor',
      phone: '-',
      adults: [],
      allergies: 'Peanuts',
      notes: '',
      status: 'registered',
      dismissalType: 'regular',
      remark: null,
      fee: 20,
    },
  ],
  stats: { totalChildren: 1, dropIns: 0, withAllergies: 1, revenue: 20 },
}

/** Texts with a default, which is shown without an error. */
const WITH_A_DEFAULT = [
  'parent/site-content/about.api.ts',
  'features/submissions/agreement.tsx',
  // A notice before sending; the response says the same.
  'parent/guest-confirmation/guest-confirmation.api.ts',
  // One line about money, on pages that say when they could not load.
  'parent/balance/balance.api.ts',
]

// Imported once: on a busy machine that takes longer than a test waits for a page.
beforeAll(() =>
  Promise.all(
    Object.values(import.meta.glob(['./{parent,admin}/**/*-page.tsx', './admin/admin-frame.tsx'])).map(
      (load) => load(),
    ),
  ),
)
beforeAll(() => import('./ui/overlays/dialogs.lazy'))

let server: ReturnType<typeof parentServer>
const usual = queryClient.getDefaultOptions()
beforeEach(() => {
  server = parentServer()
  vi.stubGlobal('fetch', server.fetch)
  vi.stubGlobal('EventSource', LiveStream)
  // Retries would only take time here.
  queryClient.setDefaultOptions({ queries: { ...usual.queries, retry: false } })
  setSession(PARENT_SESSION)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  queryClient.setDefaultOptions(usual)
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const alerts = () =>
  screen
    .queryAllByRole('alert')
    .map(({ textContent }) => textContent)
    .join()
const tryAgain = () => screen.queryByRole('button', { name: 'Try again' })

const STAFF_SESSION = { ...PARENT_SESSION, roles: ['admin' as const] }
/** `respond` may respond instead of the server. */
function openAsStaff(
  page: string,
  failing: string[] = [],
  respond: (pathname: string) => Response | Promise<Response | undefined> | undefined = () => undefined,
) {
  server = parentServer(STAFF_SESSION, STAFF_RESPONSES)
  for (const read of failing) server.failing.add(read)
  vi.stubGlobal(
    'fetch',
    async (input: string | URL | Request) =>
      (await respond(new URL(String(input), 'http://x').pathname)) ?? server.fetch(input),
  )
  setSession(STAFF_SESSION)
  window.history.replaceState(null, '', page)
  render(<App />)
}

describe('a failed load', () => {
  it.each(READS)('of %s is shown on %s with a retry of %s, which loads it', async (_, page, read) => {
    server.failing.add(read)
    window.history.replaceState(null, '', page)
    render(<App />)
    const button = await screen.findByRole('button', { name: 'Try again' })
    const message = MESSAGES[`${page} ${read}`]
    if (message) await expectToast('Error', message)
    if (page === '/history') screen.getByRole('heading', { name: "We couldn't load this" })
    server.failing.clear()
    const requestsBefore = server.requests.filter((path) => path === read).length
    await userEvent.click(button)
    await waitFor(() => expect(tryAgain()).toBeNull())
    expect(server.requests.filter((path) => path === read).length).toBeGreaterThan(requestsBefore)
  })

  it.each([
    ['/children', '/api/children', 'Amara'],
    ['/history', '/api/submissions', 'Amara'],
    ['/dashboard', '/api/submissions', 'Amara'],
    ['/dashboard', '/api/months', 'December 2999'],
  ])('later, on %s of %s, replaces nothing that had loaded', async (page, read, shown) => {
    window.history.replaceState(null, '', page)
    render(<App />)
    const main = await screen.findByRole('main')
    await within(main).findAllByText(shown)
    server.failing.add(read)
    await act(() => queryClient.invalidateQueries())
    await waitFor(() => expect(shownToasts()).toHaveLength(1))
    expect(within(main).getAllByText(shown).length).toBeGreaterThan(0)
    expect(tryAgain()).toBeNull()
  })

  it.each(STAFF_READS)('is shown to staff on %s about %s as "%s"', async (page, read, message, shown) => {
    openAsStaff(page, [read])
    await expectToast('Error', message)
    expect(screen.queryByText(shown)).toBeNull()
    server.failing.clear()
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    await screen.findByText(shown)
    await waitFor(() => expect(alerts()).not.toContain(message))
  })

  it.each([
    ['/admin/submissions?id=unknown', 'Failed to load submission details.'],
    ['/admin/parent-users/nobody', 'Parent user not found'],
  ])('of what does not exist is shown at %s as "%s"', async (page, message) => {
    openAsStaff(page, [], (pathname) =>
      /unknown|nobody/.test(pathname)
        ? Response.json({ error: { code: 'not-found', message: 'Not found.' } }, { status: 404 })
        : undefined,
    )
    await expectToast('Error', message)
    if (page.includes('nobody')) await screen.findByText('Parent not found')
  })

  it("of a parent's lists is shown once, and payments can still be recorded", async () => {
    const lists = ['submissions', 'payments']
    openAsStaff(
      '/admin/parent-users/p1',
      lists.map((list) => `/api/admin/parents/p1/${list}`),
    )
    for (const list of lists) await screen.findByText(`We couldn't load the ${list}.`)
    expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(2)
    await userEvent.click(screen.getByRole('button', { name: 'Record Payment' }))
    const dialog = await screen.findByRole('dialog', { name: 'Record Payment' })
    expect(within(dialog).getByRole('combobox', { name: 'Apply to' }).textContent).toBe('General Payment')
    expect(shownToasts()).toEqual(['Error: Failed to load parent data'])
  })

  it('of the day report clears the earlier one, with its allergies', async () => {
    let isDown = false
    openAsStaff('/admin/day-reports?date=2026-11-17', [], (pathname) => {
      if (pathname !== '/api/admin/attendance') return
      return isDown ? Promise.reject(new TypeError('Failed to fetch')) : Response.json(ALLERGIC_DAY)
    })
    const rows = () => screen.queryAllByRole('cell', { name: /Peanuts/ })
    const allergies = () => screen.queryByRole('region', { name: 'Allergy Alert' })
    await waitFor(() => expect(allergies()?.textContent).toContain('Peanuts'))
    expect(rows()).toHaveLength(1)
    isDown = true
    act(() => LiveStream.emit('resync'))
    for (const date of ['2026-11-17', '2026-11-18']) {
      act(() => navigate(`/admin/day-reports?date=${date}`))
      await waitFor(() => expect(tryAgain()).not.toBeNull())
      expect(allergies()).toBeNull()
      expect(rows()).toEqual([])
      expect(screen.queryByText('No children scheduled for this date')).toBeNull()
    }
  })

  it.each([
    ['/history', 'No Registrations Yet', { '/api/submissions': EMPTY_PAGE }],
    ['/monthly-signup', 'No Months Available', { '/api/months': { rows: [] } }],
  ])('is not shown as an empty list, where %s says "%s"', async (page, heading, empty) => {
    server = parentServer(PARENT_SESSION, empty)
    vi.stubGlobal('fetch', server.fetch)
    window.history.replaceState(null, '', page)
    render(<App />)
    await screen.findByRole('heading', { name: heading })
    await waitFor(() => expect(alerts()).toBe(''))
  })

  it.each([
    ['/', '/api/site-content/about_aftercare', /3:30 PM - 6:00 PM/],
    ['/monthly-signup', '/api/site-content/registration_agreement', /Monday-Thursday 3:30 PM - 5:30 PM/],
  ])('of a text on %s from %s shows the default without an error', async (page, read, text) => {
    setSession(null)
    server = parentServer(null)
    vi.stubGlobal('fetch', server.fetch)
    server.failing.add(read)
    window.history.replaceState(null, '', page)
    render(<App />)
    await waitFor(() => expect(screen.getAllByText(text).length).toBeGreaterThan(0))
    await waitFor(() => expect(alerts()).toBe(''))
    expect(screen.queryByText(/\*\*/)).toBeNull()
    if (read.includes('agreement'))
      expect(screen.getAllByText(/\$50/).map(({ tagName }) => tagName)).toContain('STRONG')
  })

  it.each([
    [
      '/admin/day-reports?date=2026-11-17',
      '/api/admin/attendance',
      'Loading attendance data...',
      'No children scheduled for this date',
    ],
    [
      '/admin/parent-users/p1',
      '/api/admin/parents/p1',
      'Loading parent details...',
      'No submissions found for this parent',
    ],
  ])('is preceded on %s by a loading text for %s, "%s"', async (page, read, loading, shown) => {
    let release = () => {}
    const released = new Promise<undefined>((resolve) => {
      release = () => resolve(undefined)
    })
    openAsStaff(page, [], (pathname) => (pathname === read ? released : undefined))
    await screen.findByText(loading)
    release()
    await screen.findByText(shown)
    expect(screen.queryByText(loading)).toBeNull()
  })

  it('is tested here for every module of these pages with a query', () => {
    const source = import.meta.dirname
    const reading = ['features', 'parent', 'ui'].flatMap((folder) =>
      readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
        .map((file) => `${folder}/${file}`)
        .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
        .filter((file) => /\buse(?:Query|Page)\(/.test(readFileSync(join(source, file), 'utf8'))),
    )
    const looked = new Set(READS.map(([module]) => module))
    expect(reading.sort()).toEqual([...looked, ...WITH_A_DEFAULT].sort())
  })
})
