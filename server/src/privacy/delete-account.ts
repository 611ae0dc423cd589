import { recordAudit } from '../audit/audit.queries'
import { isStaff } from '../auth/admin-accounts.queries'
import { findFamilyOf } from '../db/adults'
import { acquireAdvisoryLock, lockFamilies } from '../db/advisory-lock'
import type { Tx } from '../db/client'
import { rows, sql } from '../db/sql'
import { AppError } from '../errors'
import { endMembership } from '../family/membership'
import type { AppContext, Services } from '../http/context'
import { accountOf } from '../http/route'
import { lockWatches } from '../seat-watches/opened-seats.queries'
import { eraseFamily, erasePickups, lockErasedSubmissions } from './erase-family'
import { type Family, findFamily } from './family.queries'
import { findOpenObligations } from './obligations.queries'
import { saveErasedList } from './save-erased-list'

/** Erases the viewer's own account; the caller has checked the password. */
export async function deleteAccount(c: AppContext): Promise<void> {
  const { services } = c.var
  const { db, clock } = services
  const { id, familyId } = accountOf(c)
  await db.transaction(async (tx) => {
    const family = await lockForErasure(tx, id, familyId)
    // Already deleted, e.g. in another tab.
    if (!family) throw new AppError('signed-out')
    const open = await findOpenObligations(tx, family, clock.today())
    if (open) throw new AppError('account-in-use', open)
    await eraseAccount(tx, services, family, familyId)
    await recordAudit(tx, c.var, 'account.remove', 'accounts', id)
  })
  await saveErasedList(services)
}

/**
 * Locks all that erasing an account changes, so that what stands in its way cannot change any more. `familyId`: the
 * family that the person has joined, or their own. Null if the account is gone.
 */
export async function lockForErasure(tx: Tx, id: string, familyId: string): Promise<Family | null> {
  await lockLists(tx)
  await lockFamilies(tx, familyId, id)
  const joined = await findFamilyOf(tx, id)
  // They joined it while this waited, and it is not locked.
  if (joined !== null && joined !== familyId) throw new AppError('unavailable', {}, { retryAfterSeconds: 1 })
  // Before the profile: what they are doing for the family holds the membership and may reference the profile.
  await rows(tx, sql`select from family_members where member_id = ${id} for update`)
  await rows(tx, sql`select id from accounts where id = ${id} for update`)
  if (await isStaff(tx, id)) throw new AppError('staff-account')
  await lockFamily(tx, id, familyId)
  const family = await findFamily(tx, id)
  if (!family) return null
  await lockErasedSubmissions(tx, family, familyId)
  await lockWatches(tx, sql`parent_id = ${id}`)
  return family
}

/** Of all families, before any family: files under review lose lines, and a message has read who gets it. */
export async function lockLists(tx: Tx): Promise<void> {
  await acquireAdvisoryLock(tx, 'family imports')
  await acquireAdvisoryLock(tx, 'payment imports')
  // A message that has read who gets it is queued first, and deleted here.
  await acquireAdvisoryLock(tx, 'family messages')
}

/**
 * Disables a locked account and erases its family. Somebody who joined a family is erased alone; a first adult cannot be
 * while others are in the family.
 */
export async function eraseAccount(
  tx: Tx,
  services: Pick<Services, 'config' | 'clock'>,
  { id }: Family,
  familyId: string,
): Promise<void> {
  if (await endMembership(tx, services, familyId, id)) await erasePickups(tx, id, familyId)
  await eraseFamily(tx, id, services)
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
