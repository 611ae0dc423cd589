import type { parentEditSchema } from '@aftercare/domain/parents/parent-schemas'
import type { z } from '@hono/zod-openapi'
import { lockAdmins, setAccountStatus } from '../auth/accounts.queries'
import { isStaff } from '../auth/admin-accounts.queries'
import { changeAccountEmail } from '../auth/change-email'
import { lockAccount } from '../auth/lock-account'
import { adultIdsOf } from '../db/adults'
import { lockFamilies } from '../db/advisory-lock'
import type { Tx } from '../db/client'
import { shownName } from '../db/display-name'
import { execute, maybeOne, rows, sql } from '../db/sql'
import type { ProfileRow } from '../db/tables'
import { AppError, staleVersion } from '../errors'
import type { AppContext } from '../http/context'
import { assertRecentPassword } from '../http/step-up'

type ParentChange = z.infer<typeof parentEditSchema>

/**
 * Name, email, phone and status change together or not at all; omitted ones stay. Returns the previous values. Staff's
 * email needs the password here too.
 */
export async function updateParent(tx: Tx, c: AppContext, id: string, { version, ...changes }: ParentChange) {
  const { services } = c.var
  // Locked before the account, like making somebody an admin: nobody becomes one while being suspended.
  if (changes.status === 'suspended') {
    await lockAdmins(tx)
    // Every adult's sessions end: nobody joins or leaves meanwhile.
    await lockFamilies(tx, id)
    await rows(tx, sql`select id from accounts where id in (${adultIdsOf(id)}) order by id for no key update`)
  }
  await lockAccount(tx, id)
  const before = await maybeOne<Pick<ProfileRow, 'full_name' | 'email' | 'phone' | 'status' | 'version'>>(
    tx,
    sql`select full_name, email, phone, status, version from profiles where id = ${id} for update`,
  )
  if (!before) throw new AppError('not-found')
  if (before.version !== version) throw staleVersion(before)
  const change = { ...before, ...changes }
  if (change.status === 'suspended' && before.status !== 'suspended') await assertNoStaff(tx, id)
  if (changes.email !== undefined && changes.email !== before.email) {
    if (await isStaff(tx, id)) await assertRecentPassword(tx, c)
    await changeAccountEmail(tx, services, id, changes.email)
  }
  if (change.status !== before.status) await setAccountStatus(tx, id, change.status)
  const at = services.clock.now().toISOString()
  const since = change.status === before.status ? sql`status_since` : sql`${at}::timestamptz`
  await execute(
    tx,
    sql`update profiles set full_name = ${change.full_name}, phone = ${change.phone}, status_since = ${since}, updated_at = ${at},
      version = version + 1 where id = ${id}`,
  )
  return before
}

/** Suspending staff, perhaps the last one or oneself, would lock them out: also as an adult of the family. */
async function assertNoStaff(tx: Tx, id: string): Promise<void> {
  if (await isStaff(tx, id)) throw new AppError('admin-suspension')
  const adult = await maybeOne<{ name: string }>(
    tx,
    sql`select ${shownName('p')} as name from profiles p
      join user_roles r on r.user_id = p.id and r.role <> 'parent' where p.id in (${adultIdsOf(id)}) limit 1`,
  )
  if (adult) throw new AppError('family-admin-suspension', adult)
}
