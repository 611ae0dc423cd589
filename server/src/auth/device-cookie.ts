import { setCookie } from 'hono/cookie'
import type { AppContext } from '../http/context'
import { newSecret } from '../secrets'
import { DEVICE_DAYS } from './devices.queries'
import { cookieOptions, readCookie } from './session-cookie'

/** Marks the browser, not the person: it opens nothing, it only tells a known browser from a stranger's. */
const NAME = 'aftercare_device'

function readDeviceCookie(c: AppContext): string | undefined {
  const given = readCookie(c, NAME)
  return given && given.length <= 100 ? given : undefined
}

/** The mark that the browser brings, or a new one for it to keep. */
export const deviceSecretOf = (c: AppContext): string => readDeviceCookie(c) ?? newSecret()

export function writeDeviceCookie(c: AppContext, secret: string) {
  setCookie(c, NAME, secret, { ...cookieOptions(c), maxAge: DEVICE_DAYS * 86_400 })
}
