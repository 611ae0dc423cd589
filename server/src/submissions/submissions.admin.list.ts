import { searchWords } from '@aftercare/domain/lib/search'
import { isGuest } from '@aftercare/domain/submissions/guests'
import type { Queryable } from '../db/client'
import { isExactOnly, isIndexed } from '../db/search'
import { constant, getOne, prepared, rows, type Sql, sql } from '../db/sql'
import { offsetOf } from '../http/paging'
import { addKnownFamilies } from '../same-child/known-families.queries'
import {
  countEditedSinceBilled,
  filtered,
  joinedRows,
  type SubmissionsQuery,
  submissionsOrder,
} from './submissions.admin.filters'
import { type ListedColumns, listedColumns, serializeListed } from './submissions.admin.rows'
import { isMatch, matching, type Tier } from './submissions.admin.search'
import { hasRareStatuses } from './submissions.admin.status'

/** Of all submissions, whatever is filtered. */
type Overall = {
  edited_since_billed: number
  has_cancelled: boolean
  has_waiting: boolean
  has_declined: boolean
}
type Matches = { total: number; is_capped: boolean } & Overall

const NOTHING: Matches = {
  total: 0,
  is_capped: false,
  edited_since_billed: 0,
  has_cancelled: false,
  has_waiting: false,
  has_declined: false,
}

/** Rows of the list, from the `offset`th. */
type Slice = { offset: number; size: number }

/** One page with the total, which is counted up to a cap: the exact matches, then the similar ones. */
export async function listSubmissions(db: Queryable, query: SubmissionsQuery) {
  const { page, size } = query
  const offset = offsetOf(query)
  const exact = await listTier(db, query, 'exact', { offset, size })
  if (exact.is_capped || isExactOnly(query.search)) return { ...exact, similar: 0, page, size }
  const left = { offset: Math.max(0, offset - exact.total), size: size - exact.rows.length }
  const similar = await listTier(db, query, 'similar', left)
  return {
    ...exact,
    rows: [...exact.rows, ...similar.rows],
    total: exact.total + similar.total,
    similar: similar.total,
    is_capped: similar.is_capped,
    page,
    size,
  }
}

async function listTier(db: Queryable, query: SubmissionsQuery, tier: Tier, slice: Slice) {
  const statement = pageStatement(query, tier, slice)
  const list = await rows<Matches & ListedColumns>(db, preparedIfFrequent(query, tier, statement))
  const { total, is_capped, edited_since_billed, has_cancelled, has_waiting, has_declined } =
    list[0] ?? NOTHING
  const overall: Overall = { edited_since_billed, has_cancelled, has_waiting, has_declined }
  // An empty page still has the total.
  const listed =
    is_capped && isSearch(query)
      ? await listCommonMatches(db, query, tier, slice)
      : list.filter((row) => row.id !== null)
  await addKnownFamilies(db, listed.filter(isGuest))
  const counted = is_capped ? countedBeyond(slice, total, listed.length) : { total, is_capped }
  return { rows: listed.map(serializeListed), ...counted, ...overall }
}

/** Of signs that no search looks at, such as apostrophes, nothing is left to search for. */
const isSearch = ({ search }: SubmissionsQuery) => searchWords(search).length > 0

/** Beyond the cap, a page that is not full is the last one; after a full one there may be more. */
function countedBeyond({ offset, size }: Slice, atLeast: number, onPage: number) {
  const seen = offset + onPage
  const isEnd = onPage < size && (onPage > 0 || offset === 0)
  return isEnd ? { total: seen, is_capped: false } : { total: Math.max(atLeast, seen), is_capped: true }
}

/** Only the page's rows are joined, however far back it is. */
export function pageStatement(query: SubmissionsQuery, tier: Tier, slice: Slice): Sql {
  const counted = isSearch(query) ? matching(query, tier) : everything(query)
  return sql`with ${counted}
    select matches.total, matches.is_capped, ${countEditedSinceBilled} as edited_since_billed,
      ${hasRareStatuses}, listed.* from matches
    left join (${rowsOf(query, orderedIds(query), slice)}) listed on true order by listed.place`
}

const rowsOf = (query: SubmissionsQuery, ids: Sql, { offset, size }: Slice) => sql`
  select ${listedColumns}, row_number() over (order by ${submissionsOrder(query)}) as place
  from submissions s ${joinedRows}
  where s.id = any(array(${ids} limit ${size} offset ${offset}))`

/** The ids in the order of the list. */
function orderedIds(query: SubmissionsQuery): Sql {
  const order = sql`order by ${submissionsOrder(query)}`
  if (!isSearch(query))
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
  from (select from submissions s where ${filtered(query)} limit ${constant(COUNTED_ROWS + 1)}) counted)`

const isEverything = ({ status, type, billing, request, month }: SubmissionsQuery) =>
  [status, type, billing, request, month].every((filter) => filter === 'all')

/** The most frequent queries are prepared: the newest, and an indexed search for one word. */
function preparedIfFrequent(query: SubmissionsQuery, tier: Tier, statement: Sql) {
  const words = searchWords(query.search)
  const isUsual = query.sort === 'submitted' && query.direction === 'desc' && isEverything(query)
  // For several words the best plan depends on which of them is rare.
  if (!isUsual || words.length > 1 || !words.every(isIndexed)) return statement
  return prepared(words.length === 0 ? 'newest-submissions' : `search-submissions-${tier}`, statement)
}

async function listCommonMatches(
  db: Queryable,
  query: SubmissionsQuery,
  tier: Tier,
  slice: Slice,
): Promise<ListedColumns[]> {
  const ids = sql`select s.id from submissions s ${joinedRows}
    where ${filtered(query)} and ${isMatch(query, tier)} order by ${submissionsOrder(query)}`
  return rows<ListedColumns>(db, sql`${rowsOf(query, ids, slice)} order by place`)
}

/** All ids of the list in order, from one snapshot, 16 bytes each: a hundred thousand take less than two megabytes. */
export async function listAllIds(db: Queryable, query: SubmissionsQuery): Promise<Buffer> {
  const order = submissionsOrder(query)
  const exactFirst = isExactOnly(query.search) ? order : sql`not (${isMatch(query, 'exact')}), ${order}`
  const { ids } = await getOne<{ ids: Buffer | null }>(
    db,
    sql`select string_agg(uuid_send(s.id), '' order by ${exactFirst}) as ids
      from submissions s ${joinedRows} where ${filtered(query)} and ${isMatch(query, 'any')}`,
  )
  return ids ?? Buffer.alloc(0)
}

/** The rows of the ids, in the ids' order. */
export async function listSubmissionsByIds(db: Queryable, ids: string[]): Promise<ListedColumns[]> {
  const listed = await rows<ListedColumns>(
    db,
    sql`select ${listedColumns} from unnest(${ids}::uuid[]) with ordinality as wanted (id, place)
      join submissions s using (id) ${joinedRows} order by wanted.place`,
  )
  await addKnownFamilies(db, listed.filter(isGuest))
  return listed
}
