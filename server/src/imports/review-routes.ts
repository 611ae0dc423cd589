import type { Action } from '@aftercare/domain/auth/access'
import { singleLineRule } from '@aftercare/domain/lib/field-rules'
import { idField, textField, versionField } from '@aftercare/domain/lib/fields'
import { z } from '@hono/zod-openapi'
import { pageOf } from '../http/paging'
import { body, json, route } from '../http/route'
import type { FoundReview, ReviewChoices, ReviewedLine } from './import-kind'

const MAX_FILE_NAME = 200

/** A file is the whole body of its request; its name is in the query. */
const uploadQuery = z.object({
  file_name: textField(singleLineRule(MAX_FILE_NAME, 'Please choose a file')),
})

const columnField = z.number().int().min(0).nullable()

/** The column of each field. */
export const columnsField = <Name extends string>(fields: readonly { name: Name }[]) =>
  z.object(
    Object.fromEntries(fields.map(({ name }) => [name, columnField])) as Record<Name, typeof columnField>,
  )

/** What the responses of every review have. */
export const reviewRow = <Line extends z.ZodType>(line: Line) =>
  pageOf(line).extend({
    id: z.string(),
    version: z.number().int(),
    file_name: z.string(),
    headings: z.array(z.string()),
  })

export const reviewLine = <State extends string>(states: readonly State[]) =>
  z.object({
    id: z.string(),
    line: z.number().int(),
    state: z.enum(states),
    reason: z.string().nullable(),
  })

/** The lines that a page shows, with what every review responds. */
export function pageOfLines<Line extends ReviewedLine>(
  { id, version, file_name, headings, outcome }: FoundReview<ReviewChoices, { lines: readonly Line[] }>,
  { state, page, size }: { state: 'all' | Line['state']; page: number; size: number },
) {
  const shown = outcome.lines.filter((line) => state === 'all' || line.state === state)
  const rows = shown.slice((page - 1) * size, page * size)
  return { id, version, file_name, headings, rows, total: shown.length, page, size }
}

/** The routes of a review. `found`: the response without one has more to say. */
export const reviewRoutes = <
  Path extends string,
  Query extends z.ZodObject,
  Row extends z.ZodType,
  Found extends z.ZodType,
  Decision extends z.ZodType,
  Done extends z.ZodType,
>(
  action: Action,
  path: Path,
  schemas: { query: Query; row: Row; found: Found; decision: Decision; done: Done },
) => {
  const reviewPath = `${path}/review` as const
  return {
    upload: route(action, {
      method: 'post',
      path: reviewPath,
      request: { query: uploadQuery },
      responses: json(schemas.row),
    }),
    read: route(action, {
      method: 'get',
      path: reviewPath,
      request: { query: schemas.query },
      responses: json(schemas.found),
    }),
    decide: route(action, {
      method: 'patch',
      path: reviewPath,
      request: { query: schemas.query, body: body(schemas.decision) },
      responses: json(schemas.row),
    }),
    discard: route(action, {
      method: 'delete',
      path: `${path}/review/{id}` as const,
      request: { params: z.object({ id: idField }) },
      responses: json(z.object({ id: z.string() })),
    }),
    create: route(action, {
      method: 'post',
      path,
      request: { body: body(z.object({ id: idField, version: versionField })) },
      responses: json(schemas.done),
    }),
  }
}
