import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { z } from '@hono/zod-openapi'

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

export const offsetOf = ({ page, size }: { page: number; size: number }) => (page - 1) * size
