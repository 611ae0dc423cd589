import { guestParentId } from '@aftercare/domain/guests'
import type { ListedStatus } from '@aftercare/domain/names'
import { z } from '@hono/zod-openapi'
import { type SQL, sql } from 'drizzle-orm'
import type { Queryable } from '../db/client'
import { likePattern, offsetOf, pageQuery } from '../http/paging'
import { inDollars } from '../months/month-row'

const SORTS = ['name', 'email', 'phone', 'children', 'submissions', 'outstanding', 'status'] as const
type Sort = (typeof SORTS)[number]

export const parentsQuery = pageQuery(SORTS, 'name').extend({
  direction: z.enum(['asc', 'desc']).default('asc'),
})
export type ParentsQuery = z.infer<typeof parentsQuery>

/** Guests' rows of one address are one person, whoever else may use that address. */
const guestKey = sql.raw('lower(btrim(guest_parent_email))')

const parentsMatching = (pattern: string) => sql`
  and (p.full_name ilike ${pattern} or p.email ilike ${pattern}
    or p.id in (select c.parent_id from children c where c.name ilike ${pattern} and c.deleted_at is null))`

/** Any of a guest's rows may match; all of them count then. */
const guestsMatching = (pattern: string) => sql`
  and ${guestKey} in (select ${guestKey} from submissions where parent_id is null
    and (guest_parent_name ilike ${pattern} or guest_parent_email ilike ${pattern}
      or guest_child_name ilike ${pattern}))`

/** Registered parents and guests in one list; a guest's figures come with the grouping. */
function people(search: string): SQL {
  const pattern = likePattern(search)
  return sql`
    select p.id::text as id, false as is_guest, p.full_name, p.email, p.phone, p.status,
      p.id as parent_id, null::text[] as guest_children, null::int as guest_submissions, null::numeric as guest_fees
    from user_roles r join profiles p on p.id = r.user_id
    where r.role = 'parent' ${search === '' ? sql`` : parentsMatching(pattern)}
    union all
    select null, true, (array_agg(guest_parent_name order by submitted_at desc))[1], ${guestKey},
      (array_agg(guest_parent_phone order by submitted_at desc) filter (where guest_parent_phone is not null))[1],
      'guest', null, array_agg(distinct guest_child_name), count(*)::int, sum(total_fee)
    from submissions
    where parent_id is null ${search === '' ? sql`` : guestsMatching(pattern)}
    group by ${guestKey}`
}

const childrenOf = sql`case when is_guest then guest_children else
  array(select c.name from children c where c.parent_id = page.parent_id and c.deleted_at is null order by c.name)
  end`
const submissionsOf = sql`case when is_guest then guest_submissions else
  (select count(*)::int from submissions s where s.parent_id = page.parent_id) end`
const outstandingOf = sql`case when is_guest then guest_fees else greatest(0,
  (select coalesce(sum(s.total_fee), 0) from submissions s where s.parent_id = page.parent_id)
  - (select coalesce(sum(y.amount), 0) from payments y where y.parent_id = page.parent_id)) end`

const withChildren = sql`left join (select parent_id, count(*) as named from children where deleted_at is null
  group by parent_id) as c using (parent_id)`
const withFees = sql`left join (select parent_id, count(*) as made, sum(total_fee) as fees from submissions
  where parent_id is not null group by parent_id) as s using (parent_id)`
const withPayments = sql`left join (select parent_id, sum(amount) as paid from payments group by parent_id) as y
  using (parent_id)`

/** Figures that the order needs are summed once for everybody; all others only for the rows of the page. */
const SORT_EXPRESSIONS: Record<Sort, { by: SQL; joins?: SQL }> = {
  name: { by: sql`lower(full_name)` },
  email: { by: sql`lower(email)` },
  phone: { by: sql`phone` },
  children: { by: sql`coalesce(cardinality(guest_children), named, 0)`, joins: withChildren },
  submissions: { by: sql`coalesce(guest_submissions, made, 0)`, joins: withFees },
  outstanding: {
    by: sql`coalesce(guest_fees, greatest(0, coalesce(fees, 0) - coalesce(paid, 0)))`,
    joins: sql`${withFees} ${withPayments}`,
  },
  status: { by: sql`status` },
}

export const listedParentRow = z.object({
  id: z.string(),
  is_guest: z.boolean(),
  full_name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  children: z.array(z.string()),
  submissions: z.number().int(),
  outstanding: z.number(),
  status: z.enum(['active', 'inactive', 'suspended', 'guest']),
})

type PersonRow = {
  id: string | null
  is_guest: boolean
  full_name: string
  email: string
  phone: string | null
  children: string[]
  submissions: number
  outstanding_cents: string
  status: ListedStatus
}

export async function listParents(db: Queryable, query: ParentsQuery) {
  const list = people(query.search)
  const { by, joins = sql`` } = SORT_EXPRESSIONS[query.sort]
  const direction = query.direction === 'asc' ? sql`asc` : sql`desc`
  const order = sql`${by} ${direction} nulls last, lower(full_name), lower(email), is_guest`
  const [page, count] = await Promise.all([
    db.execute<PersonRow>(sql`
      select id, is_guest, full_name, email, phone, status, ${childrenOf} as children,
        ${submissionsOf} as submissions, (${outstandingOf}) * 100 as outstanding_cents
      from (
        select people.*, row_number() over (order by ${order}) as place from (${list}) as people ${joins}
        order by place limit ${query.size} offset ${offsetOf(query)}
      ) as page
      order by place`),
    db.execute<{ total: number }>(sql`select count(*)::int as total from (${list}) as people`),
  ])
  return {
    rows: page.rows.map(({ outstanding_cents, ...row }) => ({
      ...row,
      id: row.id ?? guestParentId(row.email),
      outstanding: inDollars(Math.round(Number(outstanding_cents))),
    })),
    total: count.rows[0]?.total ?? 0,
    page: query.page,
    size: query.size,
  }
}
