import { namedAllergies } from '@aftercare/domain/attendance'
import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Queryable, Tx } from '../db/client'
import { children, payments, profiles, submissions } from '../db/schema'
import { offsetOf } from '../http/paging'
import { inDollars } from '../months/month-row'
import { shownChildName, shownParentEmail, shownParentName } from '../submissions/submissions.admin.filters'

const isDropIn = isNull(submissions.month_id)
const newestFirst = [desc(submissions.submitted_at), desc(submissions.id)]

/** Requests of parents and guests and what staff entered, newest first, with the sum over all pages. */
export async function listDropIns(db: Queryable, page: { page: number; size: number }) {
  const ids = db
    .select({ id: submissions.id })
    .from(submissions)
    .where(isDropIn)
    .orderBy(...newestFirst)
    .limit(page.size)
    .offset(offsetOf(page))
  const [rows, [sums]] = await Promise.all([
    db
      .select({
        id: submissions.id,
        parent_id: submissions.parent_id,
        dropin_date: submissions.dropin_date,
        child_name: shownChildName,
        parent_name: shownParentName,
        parent_email: shownParentEmail,
        guest_parent_phone: submissions.guest_parent_phone,
        child_allergies: children.allergies,
        guest_child_allergies: submissions.guest_child_allergies,
        guest_child_notes: submissions.guest_child_notes,
        dismissal_type: submissions.dismissal_type,
        total_fee_cents: submissions.total_fee_cents,
        status: submissions.status,
        submitted_at: submissions.submitted_at,
      })
      .from(submissions)
      .leftJoin(profiles, eq(profiles.id, submissions.parent_id))
      .leftJoin(children, eq(children.id, submissions.child_id))
      .where(inArray(submissions.id, ids))
      .orderBy(...newestFirst),
    db
      .select({
        total: sql<number>`count(*)::int`,
        revenue: sql<number>`coalesce(sum(${submissions.total_fee_cents}), 0)::float8`,
      })
      .from(submissions)
      .where(isDropIn),
  ])
  return {
    rows: rows.map(({ child_allergies, guest_child_allergies, total_fee_cents, ...row }) => ({
      ...row,
      allergies: namedAllergies(child_allergies, guest_child_allergies),
      total_fee: inDollars(total_fee_cents),
    })),
    total: sums?.total ?? 0,
    revenue: sums?.revenue ?? 0,
    ...page,
  }
}

/** Payments that were applied to it stay, as general ones. Answers what was removed, for the record. */
export async function removeDropIn(tx: Tx, id: string) {
  const which = and(eq(submissions.id, id), isDropIn)
  // Held first, so that no payment is applied to it in between.
  await tx.select({ id: submissions.id }).from(submissions).where(which).for('update')
  const applied = await tx.select({ id: payments.id }).from(payments).where(eq(payments.submission_id, id))
  const [removed] = await tx.delete(submissions).where(which).returning({
    parent_id: submissions.parent_id,
    child_id: submissions.child_id,
    dropin_date: submissions.dropin_date,
    guest_child_name: submissions.guest_child_name,
    guest_parent_name: submissions.guest_parent_name,
    guest_parent_email: submissions.guest_parent_email,
    total_fee_cents: submissions.total_fee_cents,
    submitted_at: submissions.submitted_at,
  })
  return removed ? { ...removed, payment_ids: applied.map((payment) => payment.id) } : null
}
