import { MEANS_NONE } from '@aftercare/domain/children/allergies'
import { idField } from '@aftercare/domain/lib/fields'
import { SUBMISSION_SORTS, type SubmissionSort } from '@aftercare/domain/submissions/submission-sorts'
import { DERIVED_STATUSES, SUBMISSION_TYPES } from '@aftercare/domain/submissions/submissions'
import { z } from '@hono/zod-openapi'
import { childDisplayName, parentDisplayName } from '../db/display-name'
import { join, type Sql, sql } from '../db/sql'
import { pageQuery } from '../http/paging'
import { isCancelRequested } from './submissions.admin.rows'
import { derivedStatusRank, hasDerivedStatus } from './submissions.admin.status'

export const submissionsQuery = pageQuery(SUBMISSION_SORTS, 'submitted').extend({
  status: z.enum(['all', ...DERIVED_STATUSES]).default('all'),
  type: z.enum(['all', ...SUBMISSION_TYPES]).default('all'),
  billing: z.enum(['all', 'edited_since_billed']).default('all'),
  request: z.enum(['all', 'asked_to_cancel']).default('all'),
  /** A month's id, or the submissions without one. */
  month: z.union([z.enum(['all', 'drop_ins']), idField]).default('all'),
})
export type SubmissionsQuery = z.infer<typeof submissionsQuery>

/** The domain's rule as a generated column, with a partial index. */
const isEditedSinceBilled = sql`s.edited_since_billed`

export const countEditedSinceBilled = sql`(select count(*) from submissions s where ${isEditedSinceBilled})`

/** The conditions on a submission (`s`) for status, type, billing, request and month. */
export function filtered({
  status,
  type,
  billing,
  request,
  month,
}: Pick<SubmissionsQuery, 'status' | 'type' | 'billing' | 'request' | 'month'>): Sql {
  const conditions = [sql`true`]
  if (status !== 'all') conditions.push(hasDerivedStatus(status))
  if (type !== 'all')
    conditions.push(type === 'day_drop_in' ? sql`s.month_id is null` : sql`s.month_id is not null`)
  if (billing === 'edited_since_billed') conditions.push(isEditedSinceBilled)
  if (request === 'asked_to_cancel') conditions.push(isCancelRequested)
  if (month !== 'all')
    conditions.push(month === 'drop_ins' ? sql`s.month_id is null` : sql`s.month_id = ${month}`)
  return join(conditions, ' and ')
}

/** Joins for display and sorting. PostgreSQL removes those that a query does not need. */
export const joinedRows = sql`left join profiles p on p.id = s.parent_id
  left join children c on c.id = s.child_id
  left join months m on m.id = s.month_id`

const named = (allergies: Sql) =>
  sql`case when lower(btrim(${allergies})) <> all(${MEANS_NONE}::text[]) then ${allergies} end`

const SORT_EXPRESSIONS: Record<SubmissionSort, Sql> = {
  submitted: sql`s.submitted_at`,
  parent: sql`lower(${parentDisplayName})`,
  child: sql`lower(${childDisplayName})`,
  month: sql`coalesce(s.dropin_date, m.first_day)`,
  // As shown, without cancelled days.
  days: sql`cardinality(s.selected_days) - case when s.selected_days && m.cancelled_days
    then (select count(*) from unnest(s.selected_days) n where n = any(m.cancelled_days)) else 0 end`,
  fee: sql`s.total_fee`,
  billed: sql`s.billed_status`,
  status: derivedStatusRank,
  // As shown: of child and submission, without "none".
  allergies: sql`nullif(lower(concat_ws('; ', ${named(sql`c.allergies`)}, ${named(sql`s.guest_child_allergies`)})), '')`,
}

/** Ties are broken newest first, so that pages never overlap. */
export function submissionsOrder({ sort, direction }: Pick<SubmissionsQuery, 'sort' | 'direction'>): Sql {
  const isAscending = direction === 'asc'
  if (sort === 'submitted')
    return isAscending ? sql`s.submitted_at, s.id` : sql`s.submitted_at desc, s.id desc`
  const by = SORT_EXPRESSIONS[sort]
  const first = isAscending ? sql`${by} asc nulls last` : sql`${by} desc nulls last`
  return sql`${first}, s.submitted_at desc, s.id desc`
}
