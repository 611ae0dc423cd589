import {
  changePasswordSchema,
  checkedPasswordSchema,
  ownPasswordSchema,
  signInSchema,
  signUpSchema,
} from '@aftercare/domain/auth/auth-schemas'
import { PASSWORD_WEAKNESSES } from '@aftercare/domain/auth/weak-passwords'
import { USER_AGENT_LENGTH } from '@aftercare/domain/sessions/user-agent'
import { codeSchema } from '@aftercare/domain/two-factor/two-factor-schemas'
import { z } from '@hono/zod-openapi'
import { recordAudit } from '../audit/audit.queries'
import { AppError } from '../errors'
import type { AppContext } from '../http/context'
import { accountOf, body, json, route, routes } from '../http/route'
import { callerOf } from '../http/semaphore'
import { findAccount, setPassword } from './accounts.queries'
import { deviceSecretOf, readDeviceCookie, writeDeviceCookie } from './device-cookie'
import { readLanguageCookie } from './language-cookie'
import { lockAccount } from './lock-account'
import { withMinimumDuration } from './minimum-duration'
import { enterPassword, reauthenticate, wrongPassword } from './reauthenticate'
import { clearSessionCookie, readSessionCookie, writeSessionCookie } from './session-cookie'
import { serializeSession, sessionResponse } from './session-response'
import { createSession, extendSession, findViewer, removeSession } from './sessions.queries'
import { signIn } from './sign-in'
import { signUp } from './sign-up'
import type { Browser } from './start-session'
import { completeTwoFactorChallenge } from './two-factor-challenge'
import { clearTwoFactorCookie, readTwoFactorCookie, writeTwoFactorCookie } from './two-factor-cookie'
import { assertStrongIfStaff, findWeakness } from './weak-passwords'

export const done = z.object({ ok: z.literal(true) })

const signUpRoute = route('auth.use', {
  method: 'post',
  path: '/auth/sign-up',
  request: { body: body(signUpSchema) },
  responses: json(
    done,
    'With a mail server, the same whether or not the email has an account: its owner is told by email',
  ),
})

const signInRoute = route('auth.use', {
  method: 'post',
  path: '/auth/sign-in',
  request: { body: body(signInSchema) },
  responses: json(sessionResponse, 'Fails with code-needed if a two-factor code is required'),
})

const twoFactorRoute = route('auth.use', {
  method: 'post',
  path: '/auth/two-factor',
  request: { body: body(codeSchema) },
  responses: json(sessionResponse, 'The session, once password and code are right'),
})

const signOut = route('auth.use', { method: 'post', path: '/auth/sign-out', responses: json(done) })

const readSession = route('session.read', {
  method: 'get',
  path: '/auth/session',
  responses: json(sessionResponse, 'Who is signed in, or null'),
})

const refreshSession = route('session.read', {
  method: 'post',
  path: '/auth/refresh',
  responses: json(sessionResponse, 'The session with its extended expiry, or null'),
})

const updatePassword = route('password.update', {
  method: 'post',
  path: '/auth/password',
  stepUp: 'in-request',
  request: { body: body(changePasswordSchema) },
  responses: json(sessionResponse, 'A new session: all earlier ones are ended'),
})

const checkPassword = route('auth.use', {
  method: 'post',
  path: '/auth/password-check',
  request: { body: body(checkedPasswordSchema) },
  responses: json(
    z.object({ weakness: z.enum(PASSWORD_WEAKNESSES).nullable() }),
    'Whether a password that is being chosen is easy to guess',
  ),
})

const enterPasswordRoute = route('password.enter', {
  method: 'post',
  path: '/auth/reauthenticate',
  stepUp: 'in-request',
  request: { body: body(ownPasswordSchema) },
  responses: json(done, 'Requests that failed with password-needed succeed for ten minutes'),
})

export const browserOf = (c: AppContext, deviceSecret: string): Browser => ({
  ipAddress: c.var.ipAddress,
  signal: c.req.raw.signal,
  deviceSecret,
  isNewDevice: readDeviceCookie(c) === undefined,
  viewer: c.var.viewer,
  userAgent: userAgentOf(c),
  language: readLanguageCookie(c),
})

export const authRoutes = routes()
  .openapi(signUpRoute, async (c) => {
    const { services } = c.var
    const typed = c.req.valid('json')
    await services.rateLimiter.consume('sign-up-ip', c.var.ipAddress)
    // Never rejected per email, or others could lock its owner out: the mail is only delayed.
    const mailDelayMs = await services.rateLimiter.tryConsume('account-mail', typed.email)
    const person = { ...typed, language: readLanguageCookie(c) }
    await withMinimumDuration(() => signUp(services, person, mailDelayMs, callerOf(c)))
    return c.json({ ok: true as const }, 200)
  })
  .openapi(signInRoute, async (c) => {
    const { services } = c.var
    const deviceSecret = deviceSecretOf(c)
    const signedIn = await signIn(services, { ...c.req.valid('json'), ...browserOf(c, deviceSecret) })
    if ('challengeSecret' in signedIn) {
      clearSessionCookie(c)
      writeTwoFactorCookie(c, signedIn.challengeSecret)
      throw new AppError('code-needed')
    }
    writeSessionCookie(c, signedIn.secret, signedIn.viewer)
    writeDeviceCookie(c, deviceSecret)
    return c.json(serializeSession(c, signedIn.viewer), 200)
  })
  .openapi(twoFactorRoute, async (c) => {
    const { services } = c.var
    const deviceSecret = deviceSecretOf(c)
    const session = await completeTwoFactorChallenge(services, {
      challengeSecret: readTwoFactorCookie(c),
      code: c.req.valid('json').code,
      ...browserOf(c, deviceSecret),
    })
    clearTwoFactorCookie(c)
    writeSessionCookie(c, session.secret, session.viewer)
    writeDeviceCookie(c, deviceSecret)
    return c.json(serializeSession(c, session.viewer), 200)
  })
  .openapi(signOut, async (c) => {
    const { account } = c.var.viewer
    if (account) await removeSession(c.var.services.db, account.sessionId)
    clearSessionCookie(c)
    return c.json({ ok: true as const }, 200)
  })
  // An expired cookie is not cleared here: another tab may just have replaced it, e.g. by a new password.
  .openapi(readSession, (c) => c.json(serializeSession(c, c.var.viewer), 200))
  .openapi(refreshSession, async (c) => {
    const { services, viewer } = c.var
    const secret = readSessionCookie(c)
    if (!viewer.account || !secret) return c.json(null, 200)
    const { db, clock, config } = services
    const sessionExpiresAt = await extendSession(db, viewer.account, clock.now(), config.staffSession)
    if (!sessionExpiresAt) return c.json(null, 200)
    const extended = { ...viewer, account: { ...viewer.account, sessionExpiresAt } }
    writeSessionCookie(c, secret, extended)
    return c.json(serializeSession(c, extended), 200)
  })
  .openapi(checkPassword, async (c) => {
    const { services } = c.var
    const { password, email } = c.req.valid('json')
    await services.rateLimiter.consume('password-check-ip', c.var.ipAddress)
    return c.json({ weakness: findWeakness(services, password, email) }, 200)
  })
  .openapi(enterPasswordRoute, async (c) => {
    await enterPassword(c, c.req.valid('json').password)
    return c.json({ ok: true as const }, 200)
  })
  .openapi(updatePassword, async (c) => {
    const { services } = c.var
    const { id } = accountOf(c)
    const { current_password, password } = c.req.valid('json')
    const verified = await reauthenticate(c, current_password, 'current_password')
    const passwordHash = await services.passwords.hash(password, callerOf(c))
    const secret = await services.db.transaction(async (tx) => {
      // A password set meanwhile, e.g. through a reset link, must not be replaced with knowledge of the old one.
      await lockAccount(tx, id)
      const current = await findAccount(tx, id)
      if (current?.password_hash !== verified.password_hash) throw wrongPassword('current_password')
      await assertStrongIfStaff(tx, services, id, password)
      await setPassword(tx, services, id, passwordHash)
      await recordAudit(tx, c.var, 'auth.password-changed', 'accounts', id)
      return createSession(tx, id, services.clock.now(), services.config.staffSession, userAgentOf(c))
    })
    const viewer = await findViewer(services.db, secret, services.clock.now())
    writeSessionCookie(c, secret, viewer)
    return c.json(serializeSession(c, viewer), 200)
  })

/** The User-Agent header, truncated to what is stored. */
const userAgentOf = (c: AppContext): string | null =>
  c.req.header('user-agent')?.slice(0, USER_AGENT_LENGTH) || null
