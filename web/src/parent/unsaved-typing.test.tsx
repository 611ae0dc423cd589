import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { LiveUpdates } from '../features/live-updates/live-updates'
import { AuthProvider, useAuth } from '../lib/auth-provider'
import { setSession } from '../lib/auth-store'
import { queryClient } from '../lib/query-client'
import { Link, Router } from '../router/router'
import { LiveStream } from '../testing/live-stream'
import { PARENT_SESSION, parentServer } from '../testing/parent-server'
import { ToastProvider } from '../ui/feedback/toast-provider'
import ChildrenPage from './children/children-page'
import ProfilePage from './profile/profile-page'
import HistoryPage from './submissions/history-page'

// Dialogs are loaded lazily: imported once up front, because that can take long on a busy machine.
beforeAll(() => import('../ui/overlays/dialogs.lazy'))

const SAM = { ...PARENT_SESSION, user: { id: 'sam', email: 'sam@example.com', full_name: 'Sam Ellery' } }

const amara = {
  id: 'c1',
  name: 'Amara',
  allergies: '',
  notes: '',
  pickup_people: [] as object[],
  must_not_pick_up: [] as object[],
  version: 1,
}
let stored: typeof amara
let saved: Record<string, unknown>[]
/** Releases a pending save. */
let saving: Promise<void>
let session: typeof PARENT_SESSION | null
beforeEach(() => {
  stored = amara
  saved = []
  saving = Promise.resolve()
  vi.stubGlobal('EventSource', LiveStream)
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const { pathname } = new URL(String(input), 'http://x')
    if (init?.method === 'PATCH') {
      const { version, ...changes } = JSON.parse(String(init.body))
      saved.push({ ...changes, version })
      await saving
      if (version !== stored.version) {
        const words = 'Someone else changed this while you were editing.'
        return Response.json({ error: { code: 'stale-version', message: words, stored } }, { status: 409 })
      }
      stored = { ...stored, ...changes, version: version + 1 }
      return Response.json(stored)
    }
    if (pathname === '/api/children') return Response.json({ rows: [stored], total: 1, page: 1, size: 20 })
    return parentServer(session).fetch(input)
  })
  be(PARENT_SESSION)
})
afterEach(() => {
  cleanup()
  be(null)
  queryClient.clear()
  vi.unstubAllGlobals()
})

function be(next: typeof PARENT_SESSION | null) {
  session = next
  setSession(next)
}

/** As in the routes: the pages need a signed-in user. */
function Guarded({ children }: { children: ReactNode }) {
  const { user } = useAuth()
  return user ? children : <p>Sign in first</p>
}

function show(address: string, page: ReactNode) {
  window.history.replaceState(null, '', address)
  render(
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <Router>
          <AuthProvider>
            <LiveUpdates />
            <Guarded>{page}</Guarded>
            <Link to="/somewhere">Elsewhere</Link>
          </AuthProvider>
        </Router>
      </ToastProvider>
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

async function loseSession() {
  act(() => be(null))
  await screen.findByText('Sign in first')
}

async function editAmara() {
  const user = show('/children', <ChildrenPage />)
  await user.click(await screen.findByRole('button', { name: /^Edit/ }))
  await screen.findByRole('dialog')
  return user
}

async function changeElsewhere(part: Partial<typeof amara>) {
  saveElsewhere(part)
  await act(async () => LiveStream.emit('children'))
}

/** Without a live event, as on a page that is disconnected. */
function saveElsewhere(part: Partial<typeof amara>) {
  stored = { ...stored, ...part, version: stored.version + 1 }
}

const field = (name: string) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) })

it("saves a child together with another tab's changes to untouched fields", async () => {
  const user = await editAmara()
  await user.type(field('Notes'), 'Naps at four')
  await changeElsewhere({ allergies: 'Peanuts' })
  await waitFor(() => expect(field('Allergies').value).toBe('Peanuts'))
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]).toEqual({ notes: 'Naps at four', version: 2 })
})

it('a disconnected page saves its own field, and new allergies stay', async () => {
  const user = await editAmara()
  await user.type(field('Name'), ' O.')
  saveElsewhere({ allergies: 'Peanuts' })
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(stored).toMatchObject({ name: 'Amara O.', allergies: 'Peanuts', version: 3 })
  expect(saved).toEqual([
    { name: 'Amara O.', version: 1 },
    { name: 'Amara O.', version: 2 },
  ])
})

/** After Save it takes the focus: as an alert it would be announced twice. */
const note = () =>
  within(screen.getByRole('dialog')).findByRole('group', { name: /^This was saved elsewhere/ })

it.each([
  ['Replace with mine', 'Milk', [{ allergies: 'Milk', version: 2 }]],
  ['Discard mine', 'Peanuts', [{ version: 2 }]],
])(
  'both change allergies while disconnected: both values are shown, and "%s" leaves %s',
  async (choice, left, sent) => {
    const user = await editAmara()
    await user.type(field('Allergies'), 'Milk')
    saveElsewhere({ allergies: 'Peanuts' })
    await user.click(screen.getByRole('button', { name: 'Save Changes' }))
    expect((await note()).textContent).toContain('Saved now: Peanuts')
    expect((await note()).textContent).toContain('Yours: Milk')
    await waitFor(async () => expect(document.activeElement).toBe(await note()))
    expect(field('Allergies').value).toBe('Milk')
    expect(stored.allergies).toBe('Peanuts')

    // Not decided yet: nothing is sent, and the alert is scrolled into view.
    saved = []
    field('Notes').focus()
    await user.click(screen.getByRole('button', { name: 'Save Changes' }))
    expect(document.activeElement).toBe(await note())
    expect(saved).toEqual([])

    await user.click(screen.getByRole('button', { name: choice }))
    expect(field('Allergies').value).toBe(left)
    await user.click(screen.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(saved).toEqual(sent)
    expect(stored.allergies).toBe(left)
  },
)

it("shows another tab's value of the same field beside the typed one", async () => {
  const user = await editAmara()
  await user.type(field('Allergies'), 'Milk')
  await user.type(field('Notes'), 'Naps')
  await changeElsewhere({ allergies: 'Peanuts' })
  expect((await screen.findByRole('alert', { name: /^This was saved elsewhere/ })).textContent).toContain(
    'Saved now: Peanuts',
  )
  expect(field('Allergies').value).toBe('Milk')
  await user.click(screen.getByRole('button', { name: 'Discard mine' }))
  expect(field('Allergies').value).toBe('Peanuts')
  expect(field('Notes').value).toBe('Naps')
})

it.each([
  ['back to what was stored', '{Backspace}{Backspace}{Backspace}', 'Amara'],
  ['on', 'k', 'Amara O.k'],
])('keeps what is typed %s while the save is pending', async (_, keys, left) => {
  let release = () => {}
  saving = new Promise((resolve) => {
    release = resolve
  })
  const user = await editAmara()
  await user.type(field('Name'), ' O.')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  await user.type(field('Name'), keys)
  expect(field('Name').value).toBe(left)
  await act(async () => release())
  await screen.findByText(/information has been updated/)
  expect(field('Name').value).toBe(left)
  expect(screen.queryByText(/^This was saved elsewhere/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(saved).toEqual([
    { name: 'Amara O.', version: 1 },
    { name: left, version: 2 },
  ])
})

it('people who may pick up are edited in one place at a time', async () => {
  stored = { ...amara, pickup_people: [{ name: 'Grandma', phone: null }] }
  const user = await editAmara()
  await user.type(screen.getByLabelText('Phone of person 1'), '555-0100')
  await user.click(screen.getByRole('button', { name: 'Add person' }))
  saveElsewhere({ pickup_people: [{ name: 'Uncle Ben', phone: '555-0122' }] })
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  // A right-to-left name does not move the number to its other side.
  const values = (await note()).querySelectorAll('bdi')
  expect([...values].map((value) => value.textContent)).toEqual(['Uncle Ben, 555-0122', 'Grandma, 555-0100'])
  expect(stored.pickup_people).toEqual([{ name: 'Uncle Ben', phone: '555-0122' }])
})

it('saves who must not pick up, without blank rows, and nothing else', async () => {
  const user = await editAmara()
  const add = screen.getByRole('button', { name: 'Add a name' })
  await user.click(add)
  await user.click(add)
  await user.type(screen.getByLabelText('Note about person 2 who must not pick up'), 'Court order')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await screen.findByText('Please enter a name')
  await user.type(screen.getByLabelText('Name of person 1 who must not pick up'), 'Rob Okafor')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  const must_not_pick_up = [{ name: 'Rob Okafor', note: 'Court order' }]
  await waitFor(() => expect(saved).toEqual([{ must_not_pick_up, version: 1 }]))
})

it('shows the error of a person without a name at their row, not counting the blank row before', async () => {
  const user = await editAmara()
  await user.click(screen.getByRole('button', { name: 'Add person' }))
  await user.click(screen.getByRole('button', { name: 'Add person' }))
  await user.type(screen.getByLabelText('Phone of person 2'), '555-0100')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await screen.findByText('Please enter a name')
  expect(document.activeElement).toBe(screen.getByLabelText('Name of person 1'))
  expect(screen.getByLabelText<HTMLInputElement>('Phone of person 1').value).toBe('555-0100')
  expect(screen.queryByLabelText('Name of person 2')).toBeNull()
  await user.type(screen.getByLabelText('Name of person 1'), 'Grandma')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  const pickup_people = [{ name: 'Grandma', phone: '555-0100' }]
  await waitFor(() => expect(saved).toEqual([{ pickup_people, version: 1 }]))
})

it("restores a child's dialog after an expired session, for the same user only", async () => {
  const user = await editAmara()
  await user.type(field('Notes'), 'Naps at four')
  await loseSession()
  act(() => be(SAM))
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('dialog')).toBeNull()
  await loseSession()
  act(() => be(PARENT_SESSION))
  await screen.findByRole('dialog')
  expect(field('Notes').value).toBe('Naps at four')

  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(await screen.findByRole('button', { name: /^Edit/ }))
  await screen.findByRole('dialog')
  expect(field('Notes').value).toBe('')
})

it('restores the days of an edit after an expired session', async () => {
  const user = show('/history?submission=s1', <HistoryPage />)
  await user.click(await screen.findByRole('button', { name: 'Edit Days' }))
  const fourth = () => screen.findByRole('button', { name: /December 4\b/ })
  await user.click(await fourth())
  expect((await fourth()).getAttribute('aria-pressed')).toBe('true')
  await loseSession()
  act(() => be(PARENT_SESSION))
  await screen.findByRole('button', { name: 'Save Changes' })
  expect((await fourth()).getAttribute('aria-pressed')).toBe('true')
})

const warnsBeforeReload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
/** The link is behind the dialog. */
const pressLink = () => act(() => screen.getByText('Elsewhere').click())
const question = (name: string) => screen.findByRole('alertdialog', { name })
const isAsked = () => screen.queryByRole('alertdialog') !== null

type Leaving = [how: string, question: string, leave: (user: ReturnType<typeof userEvent.setup>) => unknown]
const CLOSING: Leaving[] = [
  ['Escape', 'Close without saving?', (user) => user.keyboard('{Escape}')],
  [
    'the cross',
    'Close without saving?',
    (user) => user.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as Element),
  ],
]
const LEAVING: Leaving[] = [
  ['a link', 'Leave without saving?', pressLink],
  ['Back', 'Leave without saving?', () => act(() => window.history.back())],
]

it.each([...CLOSING, ...LEAVING])('%s asks about a child that is being edited', async (_, title, leave) => {
  window.history.pushState({ idx: 0 }, '', '/before')
  window.history.pushState({ idx: 1 }, '', '/children')
  const user = await editAmara()
  expect(warnsBeforeReload()).toBe(false)
  await user.type(field('Notes'), 'Naps at four')
  expect(warnsBeforeReload()).toBe(true)
  await leave(user)
  await user.click(within(await question(title)).getByRole('button', { name: /^(Stay|Keep editing)$/ }))
  await waitFor(() => expect(isAsked()).toBe(false))
  expect(window.location.pathname).toBe('/children')
  expect(field('Notes').value).toBe('Naps at four')
  await user.click(screen.getByRole('button', { name: 'Save Changes' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(warnsBeforeReload()).toBe(false)
})

it('closes a child without a question if only blanks and a blank row were added', async () => {
  const user = await editAmara()
  await user.type(field('Notes'), 'N{Backspace} ')
  await user.type(field('Name'), ' ')
  await user.click(screen.getByRole('button', { name: 'Add person' }))
  await user.type(screen.getByLabelText('Phone of person 1'), ' ')
  expect(warnsBeforeReload()).toBe(false)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(isAsked()).toBe(false)
})

it('closes a child without saving once that is confirmed', async () => {
  const user = await editAmara()
  await user.type(field('Notes'), 'Naps at four')
  await user.keyboard('{Escape}')
  await user.click(
    within(await question('Close without saving?')).getByRole('button', { name: 'Close without saving' }),
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(saved).toEqual([])
  await user.click(screen.getByRole('button', { name: /^Edit/ }))
  await screen.findByRole('dialog')
  expect(field('Notes').value).toBe('')
})

it.each(LEAVING)('%s asks about a profile that is being edited', async (_, title, leave) => {
  window.history.pushState({ idx: 0 }, '', '/before')
  window.history.pushState({ idx: 1 }, '', '/profile')
  const user = show('/profile', <ProfilePage />)
  await user.type(await screen.findByLabelText('Full Name'), ' O.')
  expect(warnsBeforeReload()).toBe(true)
  await leave(user)
  await user.click(within(await question(title)).getByRole('button', { name: 'Stay' }))
  expect(window.location.pathname).toBe('/profile')
  expect(screen.getByLabelText<HTMLInputElement>('Full Name').value).toMatch(/ O\.$/)
})

it.each([
  ...CLOSING,
  [
    'a click outside',
    'Close without saving?',
    (user) => user.click(document.querySelector('[role="presentation"].bg-backdrop') as Element),
  ],
  [
    'the footer',
    'Close without saving?',
    (user) => user.click(screen.getAllByRole('button', { name: 'Close' })[0] as Element),
  ],
  ...LEAVING,
] satisfies Leaving[])('%s asks about an unsent request to cancel', async (_, title, leave) => {
  window.history.pushState({ idx: 0 }, '', '/history')
  window.history.pushState({ idx: 1 }, '', '/history')
  const user = show('/history?submission=s1', <HistoryPage />)
  await user.click(await screen.findByRole('button', { name: 'Ask to cancel this registration' }))
  await user.type(field('Message to the office'), 'We are moving')
  expect(warnsBeforeReload()).toBe(true)
  await leave(user)
  const asked = await question(title)
  within(asked).getByText("Your message hasn't been sent and will be lost.")
  await user.click(within(asked).getByRole('button', { name: /^(Stay|Keep editing)$/ }))
  expect(field('Message to the office').value).toBe('We are moving')
})
