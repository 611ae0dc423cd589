import { newPasswordSchema, resetRequestSchema } from '@aftercare/domain/auth/auth-schemas'
import { z } from '@hono/zod-openapi'
import { recordAudit } from '../audit/audit.queries'
import type { Tx } from '../db/client'
import { AppError } from '../errors'
import type { AppContext } from '../http/context'
import { body, json, route, routes } from '../http/route'
import { callerOf } from '../http/semaphore'
import { hasNoPassword, sendPasswordChoice } from './account-invitations'
import { sendRecovery, sendVerification } from './account-mails'
import {
  confirmEmail,
  findAccount,
  findAccountByEmail,
  type StoredAccount,
  setPassword,
} from './accounts.queries'
import { done } from './auth.routes'
import { readLanguageCookie } from './language-cookie'
import { lockAccountByEmail } from './lock-account'
import { withMinimumDuration } from './minimum-duration'
import { clearSessionCookie } from './session-cookie'
import { removeSession } from './sessions.queries'
import {
  consumePasswordLink,
  consumeVerificationLink,
  findPasswordLink,
  hasActiveToken,
} from './tokens.queries'
import { assertStrongIfStaff } from './weak-passwords'

/** Emailed links: requesting, checking and using them. */

const tokenField = z.string().min(1).max(200)
const linkSchema = z.object({ access_token: tokenField, refresh_token: tokenField.optional() })

const SAME_RESPONSE = 'The same whether or not the email has an account'

const forgotPassword = route('auth.use', {
  method: 'post',
  path: '/auth/forgot-password',
  request: {
    body: body(resetRequestSchema.extend({ portal: z.enum(['parent', 'staff']).default('parent') })),
  },
  responses: json(done, SAME_RESPONSE),
})

const checkLink = route('auth.use', {
  method: 'post',
  path: '/auth/recovery/check',
  request: { body: body(linkSchema) },
  responses: json(
    z.object({ email: z.string(), has_password: z.boolean() }),
    'The link works; it is not used up. Without a password the account has never been used',
  ),
})

const setPasswordByLink = route('auth.use', {
  method: 'post',
  path: '/auth/recovery/password',
  request: { body: body(linkSchema.extend(newPasswordSchema.shape)) },
  responses: json(done),
})

const verifyEmail = route('auth.use', {
  method: 'post',
  path: '/auth/verify',
  request: { body: body(z.object({ access_token: tokenField })) },
  responses: json(z.object({ email: z.string() }), 'The email that is confirmed now'),
})

const resendVerification = route('auth.use', {
  method: 'post',
  path: '/auth/verification/resend',
  request: { body: body(resetRequestSchema) },
  responses: json(done, SAME_RESPONSE),
})

/** Of an account without a choice the mail follows the browser that asked for it. */
const inLanguage = (c: AppContext, account: StoredAccount): StoredAccount => ({
  ...account,
  language: account.language ?? readLanguageCookie(c),
})

/**
 * Limited, and as slow without an account as with one. `mailDelayMs`: how long until another mail may be sent. That counts
 * everybody's requests for the email; the response says it whether or not there is an account.
 */
async function mailAccount(
  c: AppContext,
  email: string,
  work: (tx: Tx, account: StoredAccount, mailDelayMs: number) => Promise<void>,
): Promise<void> {
  const { db, rateLimiter } = c.var.services
  await rateLimiter.consume('account-mail-ip', c.var.ipAddress)
  const mailDelayMs = await rateLimiter.tryConsume('account-mail', email)
  await withMinimumDuration(() =>
    db.transaction(async (tx) => {
      await lockAccountByEmail(tx, email)
      const account = await findAccountByEmail(tx, email)
      if (account) await work(tx, inLanguage(c, account), mailDelayMs)
    }),
  )
  const wait = Math.ceil(mailDelayMs / 1_000)
  if (wait > 0) throw new AppError('mailed-recently', { wait }, { retryAfterSeconds: wait })
}

export const emailLinkRoutes = routes()
  .openapi(forgotPassword, async (c) => {
    const { services } = c.var
    const { email, portal } = c.req.valid('json')
    await mailAccount(c, email, async (tx, account, mailDelayMs) => {
      // Rate limited, perhaps because of a stranger: the earlier link stays valid.
      const hasLink = await hasActiveToken(tx, account.id, 'recovery', services.clock.now())
      if (mailDelayMs > 0 && hasLink) return
      await sendRecovery(tx, services, account, portal)
      await recordAudit(tx, { services, viewer: 'system' }, 'auth.reset-requested', 'accounts', account.id)
    })
    return c.json({ ok: true as const }, 200)
  })
  .openapi(checkLink, async (c) => {
    const { services } = c.var
    await services.rateLimiter.consume('link-check-ip', c.var.ipAddress)
    const found = await findPasswordLink(services.db, c.req.valid('json'), services.clock.now())
    if (!found) throw new AppError('invalid-link')
    return c.json(found, 200)
  })
  .openapi(setPasswordByLink, async (c) => {
    const { services, viewer } = c.var
    const given = c.req.valid('json')
    await services.rateLimiter.consume('link-check-ip', c.var.ipAddress)
    // Hashing is expensive: only for a valid link.
    if (!(await findPasswordLink(services.db, given, services.clock.now()))) {
      throw new AppError('invalid-link')
    }
    const passwordHash = await services.passwords.hash(given.password, callerOf(c))
    await services.db.transaction(async (tx) => {
      const accountId = await consumePasswordLink(tx, given, services.clock.now())
      if (!accountId) throw new AppError('invalid-link')
      await assertStrongIfStaff(tx, services, accountId, given.password)
      await setPassword(tx, services, accountId, passwordHash)
      // The link came by email, so the address is confirmed.
      await confirmEmail(tx, accountId, services.clock.now())
      await recordAudit(
        tx,
        { services, viewer: { actorId: accountId } },
        'auth.password-reset',
        'accounts',
        accountId,
      )
      // Anybody signed in on this browser must sign in again.
      if (viewer.account) await removeSession(tx, viewer.account.sessionId)
    })
    clearSessionCookie(c)
    return c.json({ ok: true as const }, 200)
  })
  .openapi(verifyEmail, async (c) => {
    const { services } = c.var
    await services.rateLimiter.consume('link-check-ip', c.var.ipAddress)
    const email = await services.db.transaction(async (tx) => {
      const now = services.clock.now()
      const accountId = await consumeVerificationLink(tx, c.req.valid('json').access_token, now)
      const account = accountId && (await findAccount(tx, accountId))
      if (!account) throw new AppError('invalid-verification')
      await confirmEmail(tx, account.id, now)
      await recordAudit(
        tx,
        { services, viewer: { actorId: account.id } },
        'auth.email-confirmed',
        'accounts',
        account.id,
      )
      return account.email
    })
    return c.json({ email }, 200)
  })
  .openapi(resendVerification, async (c) => {
    const { services } = c.var
    const { email } = c.req.valid('json')
    await mailAccount(c, email, async (tx, account, mailDelayMs) => {
      if (account.email_verified_at) return
      if (await hasNoPassword(tx, account.id)) return sendPasswordChoice(tx, services, account, mailDelayMs)
      const hasLink = await hasActiveToken(tx, account.id, 'verify', services.clock.now())
      if (mailDelayMs === 0 || !hasLink) await sendVerification(tx, services, account)
    })
    return c.json({ ok: true as const }, 200)
  })
