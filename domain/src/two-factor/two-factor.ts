import { required, requiredPassword } from '../lib/field-rules'

/** Two-step sign-in: after the password a code of an authenticator app, or one of the recovery codes. */

/** A code of the app holds for so long; RFC 6238 calls it a time step. */
export const STEP_SECONDS = 30
const STEPS_APART = 1
export const CODE_DIGITS = 6

export const RECOVERY_CODES = 10
/** Neither digits nor letters that look alike on paper. */
export const RECOVERY_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz'
export const RECOVERY_LENGTH = 12
const GROUP = 4

export const MAX_WRONG_CODES = 5
export const LOCK_MINUTES = 15

/** How long after the password the code may follow. */
export const CODE_WITHIN_MINUTES = 10

/** The longest text that is looked at as a code. */
export const CODE_LENGTH = 60

export const CODE_RULES = { code: required('Enter the code') }
/** What changes two-step sign-in asks for. */
export const REAUTH_RULES = { password: requiredPassword('Enter your password'), ...CODE_RULES }

/** The steps whose codes are taken at an instant: its own and one to either side, for clocks that differ a little. */
export function acceptedSteps(now: Date): number[] {
  const step = Math.floor(now.getTime() / 1000 / STEP_SECONDS)
  return [step, step - STEPS_APART, step + STEPS_APART]
}

export type ParsedCode = { kind: 'app' | 'recovery'; code: string }

/** As people type codes: with spaces, hyphens and capitals. Six digits are the app's, anything else is for recovery. */
export function readCode(text: string): ParsedCode {
  const code = text.replace(/[\s-]/g, '').toLowerCase()
  return { kind: /^\d{6}$/.test(code) ? 'app' : 'recovery', code }
}

/** "abcd-efgh-jkmn" */
export const formatRecoveryCode = (code: string): string =>
  code.match(new RegExp(`.{1,${GROUP}}`, 'g'))?.join('-') ?? ''

/** A recovery code is looked up by its first group and proven by the whole. */
export const recoverySelector = (code: string): string => code.slice(0, GROUP)

/** "ABCD EFGH …", for typing the key into an app. */
export const formatKey = (key: string): string => key.match(/.{1,4}/g)?.join(' ') ?? ''

/** Wrong codes of an account since the last right one, and until when its second step is locked. */
export type FailedCodes = { wrong: number; lockedUntil: string | null }

/** How long the step is still locked; 0 when it is open. */
export const lockedForMs = ({ lockedUntil }: FailedCodes, now: Date): number =>
  lockedUntil === null ? 0 : Math.max(0, new Date(lockedUntil).getTime() - now.getTime())

/** The fifth wrong code locks; when the lock is over, five more may be tried. */
export function afterWrongCode({ wrong }: FailedCodes, now: Date): FailedCodes {
  if (wrong + 1 < MAX_WRONG_CODES) return { wrong: wrong + 1, lockedUntil: null }
  return { wrong: 0, lockedUntil: new Date(now.getTime() + LOCK_MINUTES * 60_000).toISOString() }
}
