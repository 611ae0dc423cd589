import type { Texts } from '@aftercare/domain/lib/language'
import { afterEach, expect, it } from 'vitest'
import { currentLanguage, setSpanishLoader, showLanguage, textsOf } from './language'

afterEach(() => showLanguage('en'))

const english = { id: 'greeting', hello: 'Hello' }
const spanish: Texts[] = [{ id: 'greeting', hello: 'Hola' } as Texts]

it('stays in English if Spanish cannot be loaded, and tries again the next time', async () => {
  setSpanishLoader(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(showLanguage('es')).rejects.toThrow('Failed to fetch')
  expect(textsOf(english).hello).toBe('Hello')
  setSpanishLoader(async () => spanish)
  await showLanguage('es')
  expect(textsOf(english).hello).toBe('Hola')
  expect(document.documentElement.lang).toBe('es')
  await showLanguage('en')
  expect(textsOf(english).hello).toBe('Hello')
  expect(document.documentElement.lang).toBe('en')
})

it('shows the latest of two choices, whichever arrives last', async () => {
  let arrive = (_: Texts[]) => {}
  setSpanishLoader(() => new Promise((resolve) => (arrive = resolve)))
  const toSpanish = showLanguage('es')
  await showLanguage('en')
  arrive(spanish)
  await toSpanish
  expect(currentLanguage()).toBe('en')
})
