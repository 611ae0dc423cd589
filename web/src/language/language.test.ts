import type { Texts } from '@aftercare/domain/lib/language'
import { beforeEach, expect, it, vi } from 'vitest'

/** Fresh modules, because loaded texts stay loaded. */
let language: typeof import('./language')

beforeEach(async () => {
  vi.resetModules()
  language = await import('./language')
})

const english = { id: 'greeting', hello: 'Hello' }
const spanish: Texts[] = [{ id: 'greeting', hello: 'Hola' } as Texts]

it('stays in English if Spanish cannot be loaded, and tries again the next time', async () => {
  language.setSpanishLoader(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(language.showLanguage('es')).rejects.toThrow('Failed to fetch')
  expect(language.textsOf(english).hello).toBe('Hello')
  language.setSpanishLoader(async () => spanish)
  await language.showLanguage('es')
  expect(language.textsOf(english).hello).toBe('Hola')
  expect(document.documentElement.lang).toBe('es')
  await language.showLanguage('en')
  expect(language.textsOf(english).hello).toBe('Hello')
  expect(document.documentElement.lang).toBe('en')
})

it('shows the latest of two choices, whichever arrives last', async () => {
  let arrive = (_: Texts[]) => {}
  language.setSpanishLoader(() => new Promise((resolve) => (arrive = resolve)))
  const toSpanish = language.showLanguage('es')
  await language.showLanguage('en')
  arrive(spanish)
  await toSpanish
  expect(language.currentLanguage()).toBe('en')
})
