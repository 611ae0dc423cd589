import { expect, it } from 'vitest'
import { passwordWeakness } from './weak-passwords'

const COMMON = new Set(['password', 'sunset', 'qwerty123'])
const weakness = (password: string, email = 'rosa.medina@school.example', programName = 'Little Oaks') =>
  passwordWeakness(password, { email, programName, isCommon: (folded) => COMMON.has(folded) })

it.each([
  ['password', 'common'],
  ['PassWord', 'common'],
  ['ｐａｓｓｗｏｒｄ', 'common'],
  ['password over water', null],
  ['rosa.medina1', 'email-name'],
  ['my Rosa.Medina', 'email-name'],
  ['rosa medina 1', null],
  ['little oaks!', 'program-name'],
  ['LittleOaks2026', 'program-name'],
  ['the LITTLE OAKS one', 'program-name'],
  ['little and oaks', null],
  ['sunset over water', null],
])('%s is %s', (password, expected) => expect(weakness(password)).toBe(expected))

it.each([
  ['ann@school.example', 'annual report', null],
  ['anna@school.example', 'banana split', null],
  ['anna@school.example', 'hannah 2026', 'email-name'],
  ['"odd@name"@school.example', 'my "odd@name"', 'email-name'],
  ['', 'late afternoon', null],
  ['no at', 'no at all here', null],
])('with the email %s, %s is %s', (email, password, expected) =>
  expect(weakness(password, email)).toBe(expected),
)

it('a program without a name is in no password', () =>
  expect(weakness('late afternoon', 'rosa@school.example', ' ')).toBeNull())
