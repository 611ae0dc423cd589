import { LISTED_STATUSES } from '@aftercare/domain/lib/enums'
import { LANGUAGES } from '@aftercare/domain/lib/language'
import { type SearchWord, searchWords } from '@aftercare/domain/lib/search'
import { outstandingCents } from '@aftercare/domain/payments/balances'
import { guestParentId } from '@aftercare/domain/submissions/guests'
import { z } from '@hono/zod-openapi'
import { invitationSchema, isWithoutPassword } from '../auth/account-invitations'
import { TOMBSTONE_DOMAIN } from '../auth/tombstone-email'
import type { Queryable } from '../db/client'
import { allOf, anyOf, hasWord, inParentOrChild, isExactOnly, type Match, splitWords } from '../db/search'
import { cents, empty, join, rows, type Sql, sql } from '../db/sql'
import { isUnconfirmed } from '../db/unconfirmed-email'
import { centsToDollars } from '../http/cents-to-dollars'
import { offsetOf, pageQuery } from '../http/paging'
import { familyOfSchema, familyOfSql } from './family-of'
import { guestFigures } from './parent-id'

const SORTS = ['name', 'email', 'phone', 'children', 'submissions', 'outstanding', 'status'] as const
type Sort = (typeof SORTS)[number]

export const parentsQuery = pageQuery(SORTS, 'name').extend({
  direction: z.enum(['asc', 'desc']).default('asc'),
})
export type ParentsQuery = z.infer<typeof parentsQuery>

export const listedParentRow = z.object({
  id: z.string(),
  is_guest: z.boolean(),
  full_name: z.string(),
  email: z.string(),
  /** Staff changed it, and nobody has used a link mailed to it. */
  has_unconfirmed_email: z.boolean(),
  phone: z.string().nullable(),
  children: z.array(z.string()),
  submissions: z.number().int(),
  outstanding: z.number(),
  status: z.enum(LISTED_STATUSES),
  /** Until the parent of an account that staff created has chosen a password. */
  invitation: invitationSchema.nullable(),
  /** The first adult of the family that somebody joined. */
  family_of: familyOfSchema.nullable(),
  /** Of the account, or of a guest's newest submission; null where none was chosen. */
  language: z.enum(LANGUAGES).nullable(),
})

/** Registered parents, as one part of the union. */
const parents = (
  search: string,
) => sql`select p.id as parent_id, false as is_guest, p.full_name, p.email, p.phone, p.status, p.language,
    ${isExactOnly(search) ? sql`false` : sql`not (${parentHas(searchWords(search), 'exact')})`} as is_similar
  from profiles p
  where exists (select from user_roles r where r.user_id = p.id and r.role = 'parent') and ${isParentFound(search)}`

const GUEST_COLUMNS = sql`null::uuid as parent_id, true as is_guest, s.guest_parent_name as full_name,
  guest_key(s.guest_parent_email) as email, null::text as phone, 'guest' as status, s.language`

/** Of an erased guest nothing is left to show. */
const isErased = sql`guest_parent_email like ${`%${TOMBSTONE_DOMAIN}`}`

/** Guests, as the other: all rows with one email are one person, represented by the newest row and its name. */
const guests = (search: string) =>
  searchWords(search).length === 0
    ? sql`select ${GUEST_COLUMNS}, false as is_similar
        from submissions s
        where s.parent_id is null and not ${isErased} and not exists (
          select from submissions newer
          where newer.parent_id is null and guest_key(newer.guest_parent_email) = guest_key(s.guest_parent_email)
            and (newer.submitted_at, newer.id) > (s.submitted_at, s.id))`
    : sql`select ${GUEST_COLUMNS}, found.is_similar
        from (${guestsFound(search)}) found cross join lateral (
          select * from submissions
          where parent_id is null and guest_key(guest_parent_email) = found.email
          order by submitted_at desc, id desc limit 1) s`

/** Every word is in the name, the email or a child's name. */
function isParentFound(search: string): Sql {
  const { byIndex, others } = splitWords(searchWords(search))
  if (byIndex.length === 0) return parentHas(others, 'any')
  const found = inParentOrChild(byIndex, (places) => {
    const has = byIndex.map((word, index) =>
      places[index] === 'parent' ? hasWord(sql`p.search_text`, word, 'any') : childHas(word, 'any'),
    )
    return sql`select p.id from profiles p where ${allOf(has)}`
  })
  return sql`p.id in (${found}) and ${parentHas(others, 'any')}`
}

const parentHas = (words: readonly SearchWord[], match: Match) =>
  allOf(words.map((word) => anyOf([hasWord(sql`p.search_text`, word, match), childHas(word, match)])))

const childHas = (word: SearchWord, match: Match) => sql`exists (select from children c
  where c.parent_id = p.id and c.deleted_at is null and ${hasWord(sql`c.search_text`, word, match)})`

/** The emails of guests with every word in any of their rows, whether in the same one or not. */
function guestsFound(search: string): Sql {
  const words = searchWords(search)
  const foundBy = (word: SearchWord) => sql`select guest_key(guest_parent_email) as email,
      bool_or(${hasWord(sql`guest_search_text`, word, 'exact')}) as is_exact
    from submissions where parent_id is null and not ${isErased} and ${hasWord(sql`guest_search_text`, word, 'any')} group by 1`
  return sql`select email, not bool_and(is_exact) as is_similar
    from (${join(words.map(foundBy), ' union all ')}) by_word group by email having count(*) = ${words.length}`
}

const childrenOf = sql`coalesce(guest_children,
  array(select c.name from children c where c.parent_id = page.parent_id and c.deleted_at is null order by c.name))`
const submissionCountOf = sql`coalesce(guest_submissions,
  (select count(*)::int from submissions s where s.parent_id = page.parent_id))`
const feesOf = sql`coalesce(guest_fees,
  (select sum(s.total_fee) from submissions s where s.parent_id = page.parent_id), 0)`
const paidOf = sql`coalesce((select sum(y.amount) from payments y where y.parent_id = page.parent_id), 0)`

const guestFees = sql`sum(total_fee) as guest_fees`
const withGuests = sql`left join (select guest_key(guest_parent_email) as guest_email, ${guestFigures}, ${guestFees}
  from submissions where parent_id is null group by 1) as g on is_guest and guest_email = email`
const withChildren = sql`left join (select parent_id, count(*) as named from children where deleted_at is null
  group by parent_id) as c using (parent_id)`
const withFees = sql`left join (select parent_id, count(*) as made, sum(total_fee) as fees from submissions
  where parent_id is not null group by parent_id) as s using (parent_id)`
const withPayments = sql`left join (select parent_id, sum(amount) as paid from payments group by parent_id) as y
  using (parent_id)`

/** An aggregate needed for sorting is computed for everybody; the others only for the rows of the page. */
const SORT_EXPRESSIONS: Record<Sort, { by: Sql; isPossiblyNull?: boolean; figures?: Sql }> = {
  name: { by: sql`lower(full_name)` },
  email: { by: sql`lower(email)` },
  phone: { by: sql`coalesce(guest_phone, phone)`, isPossiblyNull: true, figures: withGuests },
  children: {
    by: sql`coalesce(cardinality(guest_children), named, 0)`,
    figures: sql`${withGuests} ${withChildren}`,
  },
  submissions: { by: sql`coalesce(guest_submissions, made, 0)`, figures: sql`${withGuests} ${withFees}` },
  // The domain's `outstandingCents`.
  outstanding: {
    by: sql`coalesce(guest_fees, greatest(0, coalesce(fees, 0) - coalesce(paid, 0)))`,
    figures: sql`${withGuests} ${withFees} ${withPayments}`,
  },
  status: { by: sql`status` },
}

/** Exact matches of a search come first, whatever the order. */
function orderOf({ search, sort, direction }: ParentsQuery): Sql {
  const { by, isPossiblyNull = false } = SORT_EXPRESSIONS[sort]
  const first = direction === 'asc' ? sql`${by} asc` : sql`${by} desc`
  // An ascending index has its nulls last; without nulls, the clause would only keep the index from being used.
  return sql`${isExactOnly(search) ? empty : sql`is_similar, `}${first} ${isPossiblyNull ? sql`nulls last` : empty},
    lower(full_name), lower(email)`
}

/** The people up to the end of the page, or all matches. Unfiltered, each part of the union stops there too, by index. */
function peopleOf(query: ParentsQuery): Sql {
  const { figures = empty } = SORT_EXPRESSIONS[query.sort]
  if (isSearch(query)) return sql`people ${figures}`
  if (figures !== empty) return sql`(${everybody('')}) as people ${figures}`
  const first = sql`order by ${orderOf(query)} limit ${offsetOf(query) + query.size}`
  return sql`((select * from (${parents('')}) arm ${first}) union all (select * from (${guests('')}) arm ${first})) as people`
}

const isSearch = ({ search }: ParentsQuery) => searchWords(search).length > 0
const everybody = (search: string) => sql`${parents(search)} union all ${guests(search)}`

const countOf = (query: ParentsQuery): Sql =>
  isSearch(query)
    ? sql`select count(*) as total, count(*) filter (where is_similar) as similar from people`
    : sql`select (select count(*) from user_roles where role = 'parent') + (
        select count(distinct guest_key(guest_parent_email)) from submissions
        where parent_id is null and not ${isErased}) as total,
        0::bigint as similar`

type PersonRow = Omit<z.infer<typeof listedParentRow>, 'id' | 'outstanding' | 'invitation'> & {
  is_without_password: boolean
  invited_at: string | null
  parent_id: string | null
  fees_cents: number
  paid_cents: number
  total: number
  similar: number
}
type NoPerson = Pick<PersonRow, 'total' | 'similar'> & { is_guest: null }

export const parentsStatement = (query: ParentsQuery): Sql => sql`
  ${isSearch(query) ? sql`with people as materialized (${everybody(query.search)})` : empty}
  select counted.total, counted.similar, page.parent_id, page.is_guest, page.full_name, page.email,
    coalesce(guest_phone, page.phone) as phone, page.status, page.language,
    coalesce(${isUnconfirmed}, false) as has_unconfirmed_email,
    a.id is not null and ${isWithoutPassword} as is_without_password, a.invited_at,
    ${familyOfSql(sql`page.parent_id`)} as family_of,
    ${childrenOf} as children, ${submissionCountOf} as submissions,
    ${cents(feesOf)} as fees_cents, ${cents(paidOf)} as paid_cents
  from (${countOf(query)}) counted left join (
    select people.*, row_number() over (order by ${orderOf(query)}, is_guest) as place
    from ${peopleOf(query)} order by place limit ${query.size} offset ${offsetOf(query)}
  ) page on true
  left join accounts a on a.id = page.parent_id
  left join lateral (select ${guestFigures}, ${guestFees} from submissions
    where page.is_guest and parent_id is null and guest_key(guest_parent_email) = page.email
    group by guest_key(guest_parent_email)) one_guest on true
  order by page.place`

/** Registered parents and guests in one list. */
export async function listParents(db: Queryable, query: ParentsQuery) {
  const list = await rows<PersonRow | NoPerson>(db, parentsStatement(query))
  const { total = 0, similar = 0 } = list[0] ?? {}
  return { rows: list.flatMap(serializePerson), total, similar, page: query.page, size: query.size }
}

/** A page beyond the last is empty, but still has the total. */
function serializePerson(row: PersonRow | NoPerson) {
  if (row.is_guest === null) return []
  const { parent_id, fees_cents, paid_cents, total: _, similar: __, ...listed } = row
  const { is_without_password, invited_at, ...person } = listed
  const invitation = is_without_password ? { invited_at } : null
  const outstanding = centsToDollars(outstandingCents([fees_cents], [paid_cents]))
  return [{ ...person, invitation, id: parent_id ?? guestParentId(row.email), outstanding }]
}
