import { MONTH_NAMES } from '@aftercare/domain/days'
import { DERIVED_STATUSES, SUBMISSION_TYPES } from '@aftercare/domain/submissions'
import { z } from '@hono/zod-openapi'
import { and, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { children, months, profiles, submissions } from '../db/schema'
import { likePattern, pageQuery } from '../http/paging'
import { derivedStatusRank, hasDerivedStatus } from './submissions.admin.status'

const SORTS = [
  'submitted',
  'parent',
  'child',
  'month',
  'days',
  'fee',
  'billed',
  'status',
  'allergies',
] as const
type Sort = (typeof SORTS)[number]

export const submissionsQuery = pageQuery(SORTS, 'submitted').extend({
  status: z.enum(['all', ...DERIVED_STATUSES]).default('all'),
  type: z.enum(['all', ...SUBMISSION_TYPES]).default('all'),
})
export type SubmissionsQuery = z.infer<typeof submissionsQuery>

/** Which submissions are listed. Names only the submissions table itself, so that counting needs no join. */
export function listedSubmissions({ status, type, search }: SubmissionsQuery): SQL | undefined {
  return and(
    status === 'all' ? undefined : hasDerivedStatus(status),
    type === 'all'
      ? undefined
      : type === 'day_drop_in'
        ? isNull(submissions.month_id)
        : isNotNull(submissions.month_id),
    search === '' ? undefined : matches(search),
  )
}

/**
 * Parent name, child name and e-mail, as they are shown: of the profile and the child, or of the guest. Each
 * arm is answered by its own trigram index; one OR over the joined tables could use none of them.
 */
function matches(search: string): SQL {
  const pattern = likePattern(search)
  return sql`${submissions.id} in (
    select s.id from submissions s
      where s.parent_id is null and (s.guest_parent_name ilike ${pattern}
        or s.guest_parent_email ilike ${pattern} or s.guest_child_name ilike ${pattern})
    union all
    select s.id from submissions s join profiles p on p.id = s.parent_id
      where p.full_name ilike ${pattern} or p.email ilike ${pattern}
    union all
    select s.id from submissions s join children c on c.id = s.child_id where c.name ilike ${pattern})`
}

/** What stands in the row: the profile's or child's own data, else what the guest wrote. */
export const shownParentName = sql<string>`coalesce(nullif(${profiles.full_name}, ''), ${submissions.guest_parent_name}, '')`
export const shownParentEmail = sql<string>`coalesce(${profiles.email}, ${submissions.guest_parent_email}, '')`
export const shownChildName = sql<string>`coalesce(${children.name}, ${submissions.guest_child_name}, '')`

const monthNames = sql.raw(`array[${MONTH_NAMES.map((name) => `'${name}'`).join(', ')}]`)
const firstDay = sql`coalesce(${submissions.dropin_date},
  make_date(${months.year}, array_position(${monthNames}, ${months.month_name}), 1))`

const SORT_EXPRESSIONS: Record<Sort, SQL> = {
  submitted: sql`${submissions.submitted_at}`,
  parent: sql`lower(${shownParentName})`,
  child: sql`lower(${shownChildName})`,
  month: firstDay,
  days: sql`cardinality(${submissions.selected_days})`,
  fee: sql`${submissions.total_fee_cents}`,
  billed: sql`${submissions.billed_status}`,
  status: derivedStatusRank,
  allergies: sql`lower(coalesce(${children.allergies}, ${submissions.guest_child_allergies}))`,
}

/** Equal values follow newest first, so that pages never overlap. */
export function submissionsOrder({ sort, direction }: Pick<SubmissionsQuery, 'sort' | 'direction'>): SQL[] {
  const by = SORT_EXPRESSIONS[sort]
  if (sort === 'submitted' && direction === 'asc') return [sql`${by} asc`, sql`${submissions.id} asc`]
  const first = direction === 'asc' ? sql`${by} asc nulls last` : sql`${by} desc nulls last`
  return sort === 'submitted'
    ? [sql`${by} desc`, sql`${submissions.id} desc`]
    : [first, sql`${submissions.submitted_at} desc`, sql`${submissions.id} desc`]
}
