import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { App } from './app'
import { announce } from './auth/auth-store'
import { queryClient } from './lib/query-client'
import { LiveStream } from './testing/live-stream'
import { PARENT_SESSION, parentServer } from './testing/parent-server'

/** Every read of the parents' and guests' pages: the module that reads, the page that shows it, what it reads. */
const READS: [module: string, page: string, read: string][] = [
  ['parent/children/children.api.ts', '/children', '/api/children'],
  ['parent/children/children.api.ts', '/dashboard', '/api/children'],
  ['parent/children/children.api.ts', '/monthly-signup', '/api/children'],
  ['parent/children/children.api.ts', '/day-drop-in', '/api/children'],
  ['parent/dashboard/today.api.ts', '/dashboard', '/api/today'],
  ['parent/guest-claims/guest-claims.api.ts', '/dashboard', '/api/guest-claims'],
  ['parent/months/months.api.ts', '/dashboard', '/api/months'],
  ['parent/months/months.api.ts', '/monthly-signup', '/api/months'],
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
  ['features/statement/statement.api.ts', '/statement', '/api/statement'],
  [
    'parent/registration/guest-registration-page.tsx',
    '/guest-registration/secret',
    '/api/guest-registration',
  ],
]

/** Texts that have a default, which stands in without alarming anybody. */
const WITH_A_DEFAULT = ['parent/site-content/about.api.ts', 'features/submissions/agreement.tsx']
/** What only staff's pages read, though its name does not say so. */
const OF_STAFF = ['features/board/']

// Fetched and made ready once: on a busy machine that takes longer than a test waits for a page.
beforeAll(
  () => Promise.all(Object.values(import.meta.glob('./parent/**/*-page.tsx')).map((load) => load())),
  120_000,
)
beforeAll(() => import('./ui/overlays/dialogs.lazy'), 120_000)

let server: ReturnType<typeof parentServer>
const usual = queryClient.getDefaultOptions()
beforeEach(() => {
  server = parentServer()
  vi.stubGlobal('fetch', server.fetch)
  vi.stubGlobal('EventSource', LiveStream)
  // Its own second and third try would only take time here.
  queryClient.setDefaultOptions({ queries: { ...usual.queries, retry: false } })
  announce('SIGNED_IN', PARENT_SESSION)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  queryClient.setDefaultOptions(usual)
  localStorage.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

/** On a busy machine a page's code takes its time. */
const PATIENT = { timeout: 20_000 }
const tryAgain = () => screen.queryByRole('button', { name: 'Try again' })

describe('a load that failed', { timeout: 60_000 }, () => {
  it.each(READS)('of %s is told on %s with another try at %s, which brings it', async (_, page, read) => {
    server.failing.add(read)
    window.history.replaceState(null, '', page)
    render(<App />)
    const button = await screen.findByRole('button', { name: 'Try again' }, PATIENT)
    server.failing.clear()
    const askedBefore = server.asked.filter((path) => path === read).length
    await userEvent.click(button)
    await waitFor(() => expect(tryAgain()).toBeNull(), PATIENT)
    expect(server.asked.filter((path) => path === read).length).toBeGreaterThan(askedBefore)
  })

  it('is looked at here for every module of these pages that reads', () => {
    const source = import.meta.dirname
    const reading = ['features', 'parent', 'ui'].flatMap((folder) =>
      readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
        .map((file) => `${folder}/${file}`)
        .filter((file) => /(?<!\.admin\.api|\.test)\.tsx?$/.test(file))
        .filter((file) => /\buseQuery\(/.test(readFileSync(join(source, file), 'utf8')))
        .filter((file) => !OF_STAFF.some((folder) => file.startsWith(folder))),
    )
    const looked = new Set(READS.map(([module]) => module))
    expect(reading.sort()).toEqual([...looked, ...WITH_A_DEFAULT].sort())
  })
})
