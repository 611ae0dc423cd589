import { useTexts } from '../language/language'
import { en } from './texts/password.en'

const COMMON = new Set(
  (
    '123456 1234567 12345678 123456789 1234567890 000000 111111 112233 121212 123123 123321 654321 666666 696969 ' +
    '888888 987654321 aa123456 abc123 admin123 aftercare baseball changeme dragon football iloveyou letmein master ' +
    'monkey pass1234 passw0rd password password1 password123 preschool princess q1w2e3r4 qwerty qwerty123 qwertyuiop ' +
    'school secret shadow sunshine superman teacher trustno1 welcome welcome1 zaq12wsx'
  ).split(' '),
)

/** A common password, or one character repeated. */
const isCommonPassword = (password: string): boolean =>
  COMMON.has(password.toLowerCase()) || (password.length >= 6 && new Set(password).size === 1)

/** Below the field of a new password: a warning, not a rule. */
export function usePasswordHint(password: string): string {
  const t = useTexts(en)
  return isCommonPassword(password) ? t.tooCommon : t.minLength
}
