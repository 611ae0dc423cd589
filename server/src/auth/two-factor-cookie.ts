import { CODE_WITHIN_MINUTES } from '@aftercare/domain/two-factor/two-factor'
import { deleteCookie, setCookie } from 'hono/cookie'
import type { AppContext } from '../http/context'
import { cookieOptions, readCookie } from './session-cookie'

/** Shows that this browser has just given the right password. Grants nothing until the code follows. */
const NAME = 'aftercare_two_factor'

export const readTwoFactorCookie = (c: AppContext): string | undefined => readCookie(c, NAME)

export function writeTwoFactorCookie(c: AppContext, secret: string) {
  setCookie(c, NAME, secret, { ...cookieOptions(c), sameSite: 'Strict', maxAge: CODE_WITHIN_MINUTES * 60 })
}

export function clearTwoFactorCookie(c: AppContext) {
  deleteCookie(c, NAME, cookieOptions(c))
}
