import { JOIN_ERRORS, JOIN_STATES, joinState, shortenEmail } from '@aftercare/domain/family/family'
import { joinSchema, joinSignUpSchema } from '@aftercare/domain/family/invitation-schemas'
import { JOIN_ERROR_MESSAGES } from '@aftercare/domain/family/join-errors'
import { z } from '@hono/zod-openapi'
import { browserOf, done } from '../auth/auth.routes'
import { deviceSecretOf, writeDeviceCookie } from '../auth/device-cookie'
import { writeSessionCookie } from '../auth/session-cookie'
import { serializeSession, sessionResponse } from '../auth/session-response'
import { findViewer } from '../auth/sessions.queries'
import { AppError } from '../errors'
import type { AppContext } from '../http/context'
import { accountOf, body, json, route, routes } from '../http/route'
import { callerOf } from '../http/semaphore'
import {
  findInvitation,
  findJoinError,
  hasJoinedBy,
  hasUsableAccount,
  joinFamily,
  signUpAndJoin,
} from './join'

/** What somebody with the link sees. */
const preview = z.object({
  invited_by: z.string(),
  /** Staff invited, into the family of `invited_by`. */
  by_office: z.boolean(),
  /** "k…@example.com" */
  email_hint: z.string(),
  /** Null for somebody signed in under another address. */
  email: z.string().nullable(),
  has_account: z.boolean(),
  state: z.enum(JOIN_STATES),
  /** Why the account cannot join, in English, and as a code. */
  reason: z.string().nullable(),
  reason_code: z.enum(JOIN_ERRORS).nullable(),
})

/** The token is in the body because URLs end up in logs, ours and those of proxies. */
const readInvitation = route('family.preview', {
  method: 'post',
  path: '/join/preview',
  request: { body: body(joinSchema) },
  responses: json(preview, 'The invitation is not used up'),
})

const signUp = route('family.sign-up', {
  method: 'post',
  path: '/join/sign-up',
  request: { body: body(joinSignUpSchema) },
  responses: json(sessionResponse, 'The new account is in the family and signed in'),
})

const join = route('family.join', {
  method: 'post',
  path: '/join',
  request: { body: body(joinSchema) },
  responses: json(done),
})

/** The same answer for every token that is not an open invitation's. */
async function getInvitation(c: AppContext, token: string) {
  const { db, clock, rateLimiter } = c.var.services
  await rateLimiter.consume('link-check-ip', c.var.ipAddress)
  const invitation = await findInvitation(db, token, clock.now())
  if (!invitation) throw new AppError('invalid-invitation')
  return invitation
}

export const joinRoutes = routes()
  .openapi(readInvitation, async (c) => {
    const { services, viewer } = c.var
    const { account } = viewer
    const { invited_by, by_office, email, parent_id } = await getInvitation(c, c.req.valid('json').token)
    const has_account = await hasUsableAccount(services.db, email, services)
    const isInvited = account?.email === email
    const reason = account && isInvited ? await findJoinError(services.db, account.id, parent_id) : null
    return c.json(
      {
        invited_by,
        by_office,
        email_hint: shortenEmail(email),
        email: !account || isInvited ? email : null,
        has_account,
        state: joinState(email, has_account, account && { email: account.email, joinError: reason }),
        reason: reason && JOIN_ERROR_MESSAGES[reason],
        reason_code: reason,
      },
      200,
    )
  })
  .openapi(signUp, async (c) => {
    const { services } = c.var
    const { password, ...given } = c.req.valid('json')
    const { email } = await getInvitation(c, given.token)
    if (await hasUsableAccount(services.db, email, services)) throw new AppError('sign-in-first')
    // Hashing is expensive: only for a valid link.
    const passwordHash = await services.passwords.hash(password, callerOf(c))
    const deviceSecret = deviceSecretOf(c)
    const secret = await services.db.transaction((tx) =>
      signUpAndJoin(tx, services, { ...given, passwordHash }, browserOf(c, deviceSecret)),
    )
    const viewer = await findViewer(services.db, secret, services.clock.now())
    writeSessionCookie(c, secret, viewer)
    writeDeviceCookie(c, deviceSecret)
    return c.json(serializeSession(c, viewer), 200)
  })
  .openapi(join, async (c) => {
    const { services } = c.var
    const { token } = c.req.valid('json')
    const { id } = accountOf(c)
    try {
      await getInvitation(c, token)
      await services.db.transaction((tx) => joinFamily(tx, services, token, id))
    } catch (error) {
      // Sent again, because the first response was lost.
      const isUsedUp = error instanceof AppError && error.code === 'invalid-invitation'
      if (!isUsedUp || !(await hasJoinedBy(services.db, token, id))) throw error
    }
    return c.json({ ok: true as const }, 200)
  })
