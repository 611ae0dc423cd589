import { LISTED_STATUSES } from '@aftercare/domain/lib/enums'
import { LANGUAGES, type Language } from '@aftercare/domain/lib/language'
import { balanceDue, PAYMENT_STATUSES } from '@aftercare/domain/payments/balances'
import { guestParentId, isGuest } from '@aftercare/domain/submissions/guests'
import { z } from '@hono/zod-openapi'
import { invitationSchema, isWithoutPassword } from '../auth/account-invitations'
import type { Queryable } from '../db/client'
import { shownName } from '../db/display-name'
import { jsonAgg } from '../db/json-rows'
import { cents, empty, getOne, maybeOne, sql } from '../db/sql'
import type { ProfileRow } from '../db/tables'
import { isUnconfirmed } from '../db/unconfirmed-email'
import { AppError } from '../errors'
import { listSecondAdults, secondAdultSchema } from '../family/second-adults'
import { centsToDollars } from '../http/cents-to-dollars'
import { findPage, pageOnly } from '../http/paging'
import { addKnownFamilies } from '../same-child/known-families.queries'
import { joinedRows } from '../submissions/submissions.admin.filters'
import { type ListedColumns, listedColumns, serializeListed } from '../submissions/submissions.admin.rows'
import { familyOfSchema, familyOfSql } from './family-of'
import { guestFigures, type Person, submissionsOf } from './parent-id'

export const parentDetail = z.object({
  id: z.string(),
  is_guest: z.boolean(),
  full_name: z.string(),
  email: z.string(),
  /** Staff changed it, and nobody has used a link mailed to it. */
  has_unconfirmed_email: z.boolean(),
  phone: z.string().nullable(),
  status: z.enum(LISTED_STATUSES),
  status_since: z.string().nullable(),
  version: z.number().int().nullable(),
  /** Until the parent of an account that staff created has chosen a password. */
  invitation: invitationSchema.nullable(),
  children: z.array(z.string()),
  /** Somebody who joined a family: all records are under its first adult. */
  family_of: familyOfSchema.nullable(),
  /** Those who joined this family. */
  adults: z.array(
    z.object({ id: z.string(), name: z.string(), email: z.string(), phone: z.string().nullable() }),
  ),
  /** Named by an imported list; they have not joined yet. */
  second_adults: z.array(secondAdultSchema),
  /** Of the account, or of a guest's newest submission; null where none was chosen. */
  language: z.enum(LANGUAGES).nullable(),
  totals: z.object({
    billed: z.number(),
    billed_submissions: z.number().int(),
    paid: z.number(),
    /** Without what moves their money: that was neither paid nor given back. */
    payments: z.number().int(),
    reversals: z.number().int(),
    balance: z.number(),
    payment_status: z.enum(PAYMENT_STATUSES),
  }),
})
export type ParentDetail = z.infer<typeof parentDetail>

export async function getParent(db: Queryable, person: Person): Promise<ParentDetail> {
  const who =
    person.guestEmail === null ? await findRegistered(db, person.parentId) : await findGuest(db, person)
  if (!who) throw new AppError('not-found')
  return { ...who, totals: await findTotals(db, person) }
}

type Registered = Pick<
  ProfileRow,
  'id' | 'full_name' | 'email' | 'phone' | 'status' | 'language' | 'version'
> &
  Pick<ParentDetail, 'children' | 'family_of' | 'adults'> & {
    status_since: string
    is_without_password: boolean
    has_unconfirmed_email: boolean
    invited_at: string | null
  }

async function findRegistered(db: Queryable, id: string) {
  const profile = await maybeOne<Registered>(
    db,
    sql`select p.id, p.full_name, p.email, p.phone, p.status, p.language, p.version,
        coalesce(p.status_since, p.created_at) as status_since,
        ${isWithoutPassword} as is_without_password, ${isUnconfirmed} as has_unconfirmed_email, a.invited_at,
        array(select c.name from children c where c.parent_id = p.id and c.deleted_at is null order by c.name) as children,
        ${familyOfSql(sql`p.id`)} as family_of,
        ${jsonAgg(sql`select o.id, ${shownName('o')} as name, o.email, o.phone
          from family_members m join profiles o on o.id = m.member_id
          where m.parent_id = p.id order by m.joined_at, o.id`)} as adults
      from profiles p join accounts a on a.id = p.id where p.id = ${id}`,
  )
  if (!profile) return null
  const { is_without_password, invited_at, ...shown } = profile
  return {
    ...shown,
    invitation: is_without_password ? { invited_at } : null,
    second_adults: await listSecondAdults(db, id),
    is_guest: false,
  }
}

type Guest = { full_name: string; language: Language; guest_phone: string | null; guest_children: string[] }

/** Known only from their submissions: the newest name and phone number count. */
async function findGuest(db: Queryable, person: Person & { parentId: null }) {
  const { guestEmail } = person
  const guest = await maybeOne<Guest>(
    db,
    sql`select (array_agg(guest_parent_name order by submitted_at desc, id desc))[1] as full_name,
        (array_agg(language order by submitted_at desc, id desc))[1] as language, ${guestFigures}
      from submissions s where ${submissionsOf(person)} having count(*) > 0`,
  )
  return (
    guest && {
      id: guestParentId(guestEmail),
      is_guest: true,
      full_name: guest.full_name,
      language: guest.language,
      phone: guest.guest_phone,
      children: guest.guest_children,
      family_of: null,
      adults: [],
      second_adults: [],
      email: guestEmail,
      has_unconfirmed_email: false,
      status: 'guest' as const,
      status_since: null,
      invitation: null,
      version: null,
    }
  )
}

type Totals = {
  billed_cents: number
  billed_count: number
  paid_cents: number
  payments: number
  reversals: number
}

/** Billed fees against all payments, including general ones; a guest has none. */
export async function findTotals(db: Queryable, person: Person): Promise<ParentDetail['totals']> {
  const { billed_cents, billed_count, paid_cents, payments, reversals } = await getOne<Totals>(
    db,
    sql`select fees.*, paid.* from (
        select ${cents(sql`coalesce(sum(s.total_fee) filter (where s.billed_status = 'billed'), 0)`)} as billed_cents,
          count(*) filter (where s.billed_status = 'billed') as billed_count
        from submissions s where ${submissionsOf(person)}) fees,
      (select ${cents(sql`coalesce(sum(amount), 0)`)} as paid_cents,
        count(*) filter (where reverses_payment_id is null and moved_from_payment_id is null) as payments,
        count(*) filter (where reverses_payment_id is not null and moved_from_payment_id is null) as reversals
        from payments where parent_id = ${person.parentId}) paid`,
  )
  const { balanceCents, status } = balanceDue(billed_cents, paid_cents)
  return {
    billed: centsToDollars(billed_cents),
    billed_submissions: billed_count,
    paid: centsToDollars(paid_cents),
    payments,
    reversals,
    balance: centsToDollars(balanceCents),
    payment_status: status,
  }
}

export const parentSubmissionsQuery = pageOnly().extend({
  order: z.enum(['newest', 'unpaid_first']).default('newest'),
})

/** Newest first; or those first that are not paid in full. */
export async function listSubmissionsOf(
  db: Queryable,
  person: Person,
  query: z.infer<typeof parentSubmissionsQuery>,
) {
  const first = query.order === 'unpaid_first' ? sql`s.paid_amount >= s.total_fee,` : empty
  const found = await findPage<ListedColumns>(db, query, {
    list: sql`select ${listedColumns} from submissions s ${joinedRows} where ${submissionsOf(person)}
      order by ${first} s.submitted_at desc, s.id desc`,
    counted: sql`from submissions s where ${submissionsOf(person)}`,
  })
  await addKnownFamilies(db, found.rows.filter(isGuest))
  return { ...found, rows: found.rows.map(serializeListed) }
}
