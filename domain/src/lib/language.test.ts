import { expect, test } from 'vitest'
import { chosenLanguage } from './language'

test.each([
  // account, browser, link, chosen
  [undefined, undefined, undefined, null],
  [null, null, null, null],
  [null, 'es', undefined, 'es'],
  [null, 'en', undefined, 'en'],
  ['es', undefined, undefined, 'es'],
  ['es', 'en', 'en', 'es'],
  ['en', 'es', 'es', 'en'],
  [undefined, 'en', 'es', 'en'],
  [undefined, undefined, 'es', 'es'],
  // What somebody else wrote into the cookie or the URL.
  [null, 'ES', undefined, null],
  [null, 'fr', 'es', 'es'],
  [null, '', 'en-US', null],
  [null, 'toString', 'constructor', null],
] as const)('account %s, browser %s, link %s: %s', (account, browser, link, chosen) => {
  expect(chosenLanguage({ account, browser, link })).toBe(chosen)
})
