import { timingSafeEqual } from 'node:crypto'
import { acceptedSteps, CODE_DIGITS, STEP_SECONDS } from '@aftercare/domain/two-factor/two-factor'
import { Secret, TOTP } from 'otpauth'
import type { Clock } from '../clock'

/** 160 random bits in base32, as authenticator apps expect. */
export const newKey = (): string => new Secret({ size: 20 }).base32

const totpOf = (key: string, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({
    ...names,
    secret: Secret.fromBase32(key),
    algorithm: 'SHA1',
    digits: CODE_DIGITS,
    period: STEP_SECONDS,
  })

export const codeAt = (key: string, step: number): string =>
  totpOf(key).generate({ timestamp: step * STEP_SECONDS * 1000 })

/** The otpauth:// URI for the QR code. */
export const keyUri = (key: string, issuer: string, label: string): string =>
  totpOf(key, { issuer, label }).toString()

/** Beyond this the clock was set with NOW. */
const MIN_DEMO_OFFSET_MS = 60 * 60 * 1000

/** Time steps accepted now. If the clock was set for a demo, phones still use the real time, so both are accepted. */
export function acceptedStepsNow({ now, offsetMs }: Pick<Clock, 'now' | 'offsetMs'>): number[] {
  const steps = acceptedSteps(now())
  if (Math.abs(offsetMs) < MIN_DEMO_OFFSET_MS) return steps
  return [...steps, ...acceptedSteps(new Date(now().getTime() - offsetMs))]
}

/** The steps whose code matches. Compares all of them, in constant time. */
export const matchingSteps = (key: string, code: string, steps: readonly number[]): number[] =>
  steps.filter((step) => isEqual(codeAt(key, step), code))

function isEqual(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}
