import { PAYMENT_STATUSES, paymentStatus } from '@aftercare/domain/balances'
import { guestParentId } from '@aftercare/domain/guests'
import { z } from '@hono/zod-openapi'
import { and, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Queryable } from '../db/client'
import { children, months, payments, profiles, submissions } from '../db/schema'
import { offsetOf } from '../http/paging'
import { inDollars } from '../months/month-row'
import { listedColumns, presentListed } from '../submissions/submissions.admin.rows'
import { type Person, submissionsOf } from './parent-id'

export const parentDetail = z.object({
  id: z.string(),
  is_guest: z.boolean(),
  full_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  status: z.enum(['active', 'inactive', 'suspended', 'guest']),
  created_at: z.string().nullable(),
  version: z.number().int().nullable(),
  children: z.array(z.string()),
  totals: z.object({
    billed: z.number(),
    billed_submissions: z.number().int(),
    paid: z.number(),
    payments: z.number().int(),
    balance: z.number(),
    payment_status: z.enum(PAYMENT_STATUSES),
    outstanding: z.number(),
  }),
})
export type ParentDetail = z.infer<typeof parentDetail>

export async function findParent(db: Queryable, person: Person): Promise<ParentDetail | null> {
  const who =
    person.guestEmail === null ? await findRegistered(db, person.parentId) : await findGuest(db, person)
  return who && { ...who, totals: await findTotals(db, person) }
}

async function findRegistered(db: Queryable, id: string) {
  const [profile] = await db
    .select({
      id: profiles.id,
      full_name: profiles.full_name,
      email: profiles.email,
      phone: profiles.phone,
      status: profiles.status,
      created_at: profiles.created_at,
      version: profiles.version,
    })
    .from(profiles)
    .where(eq(profiles.id, id))
  if (!profile) return null
  const names = await db
    .select({ name: children.name })
    .from(children)
    .where(and(eq(children.parent_id, id), isNull(children.deleted_at)))
    .orderBy(children.name)
  return { ...profile, is_guest: false, children: names.map((child) => child.name) }
}

/** Known only by what the guest wrote: the newest name and telephone number count. */
async function findGuest(db: Queryable, person: Person & { parentId: null }) {
  const own = submissionsOf(person)
  const [newest] = await db
    .select({ full_name: submissions.guest_parent_name })
    .from(submissions)
    .where(own)
    .orderBy(desc(submissions.submitted_at))
    .limit(1)
  if (!newest) return null
  const [withPhone] = await db
    .select({ phone: submissions.guest_parent_phone })
    .from(submissions)
    .where(and(own, isNotNull(submissions.guest_parent_phone)))
    .orderBy(desc(submissions.submitted_at))
    .limit(1)
  const names = await db
    .selectDistinct({ name: submissions.guest_child_name })
    .from(submissions)
    .where(own)
    .orderBy(submissions.guest_child_name)
  return {
    id: guestParentId(person.guestEmail),
    is_guest: true,
    full_name: newest.full_name ?? '',
    email: person.guestEmail,
    phone: withPhone?.phone ?? null,
    status: 'guest' as const,
    created_at: null,
    version: null,
    children: names.flatMap(({ name }) => name ?? []),
  }
}

const isBilled = sql`filter (where ${submissions.billed_status} = 'billed')`

/** Billed fees against all payments, general ones too; a guest has none. */
async function findTotals(db: Queryable, person: Person): Promise<ParentDetail['totals']> {
  const [fees] = await db
    .select({
      cents: sql<string>`sum(${submissions.total_fee_cents}) * 100`,
      billedCents: sql<string>`sum(${submissions.total_fee_cents}) ${isBilled} * 100`,
      billedCount: sql<number>`(count(*) ${isBilled})::int`,
    })
    .from(submissions)
    .where(submissionsOf(person))
  const [paid] = person.parentId
    ? await db
        .select({
          cents: sql<string>`sum(${payments.amount_cents}) * 100`,
          count: sql<number>`count(*)::int`,
        })
        .from(payments)
        .where(eq(payments.parent_id, person.parentId))
    : []
  const allCents = Number(fees?.cents ?? 0)
  const billedCents = Number(fees?.billedCents ?? 0)
  const paidCents = Number(paid?.cents ?? 0)
  return {
    billed: inDollars(billedCents),
    billed_submissions: fees?.billedCount ?? 0,
    paid: inDollars(paidCents),
    payments: paid?.count ?? 0,
    balance: inDollars(billedCents - paidCents),
    payment_status: paymentStatus(billedCents - paidCents),
    outstanding: inDollars(Math.max(0, allCents - paidCents)),
  }
}

/** Newest first. */
export async function listSubmissionsOf(
  db: Queryable,
  person: Person,
  query: { page: number; size: number },
) {
  const own = submissionsOf(person)
  const [rows, [count]] = await Promise.all([
    db
      .select(listedColumns)
      .from(submissions)
      .leftJoin(profiles, eq(profiles.id, submissions.parent_id))
      .leftJoin(children, eq(children.id, submissions.child_id))
      .leftJoin(months, eq(months.id, submissions.month_id))
      .where(own)
      .orderBy(desc(submissions.submitted_at), desc(submissions.id))
      .limit(query.size)
      .offset(offsetOf(query)),
    db.select({ total: sql<number>`count(*)::int` }).from(submissions).where(own),
  ])
  return { rows: rows.map(presentListed), total: count?.total ?? 0, page: query.page, size: query.size }
}
