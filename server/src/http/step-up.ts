import { isPasswordRecent } from '@aftercare/domain/auth/step-up'
import type { MiddlewareHandler } from 'hono'
import type { Queryable } from '../db/client'
import { maybeOne, sql } from '../db/sql'
import type { SessionRow } from '../db/tables'
import { AppError } from '../errors'
import type { AppContext, AppEnv } from './context'

/**
 * How a route asks for the password again, so that an open session alone is not enough: `always`; `for-some-changes`, in
 * the transaction that makes them; `in-request`, which contains the password every time.
 */
export type StepUp = 'always' | 'for-some-changes' | 'in-request'

/**
 * For routes that always ask: before anything is read, and again before each of their transactions commits, because the
 * session may have ended while it waited for its locks.
 */
export const requireRecentPassword: MiddlewareHandler<AppEnv> = async (c, next) => {
  const { services, viewer } = c.var
  const { db } = services
  assertRecent(c, viewer.account?.passwordEnteredAt)
  const transaction: typeof db.transaction = (work) =>
    db.transaction(async (tx) => {
      const result = await work(tx)
      await assertRecentPassword(tx, c)
      return result
    })
  c.set('services', { ...services, db: { ...db, transaction } })
  await next()
}

export async function assertRecentPassword(tx: Queryable, c: AppContext): Promise<void> {
  const sessionId = c.var.viewer.account?.sessionId ?? null
  const session = await maybeOne<Pick<SessionRow, 'password_entered_at'>>(
    tx,
    sql`select password_entered_at from sessions where id = ${sessionId}`,
  )
  if (!session) throw new AppError('signed-out')
  assertRecent(c, session.password_entered_at)
}

function assertRecent(c: AppContext, enteredAt: string | undefined) {
  if (enteredAt === undefined) throw new AppError('signed-out')
  if (!isPasswordRecent(enteredAt, c.var.services.clock.now())) throw new AppError('password-needed')
}
