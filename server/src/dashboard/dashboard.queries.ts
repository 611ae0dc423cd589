import { RECENT_SUBMISSIONS } from '@aftercare/domain/names'
import { derivedStatus } from '@aftercare/domain/submissions'
import { and, desc, eq, lt, sql } from 'drizzle-orm'
import type { Queryable } from '../db/client'
import { children, months, profiles, submissions, user_roles } from '../db/schema'
import { inDollars } from '../months/month-row'

/** Registered parents only: admins have profiles too, and guests have none. */
export async function countParentUsers(db: Queryable): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(profiles)
    .innerJoin(user_roles, and(eq(user_roles.user_id, profiles.id), eq(user_roles.role, 'parent')))
  return row?.count ?? 0
}

/** Everything whose derived status is not Paid; the condition is that of the partial index. */
export async function countUnpaid(db: Queryable): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(submissions)
    .where(lt(submissions.paid_amount_cents, submissions.total_fee_cents))
  return row?.count ?? 0
}

export async function listRecentSubmissions(db: Queryable) {
  const rows = await db
    .select({
      id: submissions.id,
      submitted_at: submissions.submitted_at,
      total_fee_cents: submissions.total_fee_cents,
      paid_amount_cents: submissions.paid_amount_cents,
      billed_status: submissions.billed_status,
      dropin_date: submissions.dropin_date,
      child_name: sql<string>`coalesce(${children.name}, ${submissions.guest_child_name}, '')`,
      parent_name: sql<string>`coalesce(${profiles.full_name}, ${submissions.guest_parent_name}, '')`,
      month: { month_name: months.month_name, year: months.year },
    })
    .from(submissions)
    .leftJoin(children, eq(children.id, submissions.child_id))
    .leftJoin(profiles, eq(profiles.id, submissions.parent_id))
    .leftJoin(months, eq(months.id, submissions.month_id))
    .orderBy(desc(submissions.submitted_at), desc(submissions.id))
    .limit(RECENT_SUBMISSIONS)
  return rows.map(({ total_fee_cents, paid_amount_cents, billed_status, ...row }) => ({
    ...row,
    total_fee: inDollars(total_fee_cents),
    status: derivedStatus({
      totalFeeCents: total_fee_cents,
      paidCents: paid_amount_cents,
      billedStatus: billed_status,
    }),
  }))
}
