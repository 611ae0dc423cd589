import { recordAudit } from '../audit/audit.queries'
import { type Child, findChild, lockChildren } from '../children/children.queries'
import type { Tx } from '../db/client'
import { execute, sql } from '../db/sql'
import { AppError } from '../errors'
import type { AppContext } from '../http/context'
import { idempotentTransaction } from '../http/idempotency'
import { monthTransaction } from '../months/month-transaction'
import { findKnownFamilies } from '../same-child/known-families.queries'
import { alreadyBooked, assertNotChargedBefore } from '../submissions/bookings.queries'
import { assignGuestSubmission } from './claim-submission'
import { findDayBookedTwice, type GuestSubmission, lockGuestSubmission } from './guest-claims.queries'

/** "Same child": the submission goes to the child's family, as if the family had claimed it. */
export async function linkToChild(c: AppContext, id: string, child_id: string): Promise<void> {
  await monthTransaction(c, { submissionId: id }, { child_id }, async (tx) => {
    await assignGuestSubmission(c, tx, id, {
      lockChild: () => lockChildAskedAbout(tx, child_id),
      lockSubmission: (child) => lockLinkable(tx, id, child),
    })
    await answer(c, tx, id, true, 'submission.same-child', { child_id })
    return { id }
  })
}

/** A parent who claims a day that the child has in a registration chose both; here nobody asked the family to pay twice. */
async function lockLinkable(tx: Tx, id: string, child: Child): Promise<GuestSubmission> {
  const submission = await lockAskedAbout(tx, id, child)
  if (submission.is_cancelled) throw new AppError('registration-cancelled')
  const twice = await findDayBookedTwice(tx, child.id, id)
  if (twice) throw alreadyBooked(child.name, twice.kind, twice.day)
  const { month_id, selected_days } = submission
  if (month_id !== null) await assertNotChargedBefore(tx, [child.id], { id: month_id }, selected_days)
  return submission
}

/** "Another child" ends the question. */
export async function markAnotherChild(c: AppContext, id: string): Promise<void> {
  await idempotentTransaction(c, {}, async (tx) => {
    await lockAskedAbout(tx, id)
    await answer(c, tx, id, false, 'submission.another-child')
    return { id }
  })
}

/** Staff's own answer; the version stays, because nothing that a form saves has changed. */
async function answer(
  { var: { services, viewer } }: AppContext,
  tx: Tx,
  id: string,
  isSameChild: boolean,
  action: string,
  detail = {},
): Promise<void> {
  await execute(tx, sql`update submissions set is_same_child = ${isSameChild} where id = ${id}`)
  await recordAudit(tx, { services, viewer }, action, 'submissions', id, detail)
}

async function lockChildAskedAbout(tx: Tx, id: string): Promise<Child> {
  const found = await findChild(tx, 'staff', id)
  const [child] = found ? await lockChildren(tx, found.parent_id, [id]) : []
  if (!child) throw new AppError('no-longer-asked')
  return child
}

/** A guest's submission that is still asked about; the child must be one that it may be linked to. */
async function lockAskedAbout(tx: Tx, id: string, child?: Child): Promise<GuestSubmission> {
  const submission = await lockGuestSubmission(tx, id)
  if (!submission) throw new AppError('not-found')
  const known = await findKnownFamilies(tx, [id], { namesakes: 'anybody' })
  const offered = known.get(id)?.same_children ?? []
  const isAsked = child
    ? offered.some(({ id: offeredId, may_link }) => may_link && offeredId === child.id)
    : offered.length > 0
  if (!isAsked) throw new AppError('no-longer-asked')
  return submission
}
