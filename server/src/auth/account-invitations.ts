import { isEmail } from '@aftercare/domain/lib/field-lengths'
import type { Language } from '@aftercare/domain/lib/language'
import { z } from '@hono/zod-openapi'
import type { Queryable, Tx } from '../db/client'
import { execute, hasRow, maybeOne, rows, type Sql, sql } from '../db/sql'
import { AppError } from '../errors'
import type { Services } from '../http/context'
import { queueEvents } from '../mail-events/queue-events'
import { queueAccountMail } from './account-mails'
import { findAccount } from './accounts.queries'
import { recoveryLink } from './email-links'
import { lockAccount } from './lock-account'
import { UNUSABLE_PASSWORD } from './passwords'
import { createToken, createTokens, HOURS_VALID, hasActiveToken, type TokenPair } from './tokens.queries'

/**
 * A parent's account (`a`) that staff created and that has no password yet: nobody can sign in to it. Only a link mailed
 * to its address sets the first password.
 */
export const isWithoutPassword: Sql = sql`a.password_hash is null and a.disabled_at is null
  and not exists (select from user_roles r where r.user_id = a.id and r.role <> 'parent')`

/** `invited_at`: null if nobody has sent one. */
export const invitationSchema = z.object({ invited_at: z.string().nullable() })

const isUnusable: Sql = sql`a.password_hash = ${UNUSABLE_PASSWORD}`

/** Also after sign-ups with different passwords. */
export const hasNoPassword = (db: Queryable, accountId: string): Promise<boolean> =>
  hasRow(
    db,
    sql`select from accounts a where a.id = ${accountId} and (${isWithoutPassword} or ${isUnusable})`,
  )

type Person = { id: string; email: string; full_name: string; language?: Language | null }
type Context = Pick<Services, 'config' | 'clock'>

const invitation = (
  { id, language = null, pair }: { id: string; language?: Language | null; pair: TokenPair },
  config: Context['config'],
) => ({
  event: {
    kind: 'account',
    mail: {
      template: 'account-invitation',
      link: recoveryLink(config, pair, 'parent'),
      validForHours: HOURS_VALID.invite,
      cause: 'invited',
    },
    language,
  } as const,
  accountId: id,
})

/** Emails each a link to choose a password. An address that no mail can be sent to stays uninvited and is not counted. */
export async function inviteParents(tx: Tx, services: Context, people: readonly Person[]): Promise<number> {
  const { config, clock } = services
  const deliverable = people.filter(({ email }) => isEmail(email))
  const invited = await createTokens(tx, deliverable, 'invite', clock.now())
  await queueEvents(
    tx,
    invited.map((person) => invitation(person, config)),
    services,
  )
  const ids = invited.map(({ id }) => id)
  await execute(
    tx,
    sql`update accounts set invited_at = ${clock.now().toISOString()} where id = any(${ids}::uuid[])`,
  )
  return ids.length
}

/** As many as one import can create; the next click invites the rest. */
const MAX_INVITED_AT_ONCE = 5_000

const selectUninvited = (lock: Sql) => sql`select a.id, a.email, p.full_name, p.language
  from accounts a join profiles p on p.id = a.id
  where ${isWithoutPassword} and a.invited_at is null and p.status = 'active'
  order by a.id limit ${MAX_INVITED_AT_ONCE} ${lock}`

/** Parents without a password who were never invited. */
export async function countUninvited(db: Queryable): Promise<number> {
  const people = await rows<Person>(db, selectUninvited(sql``))
  return people.filter(({ email }) => isEmail(email)).length
}

/**
 * Invites them all and returns their ids. People invited, or with a password chosen, while this waited for the lock no
 * longer match: two clicks send one invitation each.
 */
export async function inviteUninvited(tx: Tx, services: Context): Promise<string[]> {
  const locked = await rows<Person>(tx, selectUninvited(sql`for no key update of a`))
  const people = locked.filter(({ email }) => isEmail(email))
  await inviteParents(tx, services, people)
  return people.map(({ id }) => id)
}

/** Two colleagues at once send one; the other is told. */
const RESEND_AFTER_MS = 60_000

/** From the parent's page. The link sent before stops working. */
export async function inviteParent(tx: Tx, services: Context, accountId: string): Promise<void> {
  await lockAccount(tx, accountId)
  const account = await findAccount(tx, accountId)
  if (!account) throw new AppError('not-found')
  const invited = await maybeOne<{ invited_at: string | null }>(
    tx,
    sql`select a.invited_at from accounts a where a.id = ${accountId} and ${isWithoutPassword}`,
  )
  if (!invited) throw new AppError('has-password')
  // Nobody could sign in with the password chosen.
  if (account.status === 'suspended') throw new AppError('family-suspended')
  const sentAt = invited.invited_at ? Date.parse(invited.invited_at) : Number.NEGATIVE_INFINITY
  const wait = Math.ceil((sentAt + RESEND_AFTER_MS - services.clock.now().getTime()) / 1_000)
  if (wait > 0) throw new AppError('invited-recently', { wait }, { retryAfterSeconds: wait })
  if ((await inviteParents(tx, services, [account])) === 0) throw new AppError('undeliverable')
}

/**
 * After a sign-up at the address of such an account, or a request for its confirmation link. A reset link, which voids no
 * invitation; if rate limited, perhaps because of a stranger, the earlier link stays valid.
 */
export async function sendPasswordChoice(
  tx: Tx,
  services: Context,
  { id, language }: Pick<Person, 'id' | 'language'>,
  mailDelayMs: number,
): Promise<void> {
  await lockAccount(tx, id)
  const now = services.clock.now()
  if (mailDelayMs > 0 && (await hasActiveToken(tx, id, 'recovery', now))) return
  const pair = await createToken(tx, id, 'recovery', now)
  const isContested = await hasRow(tx, sql`select from accounts a where a.id = ${id} and ${isUnusable}`)
  const mail = {
    template: 'account-invitation',
    link: recoveryLink(services.config, pair, 'parent'),
    validForHours: HOURS_VALID.recovery,
    cause: isContested ? 'signed-up-again' : 'signed-up',
  } as const
  await queueAccountMail(tx, services, { id, language }, mail)
}
