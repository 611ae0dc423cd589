import { expect, test } from 'vitest'
import { hasEmail, hasName, payerIn, payerKey, searchableLine } from './payer-names'

test.each([
  ['Ana Silva', 'Zelle from ANA  SILVA 123', true],
  ['Ana Silva', "For Ana Silva's aftercare", true],
  ['Ana Silva', 'For Ana Silva’s', true],
  ["Ana D'Souza", "ANA D'SOUZA'S DAYS", true],
  ['Ana Silvas', "Ana Silvas' days", true],
  ['Ana Silva', 'Ana Silvas', false],
  ['Ana Silva', 'Ana Silva Souza', true],
  ['Ana Silva', 'Hana Silva', false],
  ['Ana Silva', 'From Silva, Ana', true],
  ['Ana Silva', 'From SILVA,ANA 123', true],
  ['Ana Silva', 'From Silva Ana', true],
  ['Ana Maria Silva', 'From Silva, Ana Maria', true],
  ['Ana Maria Silva', 'From Maria Silva, Ana', true],
  ['Ana Maria Silva', 'From Maria, Ana Silva', false],
  ['Ana Silva', 'From SilvaAna', false],
  ['Ana', 'From Bo', false],
  ['Li', 'For Oliver', false],
  ['王小明', '付款人王小明十二月', true],
  ['김민수', '김민수님 12월', true],
  ['سارة', 'وسارة', true],
  ['Анна', 'Жанна', false],
  ['', 'Ana', false],
])('the name %s in "%s": %s', (name, text, isNamed) => {
  expect(hasName(searchableLine(text), name)).toBe(isNamed)
})

test.each([
  ['ana@x.com', 'from ANA@X.com, thanks', true],
  ['ana@x.com', "ana@x.com's transfer", true],
  ['ana@x.com', '邮箱ana@x.com谢谢', true],
  ["mary's@x.com", "Mary's@x.com", true],
  ['ana@x.com', 'hana@x.com', false],
  ['ana@x.com', 'ana@x.com.br', false],
  ['ana@x.com', 'ana@x.community', false],
])('the email %s in "%s": %s', (email, text, isNamed) => {
  expect(hasEmail(searchableLine(text), email)).toBe(isNamed)
})

test.each([
  ['Ana Silva', '', 'ana silva'],
  ['Ana Silva', 'ANA@X.com', 'ana silva <ana@x.com>'],
  ['', ' ana@x.com', '<ana@x.com>'],
  ['Silva, Ana, Dr.', '', 'silva ana dr.'],
  ['', '', ''],
])('the payer "%s" with the email "%s" is remembered as "%s"', (payer, email, key) => {
  expect(payerKey(payer, email)).toBe(key)
})

test('any other description stays, on one line', () => {
  expect(payerIn('  Ana\n  Silva ')).toBe('Ana Silva')
  expect(payerIn('Zelle payment from  ANA SILVA ')).toBe('ANA SILVA')
  expect(payerIn('Zelle payment from ')).toBe('Zelle payment from')
})
