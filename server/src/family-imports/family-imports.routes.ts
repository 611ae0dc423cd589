import { FAMILY_FIELD_NAMES, FAMILY_FIELDS, type FamilyField } from '@aftercare/domain/imports/family-fields'
import { FAMILY_LINE_STATES, familyTotals } from '@aftercare/domain/imports/family-review'
import { knownHeadings, validMapping } from '@aftercare/domain/imports/import-columns'
import { isTotals } from '@aftercare/domain/imports/import-table'
import { idField, versionField } from '@aftercare/domain/lib/fields'
import { z } from '@hono/zod-openapi'
import { recordAudit } from '../audit/audit.queries'
import { countUninvited, inviteUninvited } from '../auth/account-invitations'
import { AppError } from '../errors'
import type { AppContext } from '../http/context'
import { withIdempotency } from '../http/idempotency'
import { pageOf, pageOnly } from '../http/paging'
import { accountOf, body, json, route, routes } from '../http/route'
import { findReview, lockReview, removeReview, updateReview } from '../imports/import-reviews.queries'
import { readTable } from '../imports/read-table'
import { readUpload, uploadQuery } from '../imports/upload'
import { type FamilyChoices, type FamilyOutcome, reviewTable, startReview } from './family-reviews'
import { importFamilies } from './import-families'

const KNOWN_HEADINGS = knownHeadings(FAMILY_FIELDS)

const columnsField = z.object(
  Object.fromEntries(FAMILY_FIELD_NAMES.map((name) => [name, z.number().int().min(0).nullable()])) as Record<
    FamilyField,
    z.ZodNullable<z.ZodNumber>
  >,
)

const reviewLineRow = z.object({
  id: z.string(),
  line: z.number().int(),
  state: z.enum(FAMILY_LINE_STATES),
  reason: z.string().nullable(),
  parent: z.string(),
  email: z.string(),
  phone: z.string(),
  child: z.string(),
  allergies: z.string(),
  notes: z.string(),
  grade: z.string(),
})

const familyReviewRow = pageOf(reviewLineRow).extend({
  id: z.string(),
  version: z.number().int(),
  file_name: z.string(),
  headings: z.array(z.string()),
  columns: columnsField,
  send_invitations: z.boolean(),
  totals: z.object({
    lines: z.record(z.enum(FAMILY_LINE_STATES), z.number().int()),
    new_families: z.number().int(),
    known_families: z.number().int(),
  }),
})

const reviewQuery = pageOnly(50).extend({ state: z.enum(['all', ...FAMILY_LINE_STATES]).default('all') })

const upload = route('admin.parents', {
  method: 'post',
  path: '/admin/family-imports/review',
  request: { query: uploadQuery },
  responses: json(familyReviewRow),
})

const readReview = route('admin.parents', {
  method: 'get',
  path: '/admin/family-imports/review',
  request: { query: reviewQuery },
  responses: json(
    z.object({
      review: familyReviewRow.nullable(),
      /** Parents without a password who were never invited; counted only if there is no review. */
      uninvited: z.number().int(),
    }),
  ),
})

const decision = z.object({
  id: idField,
  /** Those that change; the others stay. */
  columns: columnsField.partial().optional(),
  send_invitations: z.boolean().optional(),
})

const decide = route('admin.parents', {
  method: 'patch',
  path: '/admin/family-imports/review',
  request: { query: reviewQuery, body: body(decision) },
  responses: json(familyReviewRow),
})

const discard = route('admin.parents', {
  method: 'delete',
  path: '/admin/family-imports/review/{id}',
  request: { params: z.object({ id: idField }) },
  responses: json(z.object({ id: z.string() })),
})

const create = route('admin.parents', {
  method: 'post',
  path: '/admin/family-imports',
  request: { body: body(z.object({ id: idField, version: versionField })) },
  responses: json(
    z.object({ families: z.number().int(), children: z.number().int(), invitations: z.number().int() }),
  ),
})

const invite = route('admin.parents', {
  method: 'post',
  path: '/admin/family-imports/invitations',
  responses: json(
    z.object({ invitations: z.number().int() }),
    'Everyone without a password who was never invited was mailed a link to choose one',
  ),
})

const find = (c: AppContext) => findReview<FamilyChoices, FamilyOutcome>(c.var.services.db, c, 'families')

type Stored = NonNullable<Awaited<ReturnType<typeof find>>>

function serializeReview(
  { id, version, file_name, headings, choices, outcome }: Stored,
  { state, page, size }: z.infer<typeof reviewQuery>,
): z.infer<typeof familyReviewRow> {
  const shown = outcome.lines.filter((line) => state === 'all' || line.state === state)
  const rows = shown
    .slice((page - 1) * size, page * size)
    .map(({ error: _, familyId: __, ...line }) => ({ id: String(line.line), ...line }))
  const { lines, newFamilies, knownFamilies } = familyTotals(outcome.lines)
  return {
    id,
    version,
    file_name,
    headings,
    columns: choices.columns,
    send_invitations: choices.sendInvitations,
    totals: { lines, new_families: newFamilies, known_families: knownFamilies },
    rows,
    total: shown.length,
    page,
    size,
  }
}

async function pageOfReview(c: AppContext, query: z.infer<typeof reviewQuery>) {
  const review = await find(c)
  if (!review) throw new AppError('import-over')
  return serializeReview(review, query)
}

/** Families from the list of a school office: read, reviewed line by line, then created all at once. */
export const familyImportsRoutes = routes()
  .openapi(upload, async (c) => {
    const table = readTable(await readUpload(c), KNOWN_HEADINGS, isTotals)
    await startReview(c, c.req.valid('query').file_name, table)
    return c.json(await pageOfReview(c, reviewQuery.parse({})), 200)
  })
  .openapi(readReview, async (c) => {
    const review = await find(c)
    if (review) return c.json({ review: serializeReview(review, c.req.valid('query')), uninvited: 0 }, 200)
    return c.json({ review: null, uninvited: await countUninvited(c.var.services.db) }, 200)
  })
  .openapi(decide, async (c) => {
    const { id, columns, send_invitations } = c.req.valid('json')
    const { services } = c.var
    await services.db.transaction(async (tx) => {
      const review = await lockReview<FamilyChoices, FamilyOutcome>(tx, c, 'families', id)
      const { contents, choices, outcome } = review
      const next = {
        columns: validMapping({ ...choices.columns, ...columns }, FAMILY_FIELDS, contents.headings.length),
        sendInvitations: send_invitations ?? choices.sendInvitations,
      }
      const { lines } = columns ? await reviewTable(tx, services, contents, next) : outcome
      await updateReview(tx, services, id, { choices: next, outcome: { lines } })
    })
    return c.json(await pageOfReview(c, c.req.valid('query')), 200)
  })
  .openapi(discard, async (c) => {
    const { id } = c.req.valid('param')
    await removeReview(c.var.services.db, c, 'families', id)
    return c.json({ id }, 200)
  })
  .openapi(create, async (c) => {
    const request = c.req.valid('json')
    const result = await c.var.services.db.transaction((tx) =>
      withIdempotency(c, tx, request, () => importFamilies(tx, c, request)),
    )
    if ('changes' in result) throw new AppError('import-changed', result)
    return c.json(result, 200)
  })
  .openapi(invite, async (c) => {
    const { services, viewer } = c.var
    await services.rateLimiter.consume('staff-mail', accountOf(c).id)
    const invited = await services.db.transaction(async (tx) => {
      const ids = await inviteUninvited(tx, services)
      const entries = ids.map((rowId) => ({ action: 'parent.invite', table: 'profiles', rowId }))
      await recordAudit(tx, services.clock, viewer, entries)
      return ids
    })
    return c.json({ invitations: invited.length }, 200)
  })
