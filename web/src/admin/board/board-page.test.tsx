import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useSignOut } from '../../auth/use-sign-out'
import { setConnected } from '../../features/board/board-connection'
import { storageOf } from '../../features/board/board-storage'
import { LazyOfflineBoardSync } from '../../features/board/lazy-offline-board-sync'
import { AuthProvider, useAuth } from '../../lib/auth-provider'
import { setSession } from '../../lib/auth-store'
import { setProgram, setServerTime } from '../../lib/program'
import { queryClient } from '../../lib/query-client'
import { Router } from '../../router/router'
import { aBoardServer, aCard, ROSA, SESSION } from '../../testing/board-server'
import { browserStorage } from '../../testing/fake-idb'
import { ToastProvider } from '../../ui/feedback/toast-provider'
import BoardPage from './board-page'

const WREN = aCard('Wren Abernathy', {
  allergies: 'Kiwi, peanuts',
  grade: 'K2',
  pickup_people: [{ name: 'Joel Abernathy', phone: '+1 555 0199' }],
})
const OTIS = aCard('Otis Zoë Whitfield', { dismissal: 'noon', phone: null })

// Long interactions: slow on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

beforeEach(() => {
  setServerTime('2026-11-16T20:31:00.000Z')
  window.history.replaceState(null, '', '/admin/day-reports/board')
})
afterEach(async () => {
  cleanup()
  act(() => setSession(null))
  // Lets pending writes finish, so that the next test starts clean.
  await new Promise((resolve) => setTimeout(resolve))
  setConnected(true)
  browserStorage.failure = null
  queryClient.clear()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

let people = 0
/** A new account each time: the storage is per account. */
async function show(
  cards = [OTIS, WREN],
  prepare: (server: ReturnType<typeof aBoardServer>) => void = () => undefined,
  firstShown = cards[0]?.child_name,
) {
  people += 1
  const session = { ...SESSION, user: { ...ROSA, id: `rosa ${people}` } }
  const server = aBoardServer(cards)
  server.session = session
  prepare(server)
  setSession(session)
  const app = (page: ReactNode) => (
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <Router>
          <AuthProvider>
            <LazyOfflineBoardSync />
            <SignOut />
            <Screen>{page}</Screen>
          </AuthProvider>
        </Router>
      </ToastProvider>
    </QueryClientProvider>
  )
  const { rerender } = render(app(<BoardPage />))
  if (cards.length > 0) await screen.findByRole('article', { name: firstShown })
  return { server, session, user: userEvent.setup(), open: (page: ReactNode) => rerender(app(page)) }
}

const realNow = performance.now.bind(performance)
let laterMs = 0
/** Longer than a double tap. */
function aMomentLater() {
  laterMs += 1_000
  vi.spyOn(performance, 'now').mockImplementation(() => realNow() + laterMs)
}

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

const card = (name = WREN.child_name) => screen.getByRole('article', { name })
const button = (name: string, within_ = card()) => within(within_).getByRole('button', { name })
const nameOf = (row: HTMLElement) =>
  document.getElementById(row.getAttribute('aria-labelledby') ?? '')?.textContent ?? ''
const names = () => screen.queryAllByRole('article').map(nameOf)
const opener = (name = WREN.child_name) => within(card(name)).getByRole('button', { name })
const counts = () =>
  within(screen.getByRole('group', { name: 'Show only' }))
    .getAllByRole('button')
    .map((one) => one.textContent)
const links = () => [...card().querySelectorAll('a[href^="tel:"]')].map((link) => link.getAttribute('href'))
const banner = () => screen.queryByText(/No connection. The board keeps working/)?.parentElement?.textContent

describe('the board', () => {
  it("shows every child with what staff must know, in the server's order", async () => {
    const { user } = await show()
    expect(names()).toEqual(['Otis Zoë Whitfield', 'Wren Abernathy'])
    expect(counts()).toEqual(['2 Expected', '0 Here', '0 Gone', '0 Not coming'])
    expect(card().textContent).toBe('Wren AbernathyAllergies: Kiwi, peanutsExpected K2Arrived')
    expect(card('Otis Zoë Whitfield').textContent).toBe('Otis Zoë WhitfieldExpected Arrived')
    expect(links()).toEqual([])
    await user.click(opener())
    expect(opener().getAttribute('aria-expanded')).toBe('true')
    expect(card().textContent).toContain('Parent Dana Okafor')
    expect(card().textContent).toContain('May pick up Joel Abernathy')
    expect(links().at(0)).toBe('tel:5550142210')
    await user.click(opener('Otis Zoë Whitfield'))
    expect(within(card('Otis Zoë Whitfield')).queryByRole('link')).toBeNull()
    await user.click(opener())
    expect(links()).toEqual([])
  })

  it.each([
    ['expected', []],
    ['here', [{ change: 'arrived', at: '2026-11-16T20:29:00.000Z' }]],
    [
      'gone',
      [
        { change: 'arrived', at: '2026-11-16T20:29:00.000Z' },
        { change: 'picked_up', at: '2026-11-16T20:30:00.000Z', picked_up_by: 'Joel Abernathy' },
      ],
    ],
    ['not_coming', [{ change: 'not_coming', at: '2026-11-16T20:29:00.000Z' }]],
  ] as const)('shows the phone numbers of who may pick up in the state %s', async (state, changes) => {
    const { user } = await show(undefined, (far) => {
      for (const change of changes) far.markElsewhere('Wren Abernathy', change)
    })
    await user.type(screen.getByRole('searchbox'), 'wren')
    await waitFor(() => expect(card().dataset.state).toBe(state))
    await user.click(opener())
    expect(links()).toEqual(['tel:5550142210', 'tel:+15550199'])
  })

  it.each([
    ['lena', ['Anna-Lena Fox', 'Magdalena Ortiz', 'Lena Reyes']],
    ['  LENA   re ', ['Lena Reyes']],
    ['zoë', ['Otis Zoé Whitfield']],
    ['leda', []],
    ['reyes lena', ['Lena Reyes']],
    ['magdalena ortis', ['Magdalena Ortiz']],
    // Exact before similar, although it comes later in the list.
    ['ortez', ['Magda Ortez', 'Magdalena Ortiz']],
  ])('finds %j anywhere in a name', async (typed, found) => {
    const { user } = await show(
      ['Anna-Lena Fox', 'Magdalena Ortiz', 'Lena Reyes', 'Leo Na', 'Otis Zoé Whitfield', 'Magda Ortez'].map(
        (name) => aCard(name),
      ),
    )
    await user.type(screen.getByRole('searchbox', { name: 'Find a child' }), typed)
    expect(names()).toEqual(found)
  })

  it('filters by state on one click and shows all on the next, and finds a child by name', async () => {
    const { user } = await show()
    await user.click(button('Arrived'))
    const here = screen.getByRole('button', { name: '1 Here' })
    await user.click(here)
    expect(names()).toEqual(['Wren Abernathy'])
    expect(here.getAttribute('aria-pressed')).toBe('true')
    await user.click(here)
    expect(names()).toHaveLength(2)
    await user.type(screen.getByRole('searchbox', { name: 'Find a child' }), 'zoe')
    expect(names()).toEqual(['Otis Zoë Whitfield'])
    await user.type(screen.getByRole('searchbox'), 'x')
    expect(screen.getByText('No children match "zoex".')).toBeTruthy()
  })

  it('moves no row under the finger; then the focus moves to the next row', async () => {
    const { user } = await show()
    await user.click(screen.getByRole('button', { name: '2 Expected' }))
    await user.click(button('Arrived', card('Otis Zoë Whitfield')))
    expect(counts()[0]).toBe('1 Expected')
    expect(names()).toEqual(['Otis Zoë Whitfield', 'Wren Abernathy'])
    expect(document.activeElement).toBe(button('Picked up', card('Otis Zoë Whitfield')))
    await waitFor(() => expect(names()).toEqual(['Wren Abernathy']), { timeout: 5_000 })
    expect(document.activeElement).toBe(opener())
  })

  it('shows times on the new clock as soon as the time zone changes', async () => {
    const { user } = await show()
    await user.click(button('Arrived'))
    expect(card().textContent).toContain('Here 3:31 PM')
    const program = {
      name: 'Hill',
      contact_email: 'office@hill.example',
      contact_phone: null,
      logo: null,
      now: null,
      is_clock_set: false,
      sends_mail: true,
    }
    act(() => void setProgram({ ...program, time_zone: 'America/Chicago' }))
    expect(card().textContent).toContain('Here 2:31 PM')
    act(() => void setProgram({ ...program, time_zone: 'America/New_York' }))
    expect(card().textContent).toContain('Here 3:31 PM')
  })

  it('marks an arrival with one click, and undoes it from the toast and from the row', async () => {
    const { server, user } = await show()
    await user.click(button('Arrived'))
    expect(card().textContent).toContain('Here 3:31 PM')
    await waitFor(() => expect(server.stored('Wren Abernathy')).toMatchObject({ version: 1, left_at: null }))
    // Scoped to this toast: the one before it may still be fading out.
    const message = screen.getByText('Wren Abernathy has arrived').closest<HTMLElement>('[data-toast]')
    await user.dblClick(button('Undo', message ?? undefined))
    await waitFor(() =>
      expect(server.stored('Wren Abernathy')).toMatchObject({ version: 2, arrived_at: null }),
    )
    aMomentLater()
    await user.click(button('Arrived'))
    aMomentLater()
    await user.click(opener())
    await user.click(button('Undo arrival'))
    await waitFor(() =>
      expect(server.stored('Wren Abernathy')).toMatchObject({ version: 4, arrived_at: null }),
    )
    expect(counts()[0]).toBe('2 Expected')
    expect(server.arrived).toHaveLength(4)
  })

  it('keeps the sentence in order around a right-to-left name', async () => {
    const { user } = await show([aCard('نور 2')])
    await user.click(button('Arrived', card('نور 2')))
    await screen.findByText('\u2068نور 2\u2069 has arrived')
    expect(names()).toEqual(['نور 2'])
  })

  it('counts a double tap once', async () => {
    const { server, user } = await show()
    await user.dblClick(button('Arrived'))
    await waitFor(() => expect(server.stored('Wren Abernathy')).toMatchObject({ version: 1 }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('takes quick taps at different places as they are', async () => {
    const { server, user } = await show()
    const tap = (target: HTMLElement, clientX: number, clientY: number) =>
      user.pointer([{ target, coords: { clientX, clientY }, keys: '[MouseLeft]' }])
    await tap(button('Arrived'), 340, 20)
    await tap(button('Wren Abernathy'), 60, 20)
    await tap(button('Undo arrival'), 60, 90)
    await tap(button('Arrived'), 340, 20)
    await waitFor(() =>
      expect(server.stored('Wren Abernathy')).toMatchObject({
        arrived_at: expect.any(String),
        version: 3,
      }),
    )
    await tap(button('Picked up'), 340, 30)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  it('counts a key that is hit twice or held down once, and takes quick keys on different buttons', async () => {
    const { server, user } = await show()
    await user.click(opener())
    act(() => button('Arrived').focus())
    await user.keyboard('{Enter}{Enter}')
    // Held down for longer than a double tap.
    const now = vi.spyOn(performance, 'now')
    for (const ms of [500, 500, 500]) {
      const at = performance.now() + ms
      now.mockImplementation(() => at)
      await user.keyboard('{Enter}')
    }
    expect(screen.queryByRole('dialog')).toBeNull()
    act(() => button('Undo arrival').focus())
    await user.keyboard('{Enter}')
    await waitFor(() =>
      expect(server.stored('Wren Abernathy')).toMatchObject({ arrived_at: null, version: 2 }),
    )
  })

  it('keeps the focus where Not coming is marked and undone', async () => {
    const { user } = await show()
    await user.click(opener())
    const notComing = button('Not coming')
    act(() => notComing.focus())
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(button('Undo not coming'))
    aMomentLater()
    await user.keyboard('{Enter}')
    expect(document.activeElement).toBe(button('Not coming'))
  })

  it('asks who picks up a child, and marks a late pick-up', async () => {
    const { server, user } = await show(undefined, (far) =>
      far.markElsewhere('Wren Abernathy', { change: 'arrived', at: '2026-11-16T20:29:00.000Z' }),
    )
    act(() => setServerTime('2026-11-16T22:42:00.000Z'))
    await user.click(button('Picked up'))
    const dialog = await screen.findByRole('dialog', { name: 'Who is picking up Wren Abernathy?' })
    expect(within(dialog).getByRole('button', { name: /Dana Okafor/ })).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: /Joel Abernathy/ }))
    expect(card().textContent).toContain('Gone 5:42 PM12 min late')
    await waitFor(() =>
      expect(server.stored('Wren Abernathy')).toMatchObject({
        picked_up_by: 'Joel Abernathy',
        late_minutes: 12,
      }),
    )
    await waitFor(() => expect(document.activeElement).toBe(opener()))
    await user.click(opener())
    expect(card().textContent).toContain('Out 5:42 PM, Joel Abernathy')
  })

  it('folds who has left and who is not coming; a count and a search show them', async () => {
    const { user } = await show(
      [aCard('Ada Lee'), aCard('Ben Ode'), aCard('Cleo Fry')],
      (far) => {
        far.markElsewhere('Ada Lee', { change: 'arrived', at: '2026-11-16T20:20:00.000Z' })
        far.markElsewhere('Ada Lee', {
          change: 'picked_up',
          at: '2026-11-16T20:25:00.000Z',
          picked_up_by: 'Ana Lee',
        })
        far.markElsewhere('Cleo Fry', { change: 'not_coming', at: '2026-11-16T20:20:00.000Z' })
      },
      'Ben Ode',
    )
    expect(names()).toEqual(['Ben Ode'])
    await user.click(screen.getByRole('button', { name: 'Gone (1)' }))
    expect(names()).toEqual(['Ben Ode', 'Ada Lee'])
    expect(button('Undo pick-up', card('Ada Lee'))).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Gone (1)' }))
    await user.click(screen.getByRole('button', { name: '1 Not coming' }))
    expect(names()).toEqual(['Cleo Fry'])
    await user.click(screen.getByRole('button', { name: '1 Not coming' }))
    await user.type(screen.getByRole('searchbox'), 'a')
    expect(names()).toEqual(['Ada Lee'])
  })

  it('counts down to the pick-up time, then lists who is still here first, with a phone', async () => {
    const cards = [
      aCard('Ada Lee'),
      aCard('Ben Ode'),
      aCard('Cleo Fry', {
        phone: null,
        pickup_people: [
          { name: 'Nan', phone: null },
          { name: 'Jo', phone: '555 0' },
        ],
      }),
      aCard('Dov Katz', { phone: null }),
    ]
    const { user } = await show(cards, (far) => {
      for (const name of ['Ben Ode', 'Cleo Fry', 'Dov Katz'])
        far.markElsewhere(name, { change: 'arrived', at: '2026-11-16T20:20:00.000Z' })
    })
    const pickup = () => screen.getByText('Pick-up by').closest('div')?.textContent
    const at = (time: string) => act(() => setServerTime(`2026-11-16T${time}:30.000Z`))
    expect(pickup()).toBe('Pick-up by 5:30 PM')
    at('22:21')
    expect(pickup()).toBe('Pick-up by 5:30 PM9 min left')
    at('22:30')
    expect(pickup()).toBe('Pick-up by 5:30 PMnow')
    expect(names()).toEqual(['Ada Lee', 'Ben Ode', 'Cleo Fry', 'Dov Katz'])
    at('22:42')
    expect(pickup()).toBe('Pick-up by 5:30 PM3 still here')
    await waitFor(() => expect(names()).toEqual(['Ben Ode', 'Cleo Fry', 'Dov Katz', 'Ada Lee']))
    const late = within(screen.getByRole('region', { name: 'Late' }))
    expect(late.getByRole('heading', { name: 'Late (3)' })).toBeTruthy()
    expect(late.getAllByText('12 min late')).toHaveLength(3)
    expect(late.getAllByRole('link').map((link) => link.getAttribute('aria-label'))).toEqual([
      'Call Dana Okafor, (555) 014-2210',
      'Call Jo, 555 0',
    ])
    await user.click(button('Picked up', card('Ben Ode')))
    await user.click(await screen.findByRole('button', { name: /Dana Okafor/ }))
    expect(pickup()).toContain('2 still here')
    expect(names()).toEqual(['Ben Ode', 'Cleo Fry', 'Dov Katz', 'Ada Lee'])
    await waitFor(() => expect(names()).toEqual(['Cleo Fry', 'Dov Katz', 'Ada Lee']), { timeout: 5_000 })
  })

  it('has every adult of the family to call and to pick up, on a late row, in its details and in the question', async () => {
    const adults = [
      { name: 'Dana Okafor', phone: '(555) 014-2210' },
      { name: 'Kemi Okafor', phone: '555 0101' },
      { name: 'Dana Okafor', phone: null },
    ]
    const { server, user } = await show([aCard('Ada Lee', { adults })], (far) =>
      far.markElsewhere('Ada Lee', { change: 'arrived', at: '2026-11-16T20:20:00.000Z' }),
    )
    act(() => setServerTime('2026-11-16T22:42:30.000Z'))
    const calls = ['Call Dana Okafor, (555) 014-2210', 'Call Kemi Okafor, 555 0101']
    const links = () =>
      screen.getAllByRole('link', { name: /^Call/ }).map((a) => a.getAttribute('aria-label'))
    await waitFor(() => expect(links()).toEqual(calls))
    await user.click(button('Ada Lee', card('Ada Lee')))
    expect(links()).toEqual([...calls, ...calls])
    await user.click(button('Picked up', card('Ada Lee')))
    const dialog = within(await screen.findByRole('dialog'))
    const people = within(dialog.getByRole('list', { name: 'Who may pick up' }))
    expect(people.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Dana OkaforParent',
      'Kemi OkaforParent',
      'Dana OkaforParent',
    ])
    await user.click(people.getByRole('button', { name: /Kemi/ }))
    await waitFor(() => expect(server.stored('Ada Lee')).toMatchObject({ picked_up_by: 'Kemi Okafor' }))
  })

  it('accepts another name, and requires one', async () => {
    const { server, user } = await show(undefined, (far) =>
      far.markElsewhere('Wren Abernathy', { change: 'arrived', at: '2026-11-16T20:29:00.000Z' }),
    )
    await user.click(button('Picked up'))
    const dialog = await screen.findByRole('dialog')
    const done = within(dialog).getByRole('button', { name: 'Confirm pick-up' })
    await user.click(done)
    expect(within(dialog).getByText('Please enter who is picking up the child')).toBeTruthy()
    await user.type(within(dialog).getByLabelText('Another name'), '  Nia Bell ')
    await user.click(done)
    await waitFor(() => expect(server.stored('Wren Abernathy')).toMatchObject({ picked_up_by: 'Nia Bell' }))
  })

  it('offers brothers and sisters who are here, none chosen, and marks them together', async () => {
    const family = { parent_id: 'lee' }
    const cards = ['Ada Lee', 'Ben Lee', 'Cleo Lee', 'Dov Lee'].map((name) => aCard(name, family))
    const guest = aCard('Gus Lee', { parent_id: null, is_guest: true })
    const { server, user } = await show([...cards, guest], (far) => {
      for (const name of ['Ada Lee', 'Ben Lee', 'Cleo Lee', 'Gus Lee'])
        far.markElsewhere(name, { change: 'arrived', at: '2026-11-16T20:20:00.000Z' })
    })
    await user.click(button('Picked up', card('Ada Lee')))
    const dialog = await screen.findByRole('dialog')
    const together = within(dialog).getByRole('group', { name: 'Picked up together' })
    const boxes = within(together).getAllByRole<HTMLInputElement>('checkbox')
    expect(boxes.map((box) => [box.closest('label')?.textContent, box.checked])).toEqual([
      ['Ben Lee', false],
      ['Cleo Lee', false],
    ])
    await user.click(within(together).getByRole('checkbox', { name: 'Ben Lee' }))
    await user.click(within(dialog).getByRole('button', { name: /Dana Okafor/ }))
    await screen.findByText('Ada Lee and Ben Lee were picked up')
    expect(counts().slice(1, 3)).toEqual(['2 Here', '2 Gone'])
    await waitFor(() => expect(server.stored('Ben Lee')).toMatchObject({ version: 2 }))
    expect(server.batches).toEqual([['Ada Lee', 'Ben Lee']])
    expect(server.stored('Ada Lee')?.left_at).toBe(server.stored('Ben Lee')?.left_at)
    const message = screen
      .getByText('Ada Lee and Ben Lee were picked up')
      .closest<HTMLElement>('[data-toast]')
    await user.click(button('Undo', message ?? undefined))
    await waitFor(() => expect(server.stored('Ben Lee')).toMatchObject({ version: 3, left_at: null }))
    expect(server.stored('Ada Lee')).toMatchObject({ version: 3, left_at: null })
    aMomentLater()
    await user.click(button('Picked up', card('Gus Lee')))
    await screen.findByRole('dialog', { name: 'Who is picking up Gus Lee?' })
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  it('marks no sibling if somebody else marked one of them first', async () => {
    const cards = ['Ada Lee', 'Ben Lee'].map((name) => aCard(name, { parent_id: 'lee' }))
    const { server, user } = await show(cards, (far) => {
      for (const name of ['Ada Lee', 'Ben Lee'])
        far.markElsewhere(name, { change: 'arrived', at: '2026-11-16T20:20:00.000Z' })
    })
    await user.click(button('Picked up', card('Ada Lee')))
    await user.click(await screen.findByRole('checkbox', { name: 'Ben Lee' }))
    server.markElsewhere('Ben Lee', { change: 'note', at: '2026-11-16T20:25:00.000Z', note: 'Jacket' })
    await user.click(screen.getByRole('button', { name: /Dana Okafor/ }))
    await waitFor(() =>
      expect(screen.getAllByText(/Someone else had already marked Ben Lee/)).toHaveLength(2),
    )
    expect(server.stored('Ada Lee')).toMatchObject({ version: 1, left_at: null })
    expect(counts().slice(1, 3)).toEqual(['2 Here', '0 Gone'])
    await user.click(opener('Ben Lee'))
    expect(card('Ben Lee').textContent).toContain('Jacket')
  })

  it('lists two people who share name and phone number', async () => {
    const joel = { name: 'Joel Abernathy', phone: '+1 555 0199' }
    const complaints = vi.spyOn(console, 'error')
    const { user } = await show([aCard('Wren Abernathy', { pickup_people: [joel, joel] })], (far) =>
      far.markElsewhere('Wren Abernathy', { change: 'arrived', at: '2026-11-16T20:29:00.000Z' }),
    )
    await user.click(button('Picked up'))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getAllByRole('button', { name: /Joel Abernathy/ })).toHaveLength(2)
    expect(complaints).not.toHaveBeenCalled()
  })

  it('corrects a time, within the rules', async () => {
    const { server, user } = await show(undefined, (far) =>
      far.markElsewhere('Wren Abernathy', { change: 'arrived', at: '2026-11-16T20:29:00.000Z' }),
    )
    await user.click(opener())
    await user.click(button('Edit time'))
    const dialog = await screen.findByRole('dialog', { name: 'Edit times for Wren Abernathy' })
    const field = within(dialog).getByLabelText('Arrived at')
    await user.clear(field)
    await user.type(field, '15:50')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    expect(within(dialog).getByText('3:50 PM is still in the future.')).toBeTruthy()
    expect(server.arrived).toEqual([])
    await user.clear(field)
    await user.type(field, '15:20')
    await user.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(server.stored('Wren Abernathy')).toMatchObject({ arrived_at: '2026-11-16T20:20:00.000Z' }),
    )
  })

  it('marks Not coming and undoes it; the child can still arrive', async () => {
    const { server, user } = await show()
    await user.click(opener())
    await user.click(button('Not coming'))
    expect(counts()[3]).toBe('1 Not coming')
    aMomentLater()
    await user.click(button('Undo not coming'))
    expect(counts()[3]).toBe('0 Not coming')
    await waitFor(() => expect(server.stored('Wren Abernathy')).toMatchObject({ version: 2 }))
  })

  it('shows a day that cannot be marked without mark buttons', async () => {
    const { user } = await show(undefined, (far) => {
      far.canMark = false
    })
    await user.click(opener())
    expect(within(card()).getAllByRole('button')).toEqual([opener()])
    expect(screen.getByText(/You can mark today and the past 14 days/)).toBeTruthy()
  })

  it('expects nobody on a cancelled day, but marks whoever comes all the same', async () => {
    const { server, user } = await show(undefined, (far) => {
      far.isCancelled = true
      far.markElsewhere('Otis Zoë Whitfield', { change: 'arrived', at: '2026-11-16T20:29:00.000Z' })
    })
    expect(screen.getByText('Aftercare is cancelled on this day. Nobody is expected.')).toBeTruthy()
    expect(counts().slice(0, 2)).toEqual(['0 Expected', '1 Here'])
    expect(card().textContent).toBe('Wren AbernathyAllergies: Kiwi, peanutsCancelledK2')
    expect(button('Picked up', card('Otis Zoë Whitfield'))).toBeTruthy()
    await user.click(screen.getByRole('button', { name: '0 Expected' }))
    expect(names()).toEqual([])
    await user.click(screen.getByRole('button', { name: '0 Expected' }))
    await user.click(opener())
    expect(within(card()).queryByRole('button', { name: 'Not coming' })).toBeNull()
    await user.click(button('Arrived'))
    expect(counts().slice(0, 2)).toEqual(['0 Expected', '2 Here'])
    expect(button('Picked up')).toBeTruthy()
    await waitFor(() => expect(server.stored('Wren Abernathy')).toMatchObject({ version: 1 }))
  })

  it('says when no children are scheduled', async () => {
    await show([])
    expect(await screen.findByText('No children scheduled for this date')).toBeTruthy()
  })
})

describe('offline', () => {
  it('keeps working, counts pending marks, and sends each once, in order, with the time of the click', async () => {
    const { server, user } = await show()
    server.isReached = false
    await user.click(button('Arrived'))
    await waitFor(() => expect(banner()).toContain('1 mark is waiting on this device'))
    setServerTime('2026-11-16T21:00:00.000Z')
    await user.click(button('Arrived', card('Otis Zoë Whitfield')))
    await waitFor(() => expect(banner()).toContain('2 marks are waiting on this device'))
    expect(counts().slice(0, 2)).toEqual(['0 Expected', '2 Here'])
    expect(card().textContent).toContain('Not sent yet')
    setServerTime('2026-11-16T22:00:00.000Z')
    server.isReached = true
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(banner()).toBeUndefined())
    expect(server.arrived.map(({ sent }) => [sent.submission_id, sent.at.slice(11, 16)])).toEqual([
      ['Wren Abernathy', '20:31'],
      ['Otis Zoë Whitfield', '21:00'],
    ])
    expect(card().textContent).not.toContain('Not sent yet')
    expect(card().textContent).toContain('Here 3:31 PM')
  })

  it('resends a mark after a lost response, and it is stored once', async () => {
    const { server, user } = await show()
    server.losesAnswers = true
    await user.click(button('Arrived'))
    await waitFor(() => expect(banner()).toContain('1 mark is waiting'))
    server.losesAnswers = false
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(banner()).toBeUndefined())
    const keys = server.arrived.map(({ key }) => key)
    expect(keys.length).toBeGreaterThan(1)
    expect(new Set(keys).size).toBe(1)
    expect(server.stored('Wren Abernathy')).toMatchObject({ version: 1 })
  })

  it('keeps the mark that was saved first, and says so until dismissed', async () => {
    const { server, user } = await show()
    server.isReached = false
    await user.click(button('Arrived'))
    await waitFor(() => expect(banner()).toContain('1 mark is waiting'))
    server.markElsewhere('Wren Abernathy', { change: 'arrived', at: '2026-11-16T20:20:00.000Z' })
    server.isReached = true
    act(() => void window.dispatchEvent(new Event('online')))
    const words = await screen.findByText(/Someone else had already marked Wren Abernathy/)
    expect(words.textContent).toContain('Wren Abernathy: “Arrived, 3:31 PM” was not saved.')
    expect(card().textContent).toContain('Here 3:20 PM')
    await user.click(screen.getByRole('button', { name: 'OK' }))
    await waitFor(() => expect(screen.queryByText(/Someone else had already marked/)).toBeNull())
  })

  it('queues siblings one by one, in order', async () => {
    const cards = ['Ada Lee', 'Ben Lee'].map((name) => aCard(name, { parent_id: 'lee' }))
    const { server, user } = await show(cards, (far) => {
      for (const name of ['Ada Lee', 'Ben Lee'])
        far.markElsewhere(name, { change: 'arrived', at: '2026-11-16T20:20:00.000Z' })
    })
    await user.click(button('Picked up', card('Ada Lee')))
    await user.click(await screen.findByRole('checkbox', { name: 'Ben Lee' }))
    // The request for both arrives, its response is lost.
    server.losesAnswers = true
    await user.click(screen.getByRole('button', { name: /Dana Okafor/ }))
    await waitFor(() => expect(banner()).toContain('2 marks are waiting on this device'))
    server.losesAnswers = false
    server.arrived.length = 0
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(banner()).toBeUndefined())
    expect(server.arrived.map(({ sent }) => sent.submission_id)).toEqual(['Ada Lee', 'Ben Lee'])
    expect(server.batches).toHaveLength(1)
    expect(server.stored('Ben Lee')).toMatchObject({ version: 2, picked_up_by: 'Dana Okafor' })
    expect(screen.queryByText(/was not saved/)).toBeNull()
  })

  it('lets an arrival stand against a Not coming set meanwhile, with what followed it, and says so', async () => {
    const { server, user } = await show()
    server.isReached = false
    await user.click(button('Arrived'))
    await waitFor(() => expect(banner()).toContain('1 mark is waiting'))
    aMomentLater()
    await user.click(button('Picked up'))
    await user.click(await screen.findByRole('button', { name: /Joel Abernathy/ }))
    await waitFor(() => expect(banner()).toContain('2 marks are waiting'))
    server.markElsewhere('Wren Abernathy', { change: 'not_coming', at: '2026-11-16T20:20:00.000Z' })
    server.isReached = true
    act(() => void window.dispatchEvent(new Event('online')))
    await screen.findByText('Meanwhile Not coming was set. Both are in the record.')
    await waitFor(() => expect(server.stored('Wren Abernathy')).toMatchObject({ version: 3 }))
    expect(server.stored('Wren Abernathy')).toMatchObject({
      arrived_at: expect.any(String),
      picked_up_by: 'Joel Abernathy',
      not_coming_at: '2026-11-16T20:20:00.000Z',
    })
    expect(screen.queryByText(/was not saved/)).toBeNull()
    await user.type(screen.getByRole('searchbox'), 'wren')
    expect(card().textContent).toContain('Not coming was set')
    await user.click(opener())
    expect(card().textContent).toContain('Not coming set 3:20 PM by staff')
  })

  it('also says so of a child who is late', async () => {
    const { server, user } = await show()
    server.isReached = false
    await user.click(button('Arrived'))
    await waitFor(() => expect(banner()).toContain('1 mark is waiting'))
    server.markElsewhere('Wren Abernathy', { change: 'not_coming', at: '2026-11-16T20:20:00.000Z' })
    server.isReached = true
    act(() => void window.dispatchEvent(new Event('online')))
    await screen.findByText('Meanwhile Not coming was set. Both are in the record.')
    act(() => setServerTime('2026-11-16T22:42:30.000Z'))
    await waitFor(() => expect(card().textContent).toContain('12 min lateNot coming was set'))
  })

  it('keeps marks while their session has expired, and never sends them as another user', async () => {
    const { server, session, user } = await show()
    server.refuses = { status: 401, code: 'signed-out', message: 'Please sign in.' }
    await user.click(button('Arrived'))
    await waitFor(() => expect(server.arrived).not.toEqual([]))
    server.refuses = null
    server.session = { ...session, user: { ...session.user, id: `not ${session.user.id}` } }
    act(() => setSession(server.session))
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(counts()[0]).toBe('2 Expected'))
    expect(server.stored('Wren Abernathy')).toBeNull()
    server.session = session
    act(() => setSession(session))
    await waitFor(() => expect(server.stored('Wren Abernathy')).toMatchObject({ version: 1 }))
    expect(new Set(server.arrived.map(({ key }) => key)).size).toBe(1)
    expect(server.arrived.filter(({ sent, as }) => sent.performed_by !== as)).toEqual([])
  })

  it('asks before signing out discards pending marks', async () => {
    const { server, user } = await show()
    server.isReached = false
    await user.click(button('Arrived'))
    await waitFor(() => expect(banner()).toContain('1 mark is waiting'))
    await user.click(screen.getByRole('button', { name: 'Sign Out' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'Sign out with 1 mark unsent?' })
    await user.click(within(dialog).getByRole('button', { name: 'Stay signed in' }))
    server.isReached = true
    await user.click(screen.getByRole('button', { name: 'Sign Out' }))
    await user.click(await screen.findByRole('button', { name: 'Sign out and lose it' }))
    await waitFor(() => expect(localStorage.getItem('aftercare.board')).toBeNull())
  })
})

describe('when the browser cannot store marks', () => {
  it.each(['writes', 'all'] as const)('still sends them (%s)', async (failure) => {
    const { server, session, user } = await show()
    browserStorage.failure = failure
    await user.click(button('Arrived'))
    await waitFor(() => expect(server.stored('Wren Abernathy')).toMatchObject({ version: 1 }))
    aMomentLater()
    await user.click(button('Picked up'))
    await user.click(await screen.findByRole('button', { name: /Joel Abernathy/ }))
    await waitFor(() => expect(server.stored('Wren Abernathy')).toMatchObject({ version: 2 }))
    await waitFor(() => expect(card().textContent).not.toContain('Not sent'))
    expect(banner()).toBeUndefined()
    expect(server.arrived).toHaveLength(2)
    expect(browserStorage.marksOf(session.user.id)).toEqual([])
  })

  it('sends them when the storage does not respond', async () => {
    const { server, user } = await show()
    browserStorage.failure = 'silent'
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    await user.click(button('Arrived'))
    expect(card().textContent).toContain('Not sent yet')
    expect(server.stored('Wren Abernathy')).toBeNull()
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    vi.useRealTimers()
    await waitFor(() => expect(server.stored('Wren Abernathy')).toMatchObject({ version: 1 }))
    await waitFor(() => expect(card().textContent).not.toContain('Not sent'))
  })

  it('says offline that they are not saved, asks before the page is closed, and sends them in order', async () => {
    const { server, user, open } = await show()
    server.isReached = false
    browserStorage.failure = 'writes'
    const close = () => {
      const leaving = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(leaving)
      return leaving.defaultPrevented
    }
    expect(close()).toBe(false)
    await user.click(button('Arrived'))
    await waitFor(() => expect(card().textContent).toContain('Not sent, not saved'))
    expect(banner()).toContain('1 mark is waiting')
    expect(banner()).toContain("This browser can't save marks. Keep this page open.")
    expect(close()).toBe(true)
    open(<p>Another page</p>)
    expect(close()).toBe(true)
    open(<BoardPage />)
    await waitFor(() => expect(card().textContent).toContain('Not sent, not saved'))
    // Storage works again: the pick-up must not overtake the arrival.
    browserStorage.failure = null
    aMomentLater()
    await user.click(button('Picked up'))
    await user.click(await screen.findByRole('button', { name: /Joel Abernathy/ }))
    await waitFor(() => expect(banner()).toContain('2 marks are waiting'))
    await waitFor(() => expect(card().textContent).toContain('Not sent yet'))
    expect(close()).toBe(false)
    server.isReached = true
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(server.stored('Wren Abernathy')).toMatchObject({ version: 2 }))
    expect(server.arrived.map(({ sent }) => sent.change)).toEqual(['arrived', 'picked_up'])
  })

  it('reopens a database connection that the browser closed', async () => {
    const { server, session, user } = await show()
    server.isReached = false
    browserStorage.dropConnections()
    await user.click(button('Arrived'))
    await waitFor(() => expect(card().textContent).toContain('Not sent yet'))
    expect(browserStorage.marksOf(session.user.id)).toMatchObject([{ childName: 'Wren Abernathy' }])
  })

  it("shows the server's board although it cannot be stored", async () => {
    await show(undefined, () => {
      browserStorage.failure = 'writes'
    })
    expect(names()).toHaveLength(2)
    expect(banner()).toBeUndefined()
  })

  it('still asks before signing out discards a mark, and then deletes it', async () => {
    const { server, session, user } = await show()
    server.isReached = false
    browserStorage.failure = 'all'
    await user.click(button('Arrived'))
    await waitFor(() => expect(banner()).toContain('1 mark is waiting'))
    await user.click(screen.getByRole('button', { name: 'Sign Out' }))
    await screen.findByRole('alertdialog', { name: 'Sign out with 1 mark unsent?' })
    server.refuses = { status: 401, code: 'signed-out', message: 'Please sign in.' }
    server.isReached = true
    await user.click(await screen.findByRole('button', { name: 'Sign out and lose it' }))
    await waitFor(() => expect(localStorage.getItem('aftercare.board')).toBeNull())
    expect(await (await storageOf(session.user.id)).listMarks()).toEqual([])
  })
})
