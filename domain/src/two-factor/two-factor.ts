import { fieldError, required, requiredPassword } from '../lib/field-rules'

/** Two-factor sign-in: after the password, a code from an authenticator app (TOTP) or a recovery code. */

/** How long a code is valid: the time step of RFC 6238. */
export const STEP_SECONDS = 30
const STEP_TOLERANCE = 1
export const CODE_DIGITS = 6

export const RECOVERY_CODES = 10
/** Without characters that look alike on paper. */
export const RECOVERY_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
export const RECOVERY_LENGTH = 12
const GROUP = 4

const MAX_WRONG_CODES = 5
const LOCK_MINUTES = 15

/** How long after the password the code must follow. */
export const CODE_WITHIN_MINUTES = 10

/** Longer input is not checked as a code. */
export const CODE_LENGTH = 60

export const CODE_REQUIRED = fieldError('code-required', 'Enter the code')
export const CODE_RULES = { code: required(CODE_REQUIRED) }
export const OWN_PASSWORD_REQUIRED = fieldError('own-password-required', 'Enter your password')
/** Required to change two-factor sign-in. */
export const REAUTH_RULES = { password: requiredPassword(OWN_PASSWORD_REQUIRED), ...CODE_RULES }

/** The time steps whose codes are accepted: the current one and one to either side, for clock drift. */
export function acceptedSteps(now: Date): number[] {
  const step = Math.floor(now.getTime() / 1000 / STEP_SECONDS)
  return [step, step - STEP_TOLERANCE, step + STEP_TOLERANCE]
}

export type ParsedCode = { kind: 'app' | 'recovery'; code: string }

/** Accepts spaces, hyphens and capitals. Six digits are from the app, anything else is a recovery code. */
export function readCode(text: string): ParsedCode {
  const code = text.replace(/[\s-]/g, '').toLowerCase()
  return { kind: /^\d{6}$/.test(code) ? 'app' : 'recovery', code }
}

/** "abcd-efgh-jkmn" */
export const formatRecoveryCode = (code: string): string =>
  code.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join('-') ?? ''

/** A recovery code is looked up by its first group and verified as a whole. */
export const recoverySelector = (code: string): string => code.slice(0, GROUP)

/** "ABCD EFGH …", for typing the key into an app. */
export const formatKey = (key: string): string => key.match(/.{1,4}/g)?.join(' ') ?? ''

/** Wrong codes since the last correct one, and until when code entry is locked. */
export type FailedCodes = { wrong: number; lockedUntil: string | null }

/** How long code entry is still locked; 0 if it is not. */
export const lockedForMs = ({ lockedUntil }: FailedCodes, now: Date): number =>
  lockedUntil === null ? 0 : Math.max(0, new Date(lockedUntil).getTime() - now.getTime())

/** The fifth wrong code locks; after the lock, five more attempts are allowed. */
export function afterWrongCode({ wrong }: FailedCodes, now: Date): FailedCodes {
  if (wrong + 1 < MAX_WRONG_CODES) return { wrong: wrong + 1, lockedUntil: null }
  return { wrong: 0, lockedUntil: new Date(now.getTime() + LOCK_MINUTES * 60_000).toISOString() }
}
