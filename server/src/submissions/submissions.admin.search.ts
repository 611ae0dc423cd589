import { join, type Sql, sql } from '../db/sql'
import { wordPatterns } from '../http/paging'
import { filtered, joinedRows, type SubmissionsQuery } from './submissions.admin.filters'

/** Totals are exact up to here, then shown as "5,000+": counting every match of a common word grows with the history. */
const COUNTED_MATCHES = 5_000

/** A shorter text has no trigram for the index. */
const TRIGRAM = /[\p{L}\p{N}]{3}/u

export const isIndexed = (search: string): boolean => TRIGRAM.test(search)

/**
 * Searches parent name, child name and email as shown: of the profile and the child, or of the guest. Every word has to
 * be in one of them. Each uses its own trigram index; one OR over the joined tables could use none. Defines the CTEs
 * `found` (id, submitted_at) and `matches` (total, is_capped).
 */
export function matching(query: SubmissionsQuery): Sql {
  const patterns = wordPatterns(query.search)
  const rest = filtered(query)
  const most = sql`limit ${COUNTED_MATCHES + 1}`
  return sql`
    parents as materialized (
      select id from profiles p where ${every(patterns, profileMatches)} ${most}),
    kids as materialized (
      select id from children c where ${childMatches(patterns)} and parent_id not in (select id from parents) ${most}),
    found as materialized (
      select s.id, s.submitted_at from submissions s where s.parent_id = any(array(select id from parents)) and ${rest}
      union all
      select s.id, s.submitted_at from submissions s where s.child_id = any(array(select id from kids)) and ${rest}
      union all
      select s.id, s.submitted_at from submissions s where s.parent_id is null and ${every(patterns, guestMatches)} and ${rest}
      ${most}),
    matches as materialized (
      select least(count(*), ${COUNTED_MATCHES}) as total, greatest(count(*), (select count(*) from parents), (select count(*) from kids))
        > ${COUNTED_MATCHES} as is_capped
      from found)`
}

const every = (patterns: readonly string[], matches: (pattern: string) => Sql) =>
  join(patterns.map(matches), ' and ')

const profileMatches = (pattern: string) => sql`(p.full_name ilike ${pattern} or p.email ilike ${pattern})`

/** Of several words, some may be in the parent's name or email. One word alone is: then `parents` has it. */
function childMatches(patterns: readonly string[]): Sql {
  const [only, ...others] = patterns
  if (only !== undefined && others.length === 0) return sql`c.name ilike ${only}`
  return every(
    patterns,
    (pattern) => sql`c.id = any(array(
      select c.id from children c where c.name ilike ${pattern}
      union
      select c.id from children c where c.parent_id = any(array(
        select p.id from profiles p where ${profileMatches(pattern)}))))`,
  )
}

const guestMatches = (pattern: string) => sql`(s.guest_parent_name ilike ${pattern}
  or s.guest_parent_email ilike ${pattern} or s.guest_child_name ilike ${pattern})`

/** Every match of a common word, found by scanning the list: every few rows match. */
export function everyMatch(query: SubmissionsQuery): Sql {
  const isFound = (pattern: string) => sql`(${profileMatches(pattern)} or c.name ilike ${pattern}
    or (s.parent_id is null and ${guestMatches(pattern)}))`
  return sql`submissions s ${joinedRows} where ${filtered(query)}
    and ${every(wordPatterns(query.search), isFound)}`
}
