import { recordAudit } from '../audit/audit.queries'
import { isGuestInFamily } from '../db/adults'
import { lockFamilies } from '../db/advisory-lock'
import type { Tx } from '../db/client'
import { execute, sql } from '../db/sql'
import type { Services, Viewer } from '../http/context'
import { lockWatches } from '../seat-watches/opened-seats.queries'

/**
 * Ends a membership: from the commit on every request and every open page of that account is without the family, and so
 * are the private links of what they had sent as a guest. Their invitations
 * end too; the seats they wait for are the family's, so the first adult gets those mails. False if the account is not in
 * this family.
 */
export async function endMembership(
  tx: Tx,
  { clock }: Pick<Services, 'clock'>,
  familyId: string,
  memberId: string,
): Promise<boolean> {
  await lockFamilies(tx, familyId)
  const ended = await execute(
    tx,
    sql`delete from family_members where member_id = ${memberId} and parent_id = ${familyId}`,
  )
  if (ended === 0) return false
  await execute(
    tx,
    sql`update family_invitations set ended_at = ${clock.now().toISOString()}
      where parent_id = ${familyId} and invited_by = ${memberId} and ended_at is null`,
  )
  await lockWatches(tx, sql`parent_id = ${familyId}`)
  await execute(
    tx,
    sql`update seat_watches set asked_by = null where parent_id = ${familyId} and asked_by = ${memberId}`,
  )
  await execute(
    tx,
    // By the emails of those who stay, because this adult may have had another one. If one who stays had, theirs end too.
    sql`delete from guest_links where submission_id in (
      select id from submissions s where parent_id = ${familyId} and not ${isGuestInFamily})`,
  )
  return true
}

/** Removes an adult in the name of the first adult or of staff. */
export async function removeAdult(
  tx: Tx,
  services: Services,
  familyId: string,
  memberId: string,
  viewer: Viewer,
): Promise<boolean> {
  if (!(await endMembership(tx, services, familyId, memberId))) return false
  await recordAudit(tx, { services, viewer }, 'family.remove-adult', 'profiles', memberId, {
    parent_id: familyId,
  })
  return true
}
