import type { Queryable } from '../db/client'
import { named, rows, type Sql, sql } from '../db/sql'
import { tallied } from '../db/tallies'
import { likePattern, offsetOf } from '../http/paging'
import {
  countEditedSinceBilled,
  filtered,
  joinedRows,
  type SubmissionsQuery,
  submissionsOrder,
} from './submissions.admin.filters'
import { type ListedColumns, listedColumns, presentListed } from './submissions.admin.rows'
import { COUNTED_MATCHES, everyMatch, isIndexed, matching } from './submissions.admin.search'
import { rankOf } from './submissions.admin.status'

type Matches = { total: number; is_capped: boolean; edited_since_billed: number }

const NOTHING: Matches = { total: 0, is_capped: false, edited_since_billed: 0 }

/** One page with the number of all; a search counts up to a cap. */
export async function listSubmissions(db: Queryable, query: SubmissionsQuery) {
  const list = await rows<Matches & ListedColumns>(db, prepared(query, pageStatement(query)))
  const { total, is_capped, edited_since_billed } = list[0] ?? NOTHING
  if (is_capped) {
    const common = await listCommonMatches(db, query, Math.min(total, COUNTED_MATCHES))
    return { ...common, edited_since_billed }
  }
  // An empty page still says how many there are.
  const listed = list.filter((row) => row.id !== null)
  const { page, size } = query
  return { rows: listed.map(presentListed), total, is_capped, edited_since_billed, page, size }
}

/** The page whose rows alone are joined, however far back it lies. */
export function pageStatement(query: SubmissionsQuery): Sql {
  const counted = query.search === '' ? everything(query) : matching(query, likePattern(query.search))
  return sql`with ${counted}
    select matches.total, matches.is_capped, ${countEditedSinceBilled} as edited_since_billed, listed.* from matches
    left join (${rowsOf(query, orderedIds(query))}) listed on true order by listed.place`
}

const rowsOf = (query: SubmissionsQuery, ids: Sql) => sql`
  select ${listedColumns}, row_number() over (order by ${submissionsOrder(query)}) as place
  from submissions s ${joinedRows}
  where s.id = any(array(${ids} limit ${query.size} offset ${offsetOf(query)}))`

/** The ids in the order of the list. */
function orderedIds(query: SubmissionsQuery): Sql {
  const order = sql`order by ${submissionsOrder(query)}`
  if (query.search === '')
    return sql`select s.id from submissions s ${joinedRows} where ${filtered(query)} ${order}`
  const isCounted = sql`where not (select is_capped from matches)`
  return query.sort === 'submitted'
    ? sql`select s.id from found s ${isCounted} ${order}`
    : sql`select s.id from found join submissions s using (id) ${joinedRows} ${isCounted} ${order}`
}

const everything = (query: SubmissionsQuery) =>
  sql`matches as (select ${howMany(query)} as total, false as is_capped)`

/** The few that wait for staff are counted; of everything else there is a tally. */
const howMany = (query: SubmissionsQuery) =>
  query.billing === 'edited_since_billed'
    ? sql`(select count(*) from submissions s where ${filtered(query)})`
    : tallied('submissions', {
        status: query.status === 'all' ? undefined : rankOf(query.status),
        isDropIn: query.type === 'all' ? undefined : query.type === 'day_drop_in',
      })

const isEverything = ({ status, type, billing }: SubmissionsQuery) =>
  status === 'all' && type === 'all' && billing === 'all'

/** What staff ask for most is prepared: the newest, and a search of the newest that its indexes answer. */
function prepared(query: SubmissionsQuery, statement: Sql) {
  const isUsual = query.sort === 'submitted' && query.direction === 'desc' && isEverything(query)
  if (!isUsual || (query.search !== '' && !isIndexed(query.search))) return statement
  return named(query.search === '' ? 'newest-submissions' : 'search-submissions', statement)
}

/** A page that was filled has at least one row more, so that the next page can be asked for. */
async function listCommonMatches(db: Queryable, query: SubmissionsQuery, atLeast: number) {
  const ids = sql`select s.id from ${everyMatch(query, likePattern(query.search))}
    order by ${submissionsOrder(query)}`
  const list = await rows<ListedColumns>(db, sql`${rowsOf(query, ids)} order by place`)
  const { page, size } = query
  const seen = offsetOf(query) + list.length
  const isEnd = list.length < size && (list.length > 0 || page === 1)
  const counted = isEnd
    ? { total: seen, is_capped: false }
    : { total: Math.max(atLeast, seen), is_capped: true }
  return { rows: list.map(presentListed), ...counted, page, size }
}

/** All ids of the list in its order, for the export. */
export function everyId(query: SubmissionsQuery): Sql {
  const from =
    query.search === ''
      ? sql`submissions s ${joinedRows} where ${filtered(query)}`
      : everyMatch(query, likePattern(query.search))
  return sql`select s.id from ${from} order by ${submissionsOrder(query)}`
}

/** The rows of the ids, in the ids' order. */
export async function listSubmissionsByIds(db: Queryable, ids: string[]): Promise<ListedColumns[]> {
  return rows<ListedColumns>(
    db,
    sql`select ${listedColumns} from unnest(${ids}::uuid[]) with ordinality as wanted (id, place)
      join submissions s using (id) ${joinedRows} order by wanted.place`,
  )
}
