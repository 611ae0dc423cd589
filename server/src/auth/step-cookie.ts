import { CODE_WITHIN_MINUTES } from '@aftercare/domain/two-step'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { AppContext } from '../http/context'
import { cookieOptions } from './session-cookie'

/** Says that this browser gave the right password a moment ago. Opens nothing: the code has to follow. */
const NAME = 'aftercare_step'

export function readStepCookie(c: AppContext): string | undefined {
  const { prefix } = cookieOptions(c)
  return prefix ? getCookie(c, NAME, prefix) : getCookie(c, NAME)
}

export function writeStepCookie(c: AppContext, secret: string) {
  setCookie(c, NAME, secret, { ...cookieOptions(c), sameSite: 'Strict', maxAge: CODE_WITHIN_MINUTES * 60 })
}

export function clearStepCookie(c: AppContext) {
  deleteCookie(c, NAME, cookieOptions(c))
}
