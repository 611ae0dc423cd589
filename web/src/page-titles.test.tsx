import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { adminRoutes } from './admin/admin-routes'
import { App } from './app'
import { setSession } from './lib/auth-store'
import { queryClient } from './lib/query-client'
import type { PageRoute } from './lib/route-entry'
import { navigate } from './router/history'
import { routes } from './routes'
import { LiveStream } from './testing/live-stream'
import { PARENT_SESSION, parentServer } from './testing/parent-server'
import { en } from './texts/titles.en'

type Who = 'nobody' | 'parent' | 'admin'
const WHO = { anyone: 'nobody', 'signed-out': 'nobody', 'signed-in': 'parent', admin: 'admin' } as const

const all = [...routes, ...adminRoutes]
const pageAt = (path: string): PageRoute => {
  const entry = all.find((one) => one.path === path)
  if (!entry) throw new Error(`No route has the path ${path}`)
  return 'redirectTo' in entry ? pageAt(entry.redirectTo) : entry
}
const TITLES: Record<string, string> = en
/** Parents' titles are named in the route table, staff's are in it. */
const titleAt = (path: string) => {
  const { title } = pageAt(path)
  return title && (TITLES[title] ?? title)
}
/** Of pages whose title depends on data, with what the server of these tests sends. */
const TITLES_FROM_DATA: Record<string, string> = { '/statement': 'Yearly statement 2026' }

const PAGES: [path: string, who: Who, title: string | null][] = [
  ...all
    .filter(({ frame }) => frame === undefined)
    .concat(all.filter(({ path }) => path === '/admin/login'))
    .map(({ path, access }): [string, Who, string | null] => [
      path.replace(/\/:\w+\?/, '').replaceAll(/:\w+/g, 'some-id'),
      WHO[access],
      TITLES_FROM_DATA[path] ?? titleAt(path),
    ]),
  ['/no-such-page', 'nobody', 'Page not found'],
  ['/admin/no-such-page', 'nobody', 'Page not found'],
]
/** Print windows: the title is the name of a saved PDF. */
const PAPERS = adminRoutes.filter(({ frame }) => frame === false).map(({ path }) => path)

// Imported once: on a busy machine that takes longer than a test waits for a page.
const pages = import.meta.glob(['./{parent,admin}/**/*-page.tsx', './admin/admin-frame.tsx'])
beforeAll(() => Promise.all(Object.values(pages).map((load) => load())))

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

describe('a page', () => {
  it.each(PAGES)(
    '%s has its own title and one heading, and the focus starts at its contents',
    async (path, who, title) => {
      // From a page that is none of these two, so that something has to change.
      const start = path === '/guest-portal' ? '/day-drop-in' : '/guest-portal'
      window.history.replaceState(null, '', start)
      arrive(who)
      await waitFor(() => expect(document.title).not.toBe(''))
      document.title = 'the page before'
      act(() => navigate(path))
      await waitFor(() => expect(document.title).toBe(title ? `${title} | ${NAME}` : NAME))
      await waitFor(() => expect(document.activeElement?.id).toBe('main'))
      await waitFor(() => expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1))
    },
  )

  it.each(PAPERS)('%s has the file name of a saved PDF as its title', async (path) => {
    window.history.replaceState(null, '', path)
    arrive('admin')
    await waitFor(() => expect(document.title).toBe(titleAt(path)))
  })
})
