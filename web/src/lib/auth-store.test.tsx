import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LiveStream } from '../testing/live-stream'

/** The auth store against a fake server; each test starts a new one. */

const DANA = { id: 'dana', email: 'dana@example.com', full_name: 'Dana Okafor' }
const SESSION = {
  user: DANA,
  roles: ['parent' as const],
  expires_at: '2999-01-01T00:00:00.000Z',
  family_id: 'dana',
}

let responses: Record<string, () => Response | Promise<Response>>
let requests: string[]

const json = (body: unknown, status = 200) => Response.json(body, { status })
const sessionResponse = (session: object | null = SESSION) =>
  json(session && { ...session, now: new Date().toISOString() })

beforeEach(() => {
  vi.resetModules()
  localStorage.clear()
  requests = []
  responses = { 'GET /api/auth/session': () => json(null) }
  vi.stubGlobal('EventSource', LiveStream)
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const name = `${init?.method ?? 'GET'} ${new URL(String(input), 'http://localhost').pathname}`
    requests.push(name)
    const respond = responses[name]
    if (!respond) throw new TypeError('Failed to fetch')
    return respond()
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function start() {
  const store = await import('./auth-store')
  const { AuthProvider, useAuth } = await import('./auth-provider')
  const { LiveUpdates } = await import('../features/live-updates/live-updates')
  const { queryClient } = await import('./query-client')
  function Show() {
    const { user, loading } = useAuth()
    return <p>{loading ? 'loading' : (user?.full_name ?? 'nobody')}</p>
  }
  render(
    <QueryClientProvider client={queryClient}>
      <AuthProvider>
        <LiveUpdates />
        <Show />
      </AuthProvider>
    </QueryClientProvider>,
  )
  return { store }
}

it('throws outside its provider', async () => {
  const { useAuth } = await import('./auth-provider')
  const Orphan = () => <p>{useAuth().user?.email}</p>
  expect(() => render(<Orphan />)).toThrow('useAuth must be used within an AuthProvider')
})

it('starts in the loading state and ends it with the first response', async () => {
  await start()
  expect(screen.getByText('loading')).toBeTruthy()
  expect(await screen.findByText('nobody')).toBeTruthy()
})

it('starts from the stored snapshot at once and then asks the server', async () => {
  localStorage.setItem('aftercare.session', JSON.stringify(SESSION))
  responses['GET /api/auth/session'] = () => sessionResponse()
  await start()
  expect(screen.getByText('Dana Okafor')).toBeTruthy()
  await waitFor(() => expect(requests).toContain('GET /api/auth/session'))
})

it('ignores an expired or malformed snapshot', async () => {
  for (const text of ['{"user":', JSON.stringify({ ...SESSION, expires_at: '2001-01-01T00:00:00Z' })]) {
    localStorage.setItem('aftercare.session', text)
    const { readSession } = await import('./session')
    expect(readSession(localStorage.getItem('aftercare.session'))).toBeNull()
  }
})

it('drops a snapshot that the server does not confirm', async () => {
  localStorage.setItem('aftercare.session', JSON.stringify(SESSION))
  await start()
  expect(await screen.findByText('nobody')).toBeTruthy()
  expect(localStorage.getItem('aftercare.session')).toBeNull()
})

it('keeps the snapshot when the server cannot be reached', async () => {
  localStorage.setItem('aftercare.session', JSON.stringify(SESSION))
  responses = {}
  await start()
  await waitFor(() => expect(requests).toContain('GET /api/auth/session'))
  expect(screen.getByText('Dana Okafor')).toBeTruthy()
})

it("returns the server's error when signing in fails, and throws a network error", async () => {
  const { store } = await start()
  await screen.findByText('nobody')
  const error = { code: 'bad-credentials', message: 'Invalid email or password.' }
  responses['POST /api/auth/sign-in'] = () => json({ error: error }, 401)
  expect((await store.signIn('dana@example.com', 'guess')).error).toMatchObject(error)
  responses['POST /api/auth/sign-out'] = () => json({ error: error }, 500)
  expect((await store.signOut()).error).toMatchObject(error)
  responses = {}
  await expect(store.signIn('dana@example.com', 'guess')).rejects.toThrow("couldn't reach the server")
})

it('stores a session without its token, and removes it on sign-out', async () => {
  const { store } = await start()
  await screen.findByText('nobody')
  responses['POST /api/auth/sign-in'] = () => sessionResponse({ ...SESSION, secret: 'never' })
  responses['POST /api/auth/sign-out'] = () => json({ ok: true })
  await store.signIn(DANA.email, 'right')
  expect(await screen.findByText('Dana Okafor')).toBeTruthy()
  expect(JSON.parse(localStorage.getItem('aftercare.session') ?? '')).toEqual(SESSION)
  const replace = vi.spyOn(window.location, 'replace').mockReturnValue()
  await store.signOut()
  expect(await screen.findByText('nobody')).toBeTruthy()
  expect(localStorage.getItem('aftercare.session')).toBeNull()
  expect(replace).toHaveBeenCalledExactlyOnceWith('/')
})

it('does not report its own sign-out as an expired session when the live stream announces it first', async () => {
  const { store } = await start()
  await screen.findByText('nobody')
  responses['POST /api/auth/sign-in'] = () => sessionResponse(SESSION)
  await store.signIn(DANA.email, 'right')
  responses['GET /api/auth/session'] = () => json(null)
  responses['POST /api/auth/sign-out'] = async () => {
    LiveStream.emit('signed-out')
    await new Promise((resolve) => setTimeout(resolve, 20))
    return json({ ok: true })
  }
  const replace = vi.spyOn(window.location, 'replace').mockReturnValue()
  await store.signOut()
  expect(replace).toHaveBeenCalledExactlyOnceWith('/')
  expect(store.getAuthState()).toMatchObject({ session: null, sessionExpired: false, isReloading: true })
})

it('replaces session and user with every change', async () => {
  const { store } = await start()
  await screen.findByText('nobody')
  for (const full_name of ['Dana Okafor', 'Dana Okafor-Lee']) {
    store.setSession({ ...SESSION, user: { ...DANA, full_name } })
    expect(await screen.findByText(full_name)).toBeTruthy()
  }
  store.setSession(null)
  expect(await screen.findByText('nobody')).toBeTruthy()
})

it('reloads a page restored from before a sign-out, and no other', async () => {
  localStorage.setItem('aftercare.session', JSON.stringify(SESSION))
  responses['GET /api/auth/session'] = () => sessionResponse()
  const { store } = await start()
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
  const showPage = (persisted: boolean) =>
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  showPage(true)
  expect(reload).not.toHaveBeenCalled()
  const next = JSON.stringify({ ...SESSION, user: { ...DANA, id: 'next' } })
  localStorage.setItem('aftercare.session', next)
  showPage(false)
  expect(reload).not.toHaveBeenCalled()
  showPage(true)
  expect(reload).toHaveBeenCalledOnce()
  // Nothing of the previous user is shown, and no form asks to stay.
  expect(store.getAuthState()).toMatchObject({ session: null, isReloading: true })
  expect(localStorage.getItem('aftercare.session')).toBe(next)
})

const DRAFT = 'aftercare.draft.registration.dana'
const saveDraft = (family_id: string) => {
  localStorage.setItem('aftercare.family.dana', family_id)
  localStorage.setItem(DRAFT, JSON.stringify({ savedAt: Date.now(), values: ['c1'] }))
}

it.each([
  ['kept in the same family', 'dana', true],
  ["forgotten after a removal from another's", 'kemi', false],
  ['forgotten where the former id contains the new one', 'dana2', false],
])('drafts from before the session expired are %s', async (_, family_id, isKept) => {
  saveDraft(family_id)
  const { store } = await start()
  await screen.findByText('nobody')
  expect(localStorage.getItem(DRAFT)).not.toBeNull()
  responses['POST /api/auth/sign-in'] = () => sessionResponse()
  await store.signIn(DANA.email, 'right')
  expect(localStorage.getItem(DRAFT) !== null).toBe(isKept)
  expect(localStorage.getItem('aftercare.family.dana')).toBe('dana')
})

it('a page that was offline while its user was removed from a family loads again, without drafts', async () => {
  const replace = vi.spyOn(window.location, 'replace').mockReturnValue()
  saveDraft('kemi')
  localStorage.setItem('aftercare.session', JSON.stringify({ ...SESSION, family_id: 'kemi' }))
  responses = {}
  await start()
  await waitFor(() => expect(requests).toContain('GET /api/auth/session'))
  expect(localStorage.getItem(DRAFT)).not.toBeNull()
  responses['GET /api/auth/session'] = () => sessionResponse()
  await waitFor(() => {
    window.dispatchEvent(new Event('online'))
    expect(replace).toHaveBeenCalledExactlyOnceWith('/dashboard')
  })
  expect(localStorage.getItem(DRAFT)).toBeNull()
  expect(sessionStorage.getItem('aftercare.flash')).toContain("You're no longer in the family")
})

it('asks once more where a request from before somebody signed in is still on its way', async () => {
  localStorage.setItem('aftercare.session', JSON.stringify(SESSION))
  const kemi = { ...SESSION, user: { ...DANA, id: 'kemi', full_name: 'Kemi Ade' }, family_id: 'kemi' }
  let respond = (_outdated: Response) => {}
  const outdated = new Promise<Response>((resolve) => (respond = resolve))
  responses['GET /api/auth/session'] = () => outdated
  const { store } = await start()
  store.setSession(kemi)
  responses['GET /api/auth/session'] = () => json(null)
  const checks = [store.checkSession(), store.checkSession()]
  respond(sessionResponse())
  await Promise.all(checks)
  expect(await screen.findByText('nobody')).toBeTruthy()
  expect(requests.filter((name) => name === 'GET /api/auth/session')).toHaveLength(2)
})

it('follows another tab at once', async () => {
  await start()
  await screen.findByText('nobody')
  const setInOtherTab = (newValue: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key: 'aftercare.session', newValue }))
  setInOtherTab(JSON.stringify(SESSION))
  expect(await screen.findByText('Dana Okafor')).toBeTruthy()
  setInOtherTab(null)
  expect(await screen.findByText('nobody')).toBeTruthy()
})

it('refreshes a session before it expires', async () => {
  const soon = new Date(Date.now() + 60_000).toISOString()
  responses['GET /api/auth/session'] = () => sessionResponse({ ...SESSION, expires_at: soon })
  responses['POST /api/auth/refresh'] = () => sessionResponse()
  await start()
  await waitFor(() =>
    expect(JSON.parse(localStorage.getItem('aftercare.session') ?? '').expires_at).toBe(SESSION.expires_at),
  )
})

it('checks the session when any response says that nobody is signed in', async () => {
  localStorage.setItem('aftercare.session', JSON.stringify(SESSION))
  responses['GET /api/auth/session'] = () => sessionResponse()
  await start()
  await waitFor(() => expect(requests).toContain('GET /api/auth/session'))
  responses['GET /api/auth/session'] = () => json(null)
  responses['GET /api/profile'] = () =>
    json({ error: { code: 'signed-out', message: 'Please sign in.' } }, 401)
  const { api, request } = await import('./api-client')
  await request(api.profile.$get()).catch(() => undefined)
  expect(await screen.findByText('nobody')).toBeTruthy()
})

it("clears one user's data when another signs in", async () => {
  const { store } = await start()
  await screen.findByText('nobody')
  const { queryClient } = await import('./query-client')
  store.setSession(SESSION)
  queryClient.setQueryData(['children'], ['Amara'])
  queryClient.getMutationCache().build(queryClient, {}, { variables: 'Amara' } as never)
  store.setSession({ ...SESSION, user: { ...DANA, id: 'omar' } })
  await waitFor(() => expect(queryClient.getQueryData(['children'])).toBeUndefined())
  expect(queryClient.getMutationCache().getAll()).toEqual([])
})

it('forgets what was loaded when the server says that the role has changed', async () => {
  responses['GET /api/auth/session'] = () => sessionResponse({ ...SESSION, roles: ['admin'] })
  const { store } = await start()
  const { queryClient } = await import('./query-client')
  await waitFor(() => expect(store.getAuthState().session?.roles).toEqual(['admin']))
  queryClient.setQueryData(['admin', 'pricing'], { price: 30 })
  responses['GET /api/auth/session'] = () => sessionResponse({ ...SESSION, roles: ['attendance'] })
  LiveStream.emit('user_roles', { type: 'UPDATE', user_id: DANA.id })
  await waitFor(() => expect(store.getAuthState().session?.roles).toEqual(['attendance']))
  await waitFor(() => expect(queryClient.getQueryData(['admin', 'pricing'])).toBeUndefined())
})
