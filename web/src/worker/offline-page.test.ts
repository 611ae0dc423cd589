import { afterEach, expect, it, vi } from 'vitest'
import offlineHtml from '../../offline.html?raw'
import offlineScript from '../../public/offline.js?raw'

afterEach(() => {
  document.body.replaceChildren()
  localStorage.clear()
  // biome-ignore lint/suspicious/noDocumentCookie: as the app does
  document.cookie = 'language=; path=/; max-age=0'
  document.documentElement.lang = 'en'
  window.history.replaceState(null, '', '/')
  vi.restoreAllMocks()
})

/** Without its script, which the tests run. */
const BODY = /<body>(.*)<script/s.exec(offlineHtml)?.[1] ?? ''

/** The page as the worker shows it in place of another. */
function open(url: string, { cookie = '', account = '' } = {}) {
  window.history.replaceState(null, '', url)
  // biome-ignore lint/suspicious/noDocumentCookie: as the app does
  if (cookie) document.cookie = `language=${cookie}; path=/`
  if (account) localStorage.setItem('aftercare.session', JSON.stringify({ language: account }))
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  vi.spyOn(window, 'setInterval').mockReturnValue(0 as never)
  document.body.innerHTML = BODY
  document.title = 'You are offline | Hill Aftercare'
  new Function(offlineScript)()
}
const textOf = (id: string) => document.getElementById(id)?.textContent?.trim().replace(/\s+/g, ' ')

it.each([
  ['/history', {}, 'en'],
  ['/history', { cookie: 'es' }, 'es'],
  ['/history', { cookie: 'en', account: 'es' }, 'es'],
  ['/history', { cookie: 'es', account: 'en' }, 'en'],
  ['/admin/months', { cookie: 'es' }, 'en'],
])('at %s with %o is in %s', (url, chosen, language) => {
  open(url, chosen)
  const [portal, title, again] =
    language === 'es'
      ? ['Portal de familias', 'No tiene conexión', 'Intentar de nuevo']
      : ['Parent Portal', 'You are offline', 'Try again']
  expect(textOf('portal')).toBe(url.startsWith('/admin') ? 'Admin Portal' : portal)
  expect(textOf('title')).toBe(title)
  expect(textOf('again')).toBe(again)
  expect(document.title).toBe(`${title} | Hill Aftercare`)
  expect(document.documentElement.lang).toBe(language)
})

it('says in English what the page itself says before its script has run', () => {
  document.body.innerHTML = BODY
  const before = ['portal', 'title', 'reason', 'draft', 'again'].map(textOf)
  open('/history')
  expect(['portal', 'title', 'reason', 'draft', 'again'].map(textOf)).toEqual(before)
})
