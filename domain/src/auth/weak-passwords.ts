/** Why a password is easy to guess: refused for staff, advised against for families. */
export const PASSWORD_WEAKNESSES = ['common', 'email-name', 'program-name'] as const
export type PasswordWeakness = (typeof PASSWORD_WEAKNESSES)[number]

/** For staff. */
export const WEAK_PASSWORD_ERRORS: Record<PasswordWeakness, string> = {
  common: 'This password is one of the 10,000 most common ones. Please choose another.',
  'email-name': 'This password contains the name in your email address. Please choose another.',
  'program-name': "This password contains the program's name. Please choose another.",
}

/** Shorter ones are in too many words. */
const MIN_EMAIL_NAME_LENGTH = 4

const fold = (text: string) => text.normalize('NFKC').toLowerCase()

type Context = {
  email: string
  programName: string
  /** Whether it is among the most common ones, which are in lower case. */
  isCommon: (folded: string) => boolean
}

export function passwordWeakness(
  password: string,
  { email, programName, isCommon }: Context,
): PasswordWeakness | null {
  const folded = fold(password)
  if (isCommon(folded)) return 'common'
  const emailName = fold(email).slice(0, Math.max(0, email.lastIndexOf('@')))
  if (emailName.length >= MIN_EMAIL_NAME_LENGTH && folded.includes(emailName)) return 'email-name'
  const name = fold(programName).trim()
  const isNamed = [name, name.replace(/\s+/g, '')].some((part) => part !== '' && folded.includes(part))
  return isNamed ? 'program-name' : null
}
