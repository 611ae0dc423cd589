import type { Texts } from '@aftercare/domain/lib/language'
import { afterEach, expect, it } from 'vitest'
import { currentLanguage, setSpanishLoader, showLanguage } from '../../language/language'
import { languageOfPage } from '../../lib/language-choice'
import { chooseLanguage } from './choose-language'

afterEach(async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the app does
  document.cookie = 'language=; path=/; max-age=0'
  await showLanguage('en')
})

it.each([
  ['es', '/day-drop-in'],
  ['en', '/admin/login'],
] as const)('is stored, and shown (%s) on %s, opened while Spanish loads', async (shown, path) => {
  let arrive = (_: Texts[]) => {}
  const texts = new Promise<Texts[]>((resolve) => {
    arrive = resolve
  })
  setSpanishLoader(() => texts)
  const chosen = chooseLanguage('es')
  const opened = showLanguage(languageOfPage(path, null))
  arrive([])
  await Promise.all([chosen, opened])
  expect(currentLanguage()).toBe(shown)
  expect(document.cookie).toContain('language=es')
})

it('stays chosen for the next page if Spanish cannot be loaded', async () => {
  setSpanishLoader(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(chooseLanguage('es')).rejects.toThrow('Failed to fetch')
  expect([currentLanguage(), languageOfPage('/', null)]).toEqual(['en', 'es'])
})
