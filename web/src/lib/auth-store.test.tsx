import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LiveStream } from '../testing/live-stream'

/** The auth layer against a server that answers as the test says; each test starts it anew. */

const DANA = { id: 'dana', email: 'dana@example.com', full_name: 'Dana Okafor' }
const SESSION = { user: DANA, roles: ['parent' as const], expires_at: '2999-01-01T00:00:00.000Z' }

let answers: Record<string, () => Response | Promise<Response>>
let asked: string[]

const json = (body: unknown, status = 200) => Response.json(body, { status })
const sessionAnswer = (session: object | null = SESSION) =>
  json(session && { ...session, now: new Date().toISOString() })

beforeEach(() => {
  vi.resetModules()
  localStorage.clear()
  asked = []
  answers = { 'GET /api/auth/session': () => json(null) }
  vi.stubGlobal('EventSource', LiveStream)
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const name = `${init?.method ?? 'GET'} ${new URL(String(input), 'http://localhost').pathname}`
    asked.push(name)
    const answer = answers[name]
    if (!answer) throw new TypeError('Failed to fetch')
    return answer()
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

it('says what is wrong when it is used outside its provider', async () => {
  const { useAuth } = await import('./auth-provider')
  const Lost = () => <p>{useAuth().user?.email}</p>
  expect(() => render(<Lost />)).toThrow('useAuth must be used within an AuthProvider')
})

it('starts in the loading state and ends it with the first answer', async () => {
  await start()
  expect(screen.getByText('loading')).toBeTruthy()
  expect(await screen.findByText('nobody')).toBeTruthy()
})

it('starts from the stored snapshot at once and then asks the server', async () => {
  localStorage.setItem('aftercare.session', JSON.stringify(SESSION))
  answers['GET /api/auth/session'] = () => sessionAnswer()
  await start()
  expect(screen.getByText('Dana Okafor')).toBeTruthy()
  await vi.waitFor(() => expect(asked).toContain('GET /api/auth/session'))
})

it('takes no snapshot that has run out or was tampered with', async () => {
  for (const text of ['{"user":', JSON.stringify({ ...SESSION, expires_at: '2001-01-01T00:00:00Z' })]) {
    localStorage.setItem('aftercare.session', text)
    const { readSession } = await import('./session')
    expect(readSession(localStorage.getItem('aftercare.session'))).toBeNull()
  }
})

it('forgets a snapshot that the server does not confirm', async () => {
  localStorage.setItem('aftercare.session', JSON.stringify(SESSION))
  await start()
  expect(await screen.findByText('nobody')).toBeTruthy()
  expect(localStorage.getItem('aftercare.session')).toBeNull()
})

it('keeps the snapshot when the server cannot be reached', async () => {
  localStorage.setItem('aftercare.session', JSON.stringify(SESSION))
  answers = {}
  await start()
  await vi.waitFor(() => expect(asked).toContain('GET /api/auth/session'))
  expect(screen.getByText('Dana Okafor')).toBeTruthy()
})

it("returns the server's error object to whoever signs in, and throws when no answer came", async () => {
  const { store } = await start()
  await screen.findByText('nobody')
  const refusal = { code: 'bad-credentials', message: 'Invalid email or password.' }
  answers['POST /api/auth/sign-in'] = () => json({ error: refusal }, 401)
  expect((await store.signIn('dana@example.com', 'guess')).error).toMatchObject(refusal)
  answers['POST /api/auth/sign-out'] = () => json({ error: refusal }, 500)
  expect((await store.signOut()).error).toMatchObject(refusal)
  answers['POST /api/auth/sign-up'] = () => json({ error: refusal }, 400)
  expect((await store.signUp('dana@example.com', 'guess', 'Dana')).error).toMatchObject(refusal)
  answers = {}
  await expect(store.signIn('dana@example.com', 'guess')).rejects.toThrow("couldn't reach the server")
})

it('stores a session without its secret, and removes it with signing out', async () => {
  const { store } = await start()
  await screen.findByText('nobody')
  answers['POST /api/auth/sign-in'] = () => sessionAnswer({ ...SESSION, secret: 'never' })
  answers['POST /api/auth/sign-out'] = () => json({ ok: true })
  await store.signIn(DANA.email, 'right')
  expect(await screen.findByText('Dana Okafor')).toBeTruthy()
  expect(JSON.parse(localStorage.getItem('aftercare.session') ?? '')).toEqual(SESSION)
  const replace = vi.spyOn(window.location, 'replace').mockReturnValue()
  await store.signOut()
  expect(await screen.findByText('nobody')).toBeTruthy()
  expect(localStorage.getItem('aftercare.session')).toBeNull()
  expect(replace).toHaveBeenCalledExactlyOnceWith('/')
})

it('takes the end of its own session for no loss, told by the live stream before the answer', async () => {
  const { store } = await start()
  await screen.findByText('nobody')
  answers['POST /api/auth/sign-in'] = () => sessionAnswer(SESSION)
  await store.signIn(DANA.email, 'right')
  answers['GET /api/auth/session'] = () => json(null)
  answers['POST /api/auth/sign-out'] = async () => {
    LiveStream.say('signed-out')
    await new Promise((resolve) => setTimeout(resolve, 20))
    return json({ ok: true })
  }
  const replace = vi.spyOn(window.location, 'replace').mockReturnValue()
  await store.signOut()
  expect(replace).toHaveBeenCalledExactlyOnceWith('/')
  expect(store.getAuthState()).toMatchObject({ session: null, sessionExpired: false, isSigningOut: true })
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

it('reloads a page that the browser kept from before a sign-out, and no other', async () => {
  localStorage.setItem('aftercare.session', JSON.stringify(SESSION))
  answers['GET /api/auth/session'] = () => sessionAnswer()
  await start()
  const reload = vi.spyOn(window.location, 'reload').mockReturnValue()
  const comeBack = (persisted: boolean) =>
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))
  comeBack(true)
  expect(reload).not.toHaveBeenCalled()
  localStorage.removeItem('aftercare.session')
  comeBack(false)
  expect(reload).not.toHaveBeenCalled()
  comeBack(true)
  expect(reload).toHaveBeenCalledOnce()
})

it('follows another tab at once', async () => {
  await start()
  await screen.findByText('nobody')
  const tell = (newValue: string | null) =>
    window.dispatchEvent(new StorageEvent('storage', { key: 'aftercare.session', newValue }))
  tell(JSON.stringify(SESSION))
  expect(await screen.findByText('Dana Okafor')).toBeTruthy()
  tell(null)
  expect(await screen.findByText('nobody')).toBeTruthy()
})

it('puts the end of a session off before it comes', async () => {
  const soon = new Date(Date.now() + 60_000).toISOString()
  answers['GET /api/auth/session'] = () => sessionAnswer({ ...SESSION, expires_at: soon })
  answers['POST /api/auth/refresh'] = () => sessionAnswer()
  await start()
  await vi.waitFor(() =>
    expect(JSON.parse(localStorage.getItem('aftercare.session') ?? '').expires_at).toBe(SESSION.expires_at),
  )
})

it('asks who is signed in when any answer says that nobody is', async () => {
  localStorage.setItem('aftercare.session', JSON.stringify(SESSION))
  answers['GET /api/auth/session'] = () => sessionAnswer()
  await start()
  await vi.waitFor(() => expect(asked).toContain('GET /api/auth/session'))
  answers['GET /api/auth/session'] = () => json(null)
  answers['GET /api/profile'] = () => json({ error: { code: 'signed-out', message: 'Please sign in.' } }, 401)
  const { api, request } = await import('./api-client')
  await request(api.profile.$get()).catch(() => undefined)
  expect(await screen.findByText('nobody')).toBeTruthy()
})

it('keeps nothing that was read for one person when the next one comes', async () => {
  const { store } = await start()
  await screen.findByText('nobody')
  const { queryClient } = await import('./query-client')
  store.setSession(SESSION)
  queryClient.setQueryData(['children'], ['Amara'])
  queryClient.getMutationCache().build(queryClient, {}, { variables: 'Amara' } as never)
  store.setSession({ ...SESSION, user: { ...DANA, id: 'omar' } })
  await vi.waitFor(() => expect(queryClient.getQueryData(['children'])).toBeUndefined())
  expect(queryClient.getMutationCache().getAll()).toEqual([])
})
