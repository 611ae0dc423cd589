import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { z } from '@hono/zod-openapi'
import type { Queryable } from '../db/client'
import { countRows, prepared, rows, type Sql, sql } from '../db/sql'

export const searchField = z.string().trim().max(MAX_LENGTH.search).default('')

/** Query parameters of a paginated list. */
export const pageOnly = (size = 25) =>
  z.object({
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    size: z.coerce.number().int().min(1).max(100).default(size),
  })

/** The same with sorting and search; each list names its own sort columns. */
export function pageQuery<const S extends readonly [string, ...string[]]>(
  sorts: S,
  defaultSort: S[number],
  size = 25,
) {
  return pageOnly(size).extend({
    sort: z.enum(sorts).default(defaultSort as never),
    direction: z.enum(['asc', 'desc']).default('desc'),
    search: searchField,
  })
}

export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({ rows: z.array(row), total: z.number().int(), page: z.number().int(), size: z.number().int() })

/** For a list with a search: how many of the total are similar only; they come last. */
export const searchedPageOf = <T extends z.ZodType>(row: T) =>
  pageOf(row).extend({ similar: z.number().int() })

/** For a list whose count is capped: if `is_capped`, there are at least `total` rows. */
export const cappedPageOf = <T extends z.ZodType>(row: T) =>
  searchedPageOf(row).extend({ is_capped: z.boolean() })

export type Page = { page: number; size: number }

export const offsetOf = ({ page, size }: Page) => (page - 1) * size

/**
 * A page of `list` with the number of all rows of `counted`, a from clause. With a `name` both statements are prepared.
 */
export async function findPage<Row>(
  db: Queryable,
  { page, size }: Page,
  { list, counted, name }: { list: Sql; counted: Sql; name?: string },
) {
  const limited = sql`${list} limit ${size} offset ${offsetOf({ page, size })}`
  const count = sql`select count(*) ${counted}`
  const [found, total] = await Promise.all([
    rows<Row>(db, name ? prepared(name, limited) : limited),
    countRows(db, name ? prepared(`count-${name}`, count) : count),
  ])
  return { rows: found, total, page, size }
}
