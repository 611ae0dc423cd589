import { MONTH_NAMES } from '@aftercare/domain/lib/days'
import { matchMonthName, type SearchWord, searchWords } from '@aftercare/domain/lib/search'
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
 * Searches parent name, child name and email as shown (of the profile and the child, or of the guest) and the month:
 * every word has to be in one of them. Defines the CTEs `found` (id, submitted_at) and `matches` (total, is_capped).
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
  const { byIndex, month, others } = planOf(query.search, match)
  const rest = sql`${filtered(query)} and ${allOf(others.map((word) => isInRow(word, match)))}`
  const submissions = sql`select s.id, s.submitted_at from submissions s ${joinedRows}`
  const isGuests = sql`s.parent_id is null and ${allOf(byIndex.map((word) => hasWord(guest, word, match)))}`
  const children = cte(match, 'children')
  const isOther = sql`(s.child_id is null or s.child_id not in (select id from ${children})) and not (${isGuests})`
  // CASE: the month first, which is cheap to check.
  const ofMonth =
    month &&
    sql`union all select s.* from (select id from months m where ${month.ofMonth}) named cross join lateral (
        ${submissions} where s.month_id = named.id and ${isOther} and ${rest} limit ${constant(most)}) s
      union all ${submissions} where s.month_id is null and case when ${month.ofDropIn} then ${isOther} end and ${rest}`
  return sql`
    ${children} as materialized (${childrenWith(byIndex, match)} limit ${constant(COUNTED_CHILDREN + 1)}),
    ${cte(match, 'found')} as materialized (
      ${submissions} where s.child_id = any(array(select id from ${children})) and ${rest}
      union all ${submissions} where ${isGuests} and ${rest}
      ${ofMonth ?? empty} limit ${constant(most)})`
}

/** The words to find by index, if need be with the months of the longest; the others are checked in the rows found. */
function planOf(search: string, match: Match) {
  const words = searchWords(search).sort((a, b) => b.word.length - a.word.length)
  const { byIndex } = splitWords(words.filter((word) => monthOf(word, match) === null))
  const [longest] = words
  const isPlanned = byIndex.length > 0 || longest === undefined
  return {
    byIndex: isPlanned ? byIndex : [longest],
    month: isPlanned ? null : monthOf(longest, match),
    others: words.filter((word) => (isPlanned ? !byIndex.includes(word) : word !== longest)),
  }
}

/** Whether the word is the month (`m`) of a registration, or of a drop-in (`s`); null if it can be no month. */
function monthOf(word: SearchWord, match: Match): { ofMonth: Sql; ofDropIn: Sql } | null {
  if (/^\d{4}$/.test(word.word)) {
    const year = Number(word.word)
    return {
      ofMonth: sql`m.year = ${year}`,
      ofDropIn: sql`extract(year from s.dropin_date) = ${year}::numeric`,
    }
  }
  const found = match === 'exact' ? ['exact'] : ['exact', 'similar']
  const names = MONTH_NAMES.filter((name) => found.includes(matchMonthName(name, word) ?? ''))
  if (names.length === 0) return null
  const numbers = names.map((name) => MONTH_NAMES.indexOf(name) + 1)
  return {
    ofMonth: sql`m.month_name = any(${names}::text[])`,
    ofDropIn: sql`extract(month from s.dropin_date) = any(${numbers}::numeric[])`,
  }
}

/** Whether a row of the list has the word. */
function isInRow(word: SearchWord, match: Match): Sql {
  const names = [sql`p.search_text`, sql`c.search_text`, guest].map((column) => hasWord(column, word, match))
  const month = monthOf(word, match)
  const conditions = month ? [...names, month.ofMonth, month.ofDropIn] : names
  return anyOf(conditions.map((condition) => sql`coalesce(${condition}, false)`))
}

/** Whether a row of the list matches, without an index: a common word is in every few rows. */
export function isMatch({ search }: Pick<SubmissionsQuery, 'search'>, match: Match | Tier): Sql {
  const words = searchWords(search)
  if (match === 'similar') return sql`${isMatch({ search }, 'any')} and not (${isMatch({ search }, 'exact')})`
  return allOf(words.map((word) => isInRow(word, match)))
}
