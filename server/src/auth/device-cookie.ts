import { setCookie } from 'hono/cookie'
import type { AppContext } from '../http/context'
import { newSecret } from '../secrets'
import { DEVICE_DAYS } from './devices.queries'
import { cookieOptions, readCookie } from './session-cookie'

/** Identifies the browser, not the person. Grants nothing: known devices only get their own sign-in rate limit. */
const NAME = 'aftercare_device'

export function readDeviceCookie(c: AppContext): string | undefined {
  const secret = readCookie(c, NAME)
  return secret && secret.length <= 100 ? secret : undefined
}

/** The browser's device secret, or a new one. */
export const deviceSecretOf = (c: AppContext): string => readDeviceCookie(c) ?? newSecret()

export function writeDeviceCookie(c: AppContext, secret: string) {
  setCookie(c, NAME, secret, { ...cookieOptions(c), maxAge: DEVICE_DAYS * 86_400 })
}
