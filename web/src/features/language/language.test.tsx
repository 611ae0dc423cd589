import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { App } from '../../app'
import { currentLanguage, setLanguage, setSpanishLoader, showLanguage } from '../../language/language'
import { getAuthState, setSession } from '../../lib/auth-store'
import { languageOfPage } from '../../lib/language-choice'
import { takeLanguageOfLink } from '../../lib/language-of-link'
import { queryClient } from '../../lib/query-client'
import { navigate } from '../../router/history'
import { spanish } from '../../spanish'
import { LiveStream } from '../../testing/live-stream'
import { PARENT_SESSION, parentServer } from '../../testing/parent-server'

let saved: unknown[]
let isSaved: boolean | Promise<boolean> = true

beforeEach(() => {
  saved = []
  isSaved = true
  vi.stubGlobal('EventSource', LiveStream)
  setSpanishLoader(async () => spanish)
  navigate('/auth', { replace: true })
})
afterEach(async () => {
  cleanup()
  queryClient.clear()
  localStorage.clear()
  forgetCookie()
  await showLanguage('en')
  setLanguage('en')
  document.documentElement.lang = 'en'
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const forgetCookie = () => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the app does
  document.cookie = 'language=; path=/; max-age=0'
}

function open(session: typeof PARENT_SESSION | null = null) {
  const server = parentServer(session)
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, options?: RequestInit) => {
    if (String(input).endsWith('/api/profile/language')) {
      saved.push(JSON.parse(String(options?.body)))
      return (await isSaved) ? Response.json({ language: 'es' }) : Response.json({}, { status: 500 })
    }
    return server.fetch(input)
  })
  setSession(session)
  render(<App />)
}

const choice = () => screen.findByRole('group', { name: /Language|Idioma/ })
const choose = async (name: string) =>
  userEvent.setup().click(within(await choice()).getByRole('button', { name }))

describe('the choice in the footer', () => {
  it('shows the open page in Spanish and keeps what was typed', async () => {
    open()
    const email = await screen.findByRole('textbox', { name: /email/i })
    await userEvent.setup().type(email, 'dana@example.com')
    await choose('Español')
    await waitFor(() => expect(document.documentElement.lang).toBe('es'))
    await waitFor(() => expect(document.title).toContain('Iniciar sesión'))
    expect(screen.getByDisplayValue('dana@example.com')).toBe(email)
    expect(document.cookie).toContain('language=es')
    await choose('English')
    await waitFor(() => expect(document.title).toContain('Sign In'))
    expect(document.cookie).toContain('language=en')
    expect(saved).toEqual([])
  })

  it('is stored on the account of a parent, and in the session for other tabs', async () => {
    navigate('/profile', { replace: true })
    open(PARENT_SESSION)
    const [first] = await screen.findAllByRole('button', { name: 'Español' })
    await userEvent.setup().click(first as HTMLElement)
    await waitFor(() => expect(saved).toEqual([{ language: 'es' }]))
    expect(getAuthState().session?.language).toBe('es')
    expect(localStorage.getItem('aftercare.session')).toContain('"language":"es"')
  })

  it('is kept on a page that is opened while it is being stored, and by a session read meanwhile', async () => {
    let store = () => {}
    isSaved = new Promise((resolve) => {
      store = () => resolve(true)
    })
    const inEnglish = { ...PARENT_SESSION, language: 'en' as const }
    navigate('/profile', { replace: true })
    open(inEnglish)
    const [first] = await screen.findAllByRole('button', { name: 'Español' })
    await userEvent.setup().click(first as HTMLElement)
    await waitFor(() => expect(saved).toHaveLength(1))
    act(() => navigate('/children'))
    await screen.findByRole('heading', { name: 'Mis niños' })
    act(() => setSession(inEnglish))
    store()
    await waitFor(() => expect(currentLanguage()).toBe('es'))
    expect(getAuthState().session?.language).toBe('es')
  })

  it('is stored on the account, though Spanish cannot be loaded now', async () => {
    setSpanishLoader(() => Promise.reject(new TypeError('Failed to fetch')))
    navigate('/profile', { replace: true })
    open(PARENT_SESSION)
    const [first] = await screen.findAllByRole('button', { name: 'Español' })
    await userEvent.setup().click(first as HTMLElement)
    await screen.findByText('No pudimos cargar el español')
    await waitFor(() => expect(saved).toEqual([{ language: 'es' }]))
    expect(currentLanguage()).toBe('en')
  })

  it('says so if it cannot be stored', async () => {
    isSaved = false
    navigate('/profile', { replace: true })
    open(PARENT_SESSION)
    const [first] = await screen.findAllByRole('button', { name: 'Español' })
    await userEvent.setup().click(first as HTMLElement)
    await screen.findByText('No se guardó su elección')
    expect([currentLanguage(), getAuthState().session?.language]).toEqual(['es', 'es'])
  })
})

describe('the language of a page', () => {
  const inSpanish = { ...PARENT_SESSION, language: 'es' as const }

  it("is the account's, in a browser with another choice; staff's pages are English", async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: as the app does
    document.cookie = 'language=en; path=/'
    navigate('/children', { replace: true })
    open({ ...inSpanish })
    await waitFor(() => expect(currentLanguage()).toBe('es'))
    act(() => navigate('/admin/login'))
    await waitFor(() => expect(document.documentElement.lang).toBe('en'))
    act(() => navigate('/children'))
    await waitFor(() => expect(document.documentElement.lang).toBe('es'))
    expect(languageOfPage('/administration', inSpanish)).toBe('es')
    expect(languageOfPage('/auth', null)).toBe('en')
  })

  it("is the account's in the toast of its sign-in too, however late the texts arrive", async () => {
    let arrive = () => {}
    const texts = new Promise<typeof spanish>((resolve) => {
      arrive = () => resolve(spanish)
    })
    setSpanishLoader(() => texts)
    open()
    const server = parentServer(inSpanish)
    vi.stubGlobal('fetch', (input: RequestInfo | URL) =>
      String(input).endsWith('/sign-in')
        ? Promise.resolve(Response.json({ ...inSpanish, now: new Date().toISOString() }))
        : server.fetch(input),
    )
    const user = userEvent.setup()
    await user.type(await screen.findByLabelText('Email'), 'dana@example.com')
    await user.type(screen.getByLabelText('Password'), 'late afternoon')
    await user.click(screen.getByRole('button', { name: 'Sign In' }))
    await waitFor(() => expect(window.location.pathname).toBe('/dashboard'))
    arrive()
    expect(await screen.findByText('Ya inició sesión.')).toBeDefined()
    expect(screen.queryByText('Welcome back!')).toBeNull()
  })

  it.each([
    ['', '?lang=es&month=m1', 'es', '?month=m1'],
    ['en', '?lang=es', 'en', ''],
    ['', '?lang=fr', '', ''],
  ])('in a browser with "%s" opened with %s', (before, search, after, searchAfter) => {
    // biome-ignore lint/suspicious/noDocumentCookie: as the app does
    if (before) document.cookie = `language=${before}; path=/`
    window.history.replaceState({ idx: 3 }, '', `/monthly-signup${search}#days`)
    takeLanguageOfLink()
    expect(/language=(\w*)/.exec(document.cookie)?.[1] ?? '').toBe(after)
    expect(window.location.search + window.location.hash).toBe(`${searchAfter}#days`)
    expect(window.history.state).toEqual({ idx: 3 })
  })
})

describe('the offer of Spanish', () => {
  const prefer = (language: string) => vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
  const offer = () => screen.queryByRole('button', { name: 'Ver en español' })

  it('is made once to a browser that prefers Spanish, and never again once closed', async () => {
    prefer('es-MX')
    open()
    await screen.findByRole('button', { name: 'Ver en español' })
    await userEvent.setup().click(screen.getByRole('button', { name: 'Cerrar' }))
    expect(offer()).toBeNull()
    cleanup()
    open()
    await choice()
    await act(async () => undefined)
    expect(offer()).toBeNull()
    expect(document.cookie).not.toContain('language')
  })

  it('ends when English is chosen', async () => {
    prefer('es')
    open()
    await screen.findByRole('button', { name: 'Ver en español' })
    await choose('English')
    await waitFor(() => expect(offer()).toBeNull())
  })

  it('switches to Spanish, and is not made to others', async () => {
    prefer('es')
    open()
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Ver en español' }))
    await waitFor(() => expect(currentLanguage()).toBe('es'))
    expect(offer()).toBeNull()
    cleanup()
    forgetCookie()
    prefer('en-US')
    open()
    await choice()
    await act(async () => undefined)
    expect(offer()).toBeNull()
  })
})
