import { AppError } from '../errors'
import type { Account, AppContext } from '../http/context'
import type { Tx } from './client'
import { execute, maybeOne, sql } from './sql'

/**
 * Somebody who joined a family is still in it, and until commit: their removal waits, or this finds nothing. A first
 * adult need not be checked.
 */
export async function assertInFamily(tx: Tx, account: Account | null): Promise<void> {
  if (!account || account.id === account.familyId) return
  const membership = await maybeOne(
    tx,
    sql`select from family_members where member_id = ${account.id} and parent_id = ${account.familyId} for share`,
  )
  if (!membership) throw new AppError('not-found')
}

/**
 * Whatever else is added to this parent's rows waits until commit. Fails if the account was deleted, or joined another
 * family, while this waited: by default as for its own request.
 */
export async function lockParent(
  tx: Tx,
  parentId: string,
  missing: 'signed-out' | 'not-found' = 'signed-out',
): Promise<void> {
  await execute(tx, sql`select from profiles where id = ${parentId} for no key update`)
  const account = await maybeOne(
    tx,
    sql`select from accounts a where id = ${parentId} and disabled_at is null
      and not exists (select from family_members where member_id = a.id)`,
  )
  if (!account) throw new AppError(missing)
}

/** A transaction that changes what belongs to the viewer's family; guests and staff may be the viewer too. */
export const familyTransaction = <T>(c: AppContext, work: (tx: Tx) => Promise<T>): Promise<T> =>
  c.var.services.db.transaction(async (tx) => {
    await assertInFamily(tx, c.var.viewer.account)
    return work(tx)
  })
