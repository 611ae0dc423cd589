import {
  ACTIVITY_KINDS,
  ACTOR_ROLES,
  type ActivityKind,
  type ActorRole,
  actionPrefixesOf,
} from '@aftercare/domain/activity/activity'
import { dayField } from '@aftercare/domain/lib/fields'
import { searchWords } from '@aftercare/domain/lib/search'
import { dayRule } from '@aftercare/domain/lib/value-rules'
import { z } from '@hono/zod-openapi'
import type { Queryable } from '../db/client'
import { allOf, hasWord } from '../db/search'
import { join, rows, type Sql, sql } from '../db/sql'
import type { AuditRow } from '../db/tables'

const NOT_A_DAY = 'Please choose a date'

export const activityFilter = z.object({
  who: z.enum(['all', ...ACTOR_ROLES]).default('all'),
  kind: z.enum(['all', ...ACTIVITY_KINDS]).default('all'),
  /** Parts of a name or an email. */
  person: z.string().trim().max(200).default(''),
  from: dayField(dayRule(NOT_A_DAY)).optional(),
  to: dayField(dayRule(NOT_A_DAY)).optional(),
})

export const activityQuery = activityFilter.extend({
  /** The last entry of the previous page (keyset pagination). */
  before: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
  size: z.coerce.number().int().min(1).max(100).default(50),
})
export type ActivityFilter = z.infer<typeof activityFilter>

export type StoredAuditEntry = Omit<AuditRow, 'table_name' | 'family_id' | 'account_id' | 'guest_key'> & {
  table: string
}

/** A name may match many people; beyond this the search text has to be more specific. */
const MAX_PEOPLE = 50

/** Tables whose rows represent a person. */
export const PERSONS_TABLES = ['accounts', 'profiles', 'user_roles', 'admin_email_preferences'] as const

type Page = ActivityFilter & { before?: number | undefined; size: number }

/** Newest first. */
export function listActivity(db: Queryable, page: Page, timeZone: string): Promise<StoredAuditEntry[]> {
  return rows<StoredAuditEntry>(db, activityStatement(page, timeZone))
}

export const activityStatement = (page: Page, timeZone: string): Sql => sql`
  select id, at, actor_id, actor_role, action, table_name as "table", row_id, detail from audit_log
  where id = any(array(select id from (${candidates(page, within(page, timeZone))}) l ${newest(page.size)}))
  order by at desc, id desc`

const newest = (count: number) => sql`order by l.at desc, l.id desc limit ${count}`

/** Each branch scans its index from the newest entry and stops after a page: the cost does not grow with the log. */
function candidates({ who, kind, person, size }: Page, rest: Sql): Sql {
  const roles = who === 'all' ? ACTOR_ROLES : [who]
  const branch = (condition: Sql) =>
    sql`(select l.id, l.at from audit_log l where ${condition} and ${rest} ${newest(size)})`
  if (person !== '') return ofPeople(person, [...kindCondition(kind), ...roleCondition(who)], branch)
  if (kind !== 'all') {
    const branches = actionPrefixesOf(kind).flatMap((prefix) =>
      roles.map((role) => branch(sql`${actionPrefix} = ${prefix} and l.actor_role = ${role}`)),
    )
    return join(branches, ' union all ')
  }
  return branch(who === 'all' ? sql`true` : sql`l.actor_role = ${who}`)
}

const actionPrefix = sql`split_part(l.action, '.', 1)`

const kindCondition = (kind: ActivityFilter['kind']) =>
  kind === 'all' ? [] : [sql`${actionPrefix} = any(${[...actionPrefixesOf(kind as ActivityKind)]}::text[])`]
const roleCondition = (who: ActivityFilter['who']) =>
  who === 'all' ? [] : [sql`l.actor_role = ${who as ActorRole}`]

/** What they did, and what was done to their account. A removed admin has no profile; the account keeps the name. */
function ofPeople(search: string, conditions: Sql[], branch: (condition: Sql) => Sql): Sql {
  const isNamed = (text: Sql) => allOf(searchWords(search).map((word) => hasWord(text, word, 'exact')))
  const [byPerson, aboutPerson] = [sql`l.actor_id = p.id`, isAbout(sql`p.id`)].map((one) =>
    branch(join([one, ...conditions], ' and ')),
  )
  return sql`select distinct l.id, l.at from (
      (select id from profiles where ${isNamed(sql`search_text`)} limit ${MAX_PEOPLE})
      union
      (select id from accounts where disabled_at is not null and ${isNamed(sql`search_text(metadata ->> 'full_name')`)}
        limit ${MAX_PEOPLE})) p
    cross join lateral (${byPerson} union all ${aboutPerson}) l`
}

const isAbout = (id: Sql) =>
  sql`l.table_name = any(${[...PERSONS_TABLES]}::text[]) and l.row_id = ${id}::text`

/** Days are in the programme's time zone. */
function within({ from, to, before }: Page, timeZone: string): Sql {
  const conditions = [sql`true`]
  if (from) conditions.push(sql`l.at >= ${from}::date::timestamp at time zone ${timeZone}`)
  if (to) conditions.push(sql`l.at < (${to}::date + 1)::timestamp at time zone ${timeZone}`)
  if (before !== undefined)
    conditions.push(sql`(l.at, l.id) < ((select at from audit_log where id = ${before}), ${before}::bigint)`)
  return join(conditions, ' and ')
}
