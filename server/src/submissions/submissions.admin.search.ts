import { type SearchWord, searchWords } from '@aftercare/domain/lib/search'
import { allOf, anyOf, childrenWith, hasWord, type Match, splitWords } from '../db/search'
import { constant, empty, identifier, type Sql, sql } from '../db/sql'
import { filtered, joinedRows, type SubmissionsQuery } from './submissions.admin.filters'

/** Totals are exact up to here, then shown as "5,000+": counting every match of a common word grows with the history. */
const COUNTED_MATCHES = 5_000

/** With more children than these, some have many submissions. */
const COUNTED_CHILDREN = 10_000

/** Exact matches come first, whatever the order; the similar ones are a list of their own after them. */
export type Tier = 'exact' | 'similar'

/**
 * Searches parent name, child name and email as shown (of the profile and the child, or of the guest): every word has to
 * be in one of them. Defines the CTEs `found` (id, submitted_at) and `matches` (total, is_capped).
 */
export function matching(query: SubmissionsQuery, tier: Tier): Sql {
  const [match, limit] = tier === 'exact' ? (['exact', 1] as const) : (['any', 2] as const)
  const candidates = candidatesOf(query, match, limit * COUNTED_MATCHES + 1)
  return sql`${tier === 'exact' ? candidates : sql`${candidatesOf(query, 'exact', COUNTED_MATCHES)}, ${candidates}`},
    found as materialized (select id, submitted_at from ${cte(match, 'found')}
      ${tier === 'exact' ? empty : sql`where id not in (select id from exact_found)`} limit ${constant(COUNTED_MATCHES + 1)}),
    matches as materialized (
      select least(count(*), ${COUNTED_MATCHES}) as total, count(*) > ${COUNTED_MATCHES}
        or (select count(*) from ${cte(match, 'children')}) > ${COUNTED_CHILDREN} as is_capped
      from found)`
}

const guest = sql`s.guest_search_text`
const cte = (match: Match, name: string) => identifier(`${match}_${name}`)

/** Defines the CTEs `…_children` (id) and `…_found` (id, submitted_at). */
function candidatesOf(query: SubmissionsQuery, match: Match, most: number): Sql {
  const { byIndex, others } = planOf(query.search)
  const rest = sql`${filtered(query)} and ${allOf(others.map((word) => isInRow(word, match)))}`
  const submissions = sql`select s.id, s.submitted_at from submissions s ${joinedRows}`
  const isGuests = sql`s.parent_id is null and ${allOf(byIndex.map((word) => hasWord(guest, word, match)))}`
  const children = cte(match, 'children')
  return sql`
    ${children} as materialized (${childrenWith(byIndex, match)} limit ${constant(COUNTED_CHILDREN + 1)}),
    ${cte(match, 'found')} as materialized (
      ${submissions} where s.child_id = any(array(select id from ${children})) and ${rest}
      union all ${submissions} where ${isGuests} and ${rest} limit ${constant(most)})`
}

/** The words to find by index, at least the longest; the others are checked in the rows found. */
function planOf(search: string) {
  const words = searchWords(search).sort((a, b) => b.word.length - a.word.length)
  const plan = splitWords(words)
  return plan.byIndex.length > 0 ? plan : { byIndex: words.slice(0, 1), others: words.slice(1) }
}

/** Whether a row of the list has the word. */
function isInRow(word: SearchWord, match: Match): Sql {
  const texts = [sql`p.search_text`, sql`c.search_text`, guest]
  return anyOf(texts.map((text) => sql`coalesce(${hasWord(text, word, match)}, false)`))
}

/** Whether a row of the list matches, without an index: a common word is in every few rows. */
export function isMatch({ search }: Pick<SubmissionsQuery, 'search'>, match: Match | Tier): Sql {
  const words = searchWords(search)
  if (match === 'similar') return sql`${isMatch({ search }, 'any')} and not (${isMatch({ search }, 'exact')})`
  return allOf(words.map((word) => isInRow(word, match)))
}
