import type { Claim } from '@aftercare/domain/guest-claims/claim-schemas'
import { claimConflict } from '@aftercare/domain/guest-claims/guest-claims'
import { fieldError } from '@aftercare/domain/lib/field-rules'
import { recordAudit } from '../audit/audit.queries'
import { type Child, createChild, lockChildren, recordCreated } from '../children/children.queries'
import { notifyIfRestored } from '../children/notify-child-changed'
import type { Tx } from '../db/client'
import { AppError } from '../errors'
import type { AppContext } from '../http/context'
import { accountOf } from '../http/route'
import { monthTransaction } from '../months/month-transaction'
import { lockMonthOf } from '../months/months.queries'
import { notifyOpenedSeats } from '../seat-watches/opened-seats.queries'
import {
  assignToFamily,
  claimableEmails,
  claimedTimeOf,
  findGuestSubmission,
  type GuestSubmission,
  listBookingsAtSameTime,
  lockGuestSubmission,
} from './guest-claims.queries'

/** Moves a guest submission into the account, all or nothing. */
export async function claimSubmission(
  c: AppContext,
  parentId: string,
  id: string,
  claim: Claim,
): Promise<void> {
  await monthTransaction(c, { submissionId: id }, claim, async (tx) => {
    const child = await assignGuestSubmission(c, tx, id, {
      lockChild: () => lockOrCreateChild(c, tx, parentId, claim),
      lockSubmission: () => lockClaimable(tx, parentId, id),
    })
    await recordAudit(tx, c.var, 'submission.claim', 'submissions', id, {
      child_id: child.id,
      is_new_child: 'child' in claim,
    })
    return { id }
  })
}

type Assigned = {
  lockChild: () => Promise<Child>
  /** Throws if the submission may not go to that child. */
  lockSubmission: (child: Child) => Promise<GuestSubmission>
}

/** The same for a claim and for staff's link: locks in the order of all, one booking per time, days and fee stay. */
export async function assignGuestSubmission(
  c: AppContext,
  tx: Tx,
  id: string,
  { lockChild, lockSubmission }: Assigned,
): Promise<Child> {
  const found = await findGuestSubmission(tx, id)
  const month = found && (await lockMonthOf(tx, found))
  const child = await lockChild()
  const submission = await lockSubmission(child)
  const conflict = claimConflict(
    claimedTimeOf(submission),
    await listBookingsAtSameTime(tx, child.id, submission),
  )
  if (conflict) throw new AppError('already-booked', { child: child.name, ...conflict })
  await assignToFamily(tx, id, child, c.var.services.clock.now().toISOString())
  // A child who also has the day otherwise takes one seat from now on, not two.
  if (month) await notifyOpenedSeats(tx, month, c.var.services)
  return child
}

/** Locked, so that no registration or drop-in for the child is made meanwhile. */
async function lockOrCreateChild(c: AppContext, tx: Tx, parentId: string, claim: Claim): Promise<Child> {
  const { services } = c.var
  if ('child_id' in claim) {
    const [child] = await lockChildren(tx, parentId, [claim.child_id])
    if (!child)
      throw new AppError(
        'not-found',
        {},
        { fields: { child_id: fieldError('child-required', 'Please choose a child') } },
      )
    return child
  }
  const created = await createChild(tx, parentId, claim.child, services.clock)
  await notifyIfRestored(tx, created, accountOf(c).id, services)
  await recordCreated(tx, c.var, created.child)
  return created.child
}

/** What this family may not claim is reported as not found. */
async function lockClaimable(tx: Tx, parentId: string, id: string): Promise<GuestSubmission> {
  const submission = await lockGuestSubmission(tx, id)
  if (submission?.parent_id === parentId) throw new AppError('already-claimed')
  const emails = await claimableEmails(tx, parentId)
  const isOwn = submission?.parent_id === null && emails.includes(submission.guest_key ?? '')
  if (!isOwn) throw new AppError('not-found')
  return submission
}
