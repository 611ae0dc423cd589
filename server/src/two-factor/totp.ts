import { timingSafeEqual } from 'node:crypto'
import { acceptedSteps, CODE_DIGITS, STEP_SECONDS } from '@aftercare/domain/two-factor/two-factor'
import { Secret, TOTP } from 'otpauth'
import type { Clock } from '../clock'

/** 160 bits of chance, as text that authenticator apps take. */
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

/** What the QR code holds. */
export const keyUri = (key: string, issuer: string, label: string): string =>
  totpOf(key, { issuer, label }).toString()

/** Beyond this a clock was set on purpose. */
const SET_ON_PURPOSE_MS = 60 * 60 * 1000

/** Steps taken now. Where the clock was set for a demo the phone still goes by the real time, so both are taken. */
export function stepsNow({ now, offsetMs }: Pick<Clock, 'now' | 'offsetMs'>): number[] {
  const steps = acceptedSteps(now())
  if (Math.abs(offsetMs) < SET_ON_PURPOSE_MS) return steps
  return [...steps, ...acceptedSteps(new Date(now().getTime() - offsetMs))]
}

/** Of the steps, those whose code is the given one. Each is compared, and in constant time. */
export const stepsWithCode = (key: string, code: string, steps: readonly number[]): number[] =>
  steps.filter((step) => isSame(codeAt(key, step), code))

function isSame(right: string, given: string): boolean {
  const [one, other] = [Buffer.from(right), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}
