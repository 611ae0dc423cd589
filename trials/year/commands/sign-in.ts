import type { IncomingHttpHeaders } from 'node:http'
import { type Adult, hasPassword, type Model } from '../model'
import { clearRateLimits, extendSession, findAccountId, PASSWORD, type Product } from '../product'
import { log, type Outcome, type Plan, presentAdults } from '../requests'
import { isShutOut } from '../rules'
import { accountAt, typed } from './account-emails'

export const signIn: Plan = (model, pick) => {
  const out = presentAdults(model).filter(({ isSignedIn }) => !isSignedIn)
  const adult = pick.of(pick.chance(93) ? out : presentAdults(model))
  if (!adult) return null
  const [earlier] = adult.earlierEmails
  const email = pick.chance(15) && earlier ? earlier : adult.email
  const password = pick.chance(93) ? (adult.password ?? PASSWORD) : `${PASSWORD}!`
  return {
    who: 'guest',
    text: `${email} signs in with ${password}`,
    method: 'POST',
    path: '/auth/sign-in',
    body: { email: typed(email, pick), password },
    isKeyed: false,
    prepare: clearRateLimits,
    apply: (now) => {
      const known = accountAt(now, email)
      if (!known || !hasPassword(known) || known.password !== password)
        return { refusals: ['bad-credentials'] }
      if (isShutOut(now, known)) return { refusals: ['suspended'] }
      if (!known.isConfirmed) return { refusals: ['email-not-confirmed'] }
      return signedIn(now, known)
    },
  }
}

export function signedIn(model: Model, adult: Adult): Outcome {
  adult.isSignedIn = true
  log(model, 'auth.sign-in', adult.key, adult.key)
  return { learn: (_, product, headers) => learnSession(adult, product, headers) }
}

async function learnSession(adult: Adult, product: Product, headers: IncomingHttpHeaders) {
  const cookie = headers['set-cookie']?.find((each) => each.startsWith('aftercare_session='))
  if (!cookie) return [`${adult.email} got no session`]
  adult.id ||= await findAccountId(product, adult.email)
  adult.cookie = cookie.split(';')[0] ?? ''
  await extendSession(product, adult.cookie)
  return undefined
}
