import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { App } from './app'
import { setSession } from './lib/auth-store'
import { queryClient } from './lib/query-client'
import { navigate } from './router/history'
import { LiveStream } from './testing/live-stream'
import { PARENT_SESSION, parentServer } from './testing/parent-server'

type Who = 'nobody' | 'parent' | 'admin'

/** Every address of routes.tsx that shows a page of its own, by its pattern. */
const PAGES: [pattern: string, path: string, who: Who, title: string][] = [
  ['/', '/', 'nobody', ''],
  ['/guest-portal', '/guest-portal', 'nobody', 'Guest Portal'],
  ['/guest-registration/:secret', '/guest-registration/abc', 'nobody', 'Your Registration'],
  ['/monthly-signup/:month?', '/monthly-signup', 'nobody', 'Monthly Registration'],
  ['/day-drop-in', '/day-drop-in', 'nobody', 'Day-of Drop-In'],
  ['/auth', '/auth', 'nobody', 'Sign In'],
  ['/login', '/login', 'nobody', 'Sign In'],
  ['/dashboard', '/dashboard', 'parent', 'Home'],
  ['/children', '/children', 'parent', 'My Children'],
  ['/history', '/history', 'parent', 'Registration History'],
  ['/statement', '/statement', 'parent', 'Yearly statement 2026'],
  ['/profile', '/profile', 'parent', 'My Profile'],
  ['/admin/login', '/admin/login', 'nobody', 'Admin Portal'],
  ['/admin', '/admin', 'admin', 'Dashboard'],
  ['/admin/dashboard', '/admin/dashboard', 'admin', 'Dashboard'],
  ['/admin/months', '/admin/months', 'admin', 'Month Management'],
  ['/admin/months/:monthId/print', '/admin/months/m1/print', 'admin', 'Month Management'],
  ['/admin/submissions', '/admin/submissions', 'admin', 'Submissions'],
  ['/admin/parent-users', '/admin/parent-users', 'admin', 'Parent Users'],
  ['/admin/parent-users/:parentId', '/admin/parent-users/p1', 'admin', 'Parent Users'],
  [
    '/admin/parent-users/:parentId/statement',
    '/admin/parent-users/p1/statement',
    'admin',
    'Yearly statement',
  ],
  ['/admin/day-reports', '/admin/day-reports', 'admin', 'Day Reports'],
  ['/admin/day-reports/board', '/admin/day-reports/board', 'admin', 'Attendance Board'],
  ['/admin/drop-ins', '/admin/drop-ins', 'admin', 'Drop-In Management'],
  ['/admin/settings', '/admin/settings', 'admin', 'Settings'],
  ['/admin/profile', '/admin/profile', 'admin', 'My Profile'],
  ['*', '/no-such-page', 'nobody', 'Page not found'],
]
/** Windows of paper: their whole title is what a saved file will be called. */
const PAPERS: [pattern: string, title: RegExp][] = [
  ['/admin/day-reports/print', /^Day Report$/],
  ['/admin/day-reports/board/print', /^Sign-in sheet/i],
]

// Fetched and made ready once: on a busy machine that takes longer than a test waits for a page.
const pages = import.meta.glob(['./{parent,admin}/**/*-page.tsx', './admin/admin-frame.tsx'])
beforeAll(() => Promise.all(Object.values(pages).map((load) => load())), 120_000)

beforeEach(() => {
  vi.stubGlobal('EventSource', LiveStream)
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
})

function arrive(who: Who) {
  const session = who === 'nobody' ? null : { ...PARENT_SESSION, roles: [who] }
  vi.stubGlobal('fetch', parentServer(session).fetch)
  setSession(session)
  render(<App />)
}

const NAME = 'Preschool Aftercare'
/** On a busy machine a page's code takes its time. */
const PATIENT = { timeout: 20_000 }

describe('a page that somebody goes to', { timeout: 60_000 }, () => {
  it.each(PAGES)(
    '%s has a title of its own and one heading, and the keyboard starts at its contents',
    async (_, path, who, title) => {
      // From a page that is none of these two, so that something has to change.
      const start = path === '/guest-portal' ? '/day-drop-in' : '/guest-portal'
      window.history.replaceState(null, '', start)
      arrive(who)
      await waitFor(() => expect(document.title).not.toBe(''), PATIENT)
      document.title = 'the page before'
      act(() => navigate(path))
      await waitFor(() => expect(document.title).toBe(title ? `${title} | ${NAME}` : NAME), PATIENT)
      await waitFor(() => expect(document.activeElement?.id).toBe('main'), PATIENT)
      await waitFor(() => expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1), PATIENT)
    },
  )

  it.each(PAPERS)('%s is called as a file of it shall be', async (path, title) => {
    window.history.replaceState(null, '', path)
    arrive('admin')
    await waitFor(() => expect(document.title).toMatch(title), PATIENT)
  })

  it('is looked at here for every address there is', () => {
    const routes = readFileSync(join(import.meta.dirname, 'routes.tsx'), 'utf8')
    const patterns = [...routes.matchAll(/\bpath: '([^']*)'/g)].map((match) => match[1] ?? '')
    expect(patterns.length).toBeGreaterThan(20)
    expect([...PAGES, ...PAPERS].map(([pattern]) => pattern).sort()).toEqual(patterns.sort())
  })
})
