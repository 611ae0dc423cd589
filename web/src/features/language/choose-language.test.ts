import type { Texts } from '@aftercare/domain/lib/language'
import { afterEach, expect, it } from 'vitest'
import { currentLanguage, setSpanishLoader, showLanguage } from '../../language/language'
import { chooseLanguage } from './choose-language'

afterEach(async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the app does
  document.cookie = 'language=; path=/; max-age=0'
  await showLanguage('en')
})

it.each([
  ['es', '/day-drop-in'],
  ['en', '/admin/login'],
])('is stored and shown: %s on %s, opened while Spanish loads', async (shown, path) => {
  let arrive = (_: Texts[]) => {}
  setSpanishLoader(() => new Promise((resolve) => (arrive = resolve)))
  const chosen = chooseLanguage('es')
  // As the app does for each page: nothing is stored yet.
  window.history.replaceState(null, '', path)
  await showLanguage('en')
  arrive([])
  await chosen
  expect([currentLanguage(), document.documentElement.lang]).toEqual([shown, shown])
  expect(document.cookie).toContain('language=es')
})
