import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, vi } from 'vitest'
import { useSignOut } from '../../../auth/use-sign-out'
import { AuthProvider, useAuth } from '../../../lib/auth-provider'
import { setSession } from '../../../lib/auth-store'
import { monotonicClock } from '../../../lib/monotonic-clock'
import { setServerTime } from '../../../lib/program'
import { queryClient } from '../../../lib/query-client'
import { Router } from '../../../router/router'
import { ToastProvider } from '../../../ui/feedback/toast-provider'
import { setConnected } from '../offline/board-connection'
import { LazyOfflineBoardSync } from '../offline/lazy-offline-board-sync'
import { aBoardServer, aCard, ROSA, SESSION } from './board-server'

const WREN = aCard('Wren Abernathy', {
  allergies: 'Kiwi, peanuts',
  grade: 'K2',
  pickup_people: [{ name: 'Joel Abernathy', phone: '+1 555 0199' }],
})
const OTIS = aCard('Otis Zoë Whitfield', { dismissal: 'noon', phone: null })

let people = 0

/** Sets the time and the URL for each test of a file, and returns the function that renders the board's page. */
export function withBoard(page: ReactNode) {
  beforeEach(() => {
    setServerTime('2026-11-16T20:31:00.000Z')
    vi.spyOn(monotonicClock, 'now').mockReturnValue(0)
    window.history.replaceState(null, '', '/admin/day-reports/board')
  })
  afterEach(async () => {
    cleanup()
    act(() => setSession(null))
    // Lets pending writes finish, so that the next test starts clean.
    await new Promise((resolve) => setTimeout(resolve))
    setConnected(true)
  })

  /** A new account each time: the storage is per account. */
  return async (
    cards = [OTIS, WREN],
    prepare: (server: ReturnType<typeof aBoardServer>) => void = () => undefined,
    firstShown = cards[0]?.child_name,
  ) => {
    people += 1
    const session = { ...SESSION, user: { ...ROSA, id: `rosa ${people}` } }
    const server = aBoardServer(cards)
    server.session = session
    prepare(server)
    setSession(session)
    const { rerender } = render(<App>{page}</App>)
    if (cards.length > 0) await screen.findByRole('article', { name: firstShown })
    const open = (another: ReactNode) => rerender(<App>{another}</App>)
    return { server, session, user: userEvent.setup(), open }
  }
}

const App = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>
    <ToastProvider>
      <Router>
        <AuthProvider>
          <LazyOfflineBoardSync />
          <SignOut />
          <Screen>{children}</Screen>
        </AuthProvider>
      </Router>
    </ToastProvider>
  </QueryClientProvider>
)

/** As in the app, the page is gone once staff sign out. */
const Screen = ({ children }: { children: ReactNode }) => !useAuth().isReloading && children

function SignOut() {
  const signOut = useSignOut('/admin/login')
  return (
    <button type="button" onClick={signOut}>
      Sign Out
    </button>
  )
}

/** Longer than a double tap, and than rows wait before they move. */
export function aMomentLater() {
  const laterMs = monotonicClock.now() + 3_000
  vi.spyOn(monotonicClock, 'now').mockReturnValue(laterMs)
}

export const card = (name = WREN.child_name) => screen.getByRole('article', { name })
export const button = (name: string, within_ = card()) => within(within_).getByRole('button', { name })
export const opener = (name = WREN.child_name) => within(card(name)).getByRole('button', { name })
export const phoneLinks = () =>
  [...card().querySelectorAll('a[href^="tel:"]')].map((link) => link.getAttribute('href'))

const nameOf = (row: HTMLElement) =>
  document.getElementById(row.getAttribute('aria-labelledby') ?? '')?.textContent ?? ''
export const names = () => screen.queryAllByRole('article').map(nameOf)
export const counts = () =>
  within(screen.getByRole('group', { name: 'Show only' }))
    .getAllByRole('button')
    .map((one) => one.textContent)
export const banner = () =>
  screen.queryByText(/No connection. The board keeps working/)?.parentElement?.textContent
