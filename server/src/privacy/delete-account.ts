import { recordAudit } from '../audit/audit.queries'
import { isStaff } from '../auth/admin-accounts.queries'
import { findFamilyOf } from '../db/adults'
import { acquireAdvisoryLock, lockFamilies } from '../db/advisory-lock'
import type { Tx } from '../db/client'
import { rows, sql } from '../db/sql'
import { AppError } from '../errors'
import { endMembership } from '../family/membership'
import type { AppContext } from '../http/context'
import { accountOf } from '../http/route'
import { lockWatches } from '../seat-watches/opened-seats.queries'
import { eraseFamily, erasePickups, lockErasedSubmissions } from './erase-family'
import { findFamily } from './family.queries'
import { findOpenObligations } from './obligations.queries'

/**
 * Disables the account and erases its family in one transaction; the caller has checked the password. Somebody who
 * joined a family erases themselves alone; a first adult cannot while others are in the family.
 */
export async function deleteAccount(c: AppContext): Promise<void> {
  const { services } = c.var
  const { db, clock } = services
  const { id, familyId } = accountOf(c)
  await db.transaction(async (tx) => {
    // Files under review lose the family's lines, and an import locks its file before the family.
    await acquireAdvisoryLock(tx, 'family imports')
    await acquireAdvisoryLock(tx, 'payment imports')
    // A message that has read who gets it is queued first, and deleted here.
    await acquireAdvisoryLock(tx, 'family messages')
    await lockFamilies(tx, familyId, id)
    const joined = await findFamilyOf(tx, id)
    // They joined it while this waited, and it is not locked.
    if (joined !== null && joined !== familyId) throw new AppError('unavailable', {}, undefined, 1)
    // Before the profile: what they are doing for the family holds the membership and may reference the profile.
    await rows(tx, sql`select from family_members where member_id = ${id} for update`)
    await rows(tx, sql`select id from accounts where id = ${id} for update`)
    if (await isStaff(tx, id)) throw new AppError('staff-account')
    await lockFamily(tx, id, familyId)
    const family = await findFamily(tx, id)
    // Already deleted, e.g. in another tab.
    if (!family) throw new AppError('signed-out')
    await lockErasedSubmissions(tx, family, familyId)
    await lockWatches(tx, sql`parent_id = ${id}`)
    const open = await findOpenObligations(tx, family, clock.today())
    if (open) throw new AppError('account-in-use', open)
    if (await endMembership(tx, services, familyId, id)) await erasePickups(tx, id, familyId)
    await eraseFamily(tx, id, services)
    await recordAudit(tx, c.var, 'account.remove', 'accounts', id)
  })
}

/**
 * Blocks registrations, drop-ins, edits, claims and new children until commit: whoever tries waits, and then finds no
 * family, or in the family that this person joined no such adult to mail.
 */
async function lockFamily(tx: Tx, id: string, familyId: string): Promise<void> {
  // A weaker lock at first: a registration that has locked the child and then references the profile must not deadlock.
  await rows(tx, sql`select id from profiles where id in (${id}, ${familyId}) order by id for no key update`)
  await rows(tx, sql`select id from children where parent_id in (${id}, ${familyId}) order by id for update`)
  await rows(tx, sql`select id from profiles where id = ${id} for update`)
}
