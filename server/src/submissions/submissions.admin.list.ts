import type { Queryable } from '../db/client'
import { maybeOne, prepared, rows, type Sql, sql } from '../db/sql'
import { offsetOf, wordPatterns } from '../http/paging'
import {
  countEditedSinceBilled,
  filtered,
  joinedRows,
  type SubmissionsQuery,
  submissionsOrder,
} from './submissions.admin.filters'
import { type ListedColumns, listedColumns, serializeListed } from './submissions.admin.rows'
import { everyMatch, isIndexed, matching } from './submissions.admin.search'

type Matches = { total: number; is_capped: boolean; edited_since_billed: number }

const NOTHING: Matches = { total: 0, is_capped: false, edited_since_billed: 0 }

/** One page with the total, which is counted up to a cap. */
export async function listSubmissions(db: Queryable, query: SubmissionsQuery) {
  const list = await rows<Matches & ListedColumns>(db, preparedIfFrequent(query, pageStatement(query)))
  const { edited_since_billed, ...matches } = list[0] ?? NOTHING
  // An empty page still has the total.
  const listed =
    matches.is_capped && query.search !== ''
      ? await listCommonMatches(db, query)
      : list.filter((row) => row.id !== null)
  const { page, size } = query
  const counted = matches.is_capped ? countedBeyond(query, matches.total, listed.length) : matches
  return { rows: listed.map(serializeListed), ...counted, edited_since_billed, page, size }
}

/** Beyond the cap, a page that is not full is the last one; after a full one there may be more. */
function countedBeyond(query: SubmissionsQuery, atLeast: number, onPage: number) {
  const seen = offsetOf(query) + onPage
  const isEnd = onPage < query.size && (onPage > 0 || query.page === 1)
  return isEnd ? { total: seen, is_capped: false } : { total: Math.max(atLeast, seen), is_capped: true }
}

/** Only the page's rows are joined, however far back it is. */
export function pageStatement(query: SubmissionsQuery): Sql {
  const counted = query.search === '' ? everything(query) : matching(query)
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

/** Nine years of a large programme; counting more would take longer than everything else on the screen. */
const COUNTED_ROWS = 20_000

const everything = (query: SubmissionsQuery) => sql`matches as (
  select least(count(*), ${COUNTED_ROWS}) as total, count(*) > ${COUNTED_ROWS} as is_capped
  from (select from submissions s where ${filtered(query)} limit ${COUNTED_ROWS + 1}) counted)`

const isEverything = ({ status, type, billing, month }: SubmissionsQuery) =>
  status === 'all' && type === 'all' && billing === 'all' && month === 'all'

/** The most frequent queries are prepared: the newest, and an indexed search of the newest. */
function preparedIfFrequent(query: SubmissionsQuery, statement: Sql) {
  const isUsual = query.sort === 'submitted' && query.direction === 'desc' && isEverything(query)
  if (!isUsual || (query.search !== '' && !isIndexed(query.search))) return statement
  return prepared(
    query.search === '' ? 'newest-submissions' : `search-submissions-${wordPatterns(query.search).length}`,
    statement,
  )
}

async function listCommonMatches(db: Queryable, query: SubmissionsQuery): Promise<ListedColumns[]> {
  const ids = sql`select s.id from ${everyMatch(query)}
    order by ${submissionsOrder(query)}`
  return rows<ListedColumns>(db, sql`${rowsOf(query, ids)} order by place`)
}

/** All ids of the list in order, from one snapshot, 16 bytes each: a hundred thousand take less than two megabytes. */
export async function listAllIds(db: Queryable, query: SubmissionsQuery): Promise<Buffer> {
  const from =
    query.search === '' ? sql`submissions s ${joinedRows} where ${filtered(query)}` : everyMatch(query)
  const row = await maybeOne<{ ids: Buffer | null }>(
    db,
    sql`select string_agg(uuid_send(s.id), '' order by ${submissionsOrder(query)}) as ids from ${from}`,
  )
  return row?.ids ?? Buffer.alloc(0)
}

/** The rows of the ids, in the ids' order. */
export async function listSubmissionsByIds(db: Queryable, ids: string[]): Promise<ListedColumns[]> {
  return rows<ListedColumns>(
    db,
    sql`select ${listedColumns} from unnest(${ids}::uuid[]) with ordinality as wanted (id, place)
      join submissions s using (id) ${joinedRows} order by wanted.place`,
  )
}
