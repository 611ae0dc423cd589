import type { Texts } from '@aftercare/domain/lib/language'
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the app does
  document.cookie = 'language=; path=/; max-age=0'
  document.documentElement.lang = 'en'
})

it('applies to a page that is opened while Spanish loads', async () => {
  // Fresh modules, because loaded texts stay loaded.
  vi.resetModules()
  const { currentLanguage, setSpanishLoader, showLanguage } = await import('../../language/language')
  const { chooseLanguage } = await import('./choose-language')
  let arrive = (_: Texts[]) => {}
  setSpanishLoader(() => new Promise((resolve) => (arrive = resolve)))
  const chosen = chooseLanguage('es')
  // As the app does for each page: nothing is stored yet.
  await showLanguage('en')
  arrive([])
  await chosen
  expect(currentLanguage()).toBe('es')
  expect(document.cookie).toContain('language=es')
})
