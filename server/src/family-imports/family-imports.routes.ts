import { FAMILY_FIELDS } from '@aftercare/domain/imports/family-fields'
import { FAMILY_LINE_STATES, familyTotals } from '@aftercare/domain/imports/family-review'
import { unassignedColumns, validMapping } from '@aftercare/domain/imports/import-columns'
import { MAX_COLUMNS } from '@aftercare/domain/imports/import-limits'
import { leftOutCsvName, leftOutRows } from '@aftercare/domain/imports/left-out'
import { idField } from '@aftercare/domain/lib/fields'
import { z } from '@hono/zod-openapi'
import { recordAuditEntries } from '../audit/audit.queries'
import { countUninvited, inviteUninvited } from '../auth/account-invitations'
import { inviteSecondAdults } from '../family/second-adults'
import type { AppContext } from '../http/context'
import { csvHeaders, csvResponse, csvText } from '../http/csv'
import { pageOnly } from '../http/paging'
import { accountOf, json, route, routes } from '../http/route'
import { decideReview, importReview, uploadReview } from '../imports/import-reviews'
import { findReview, getWholeReview, openReview, removeReview } from '../imports/import-reviews.queries'
import { columnsField, pageOfLines, reviewLine, reviewRoutes, reviewRow } from '../imports/review-routes'
import { FAMILY_IMPORT } from './import-families'

const columns = columnsField(FAMILY_FIELDS)

const familyReviewRow = reviewRow(
  reviewLine(FAMILY_LINE_STATES).extend({
    parent: z.string(),
    email: z.string(),
    phone: z.string(),
    child: z.string(),
    allergies: z.string(),
    notes: z.string(),
    grade: z.string(),
    second: z.object({ name: z.string(), email: z.string(), phone: z.string() }).nullable(),
    pickup_people: z.array(z.object({ name: z.string(), phone: z.string() })),
  }),
).extend({
  columns,
  /** Columns that are no field's, with what stands in them first. */
  unassigned: z.array(
    z.object({
      column: z.number().int(),
      heading: z.string(),
      first_values: z.array(z.string()),
      unused: z.boolean(),
    }),
  ),
  send_invitations: z.boolean(),
  totals: z.object({
    lines: z.record(z.enum(FAMILY_LINE_STATES), z.number().int()),
    new_families: z.number().int(),
    known_families: z.number().int(),
    second_adults: z.number().int(),
  }),
})

const familyReviewQuery = pageOnly(50).extend({
  state: z.enum(['all', ...FAMILY_LINE_STATES]).default('all'),
})
type Query = z.infer<typeof familyReviewQuery>

const { upload, read, decide, discard, create } = reviewRoutes('admin.parents', '/admin/family-imports', {
  query: familyReviewQuery,
  row: familyReviewRow,
  found: z.object({
    review: familyReviewRow.nullable(),
    /** Parents without a password who were never invited; counted only if there is no review. */
    uninvited: z.number().int(),
  }),
  decision: z.object({
    id: idField,
    /** Those that change; the others stay. */
    columns: columns.partial().optional(),
    /** Columns that are ticked "Not used", or no longer. */
    unused: z
      .array(z.object({ column: z.number().int().min(0), unused: z.boolean() }))
      .max(MAX_COLUMNS)
      .optional(),
    send_invitations: z.boolean().optional(),
  }),
  done: z.object({
    families: z.number().int(),
    children: z.number().int(),
    invitations: z.number().int(),
  }),
})

const downloadLeftOut = route('admin.parents', {
  method: 'get',
  path: '/admin/family-imports/review/left-out',
  responses: csvResponse('The lines that are left out, with the reason of each'),
})

const invite = route('admin.parents', {
  method: 'post',
  path: '/admin/family-imports/invitations',
  responses: json(
    z.object({ invitations: z.number().int() }),
    'Everyone without a password who was never invited was mailed a link to choose one',
  ),
})

async function findReviewPage(c: AppContext, query: Query): Promise<z.infer<typeof familyReviewRow> | null> {
  const review = await findReview(c.var.services.db, c, FAMILY_IMPORT)
  if (!review) return null
  const { choices, outcome, headings } = review
  const columns = validMapping(choices.columns, FAMILY_FIELDS, headings.length)
  const { lines, newFamilies, knownFamilies, secondAdults } = familyTotals(outcome.lines)
  const { rows, ...page } = pageOfLines(review, query)
  return {
    ...page,
    columns,
    unassigned: unassignedColumns(headings, columns).map((column) => ({
      column,
      heading: headings[column] ?? '',
      first_values: outcome.firstValues?.[column] ?? [],
      unused: choices.unused?.includes(column) ?? false,
    })),
    send_invitations: choices.sendInvitations,
    totals: { lines, new_families: newFamilies, known_families: knownFamilies, second_adults: secondAdults },
    rows: rows.map(({ error: _, familyId: __, familyEmail: ___, invitesSecond: ____, ...line }) => ({
      id: String(line.line),
      ...line,
    })),
  }
}

function withTicks(
  unused: readonly number[] = [],
  ticks: readonly { column: number; unused: boolean }[] = [],
) {
  const ticked = new Set(unused)
  for (const tick of ticks) ticked[tick.unused ? 'add' : 'delete'](tick.column)
  return [...ticked]
}

/** Families from the list of a school office: read, reviewed line by line, then created all at once. */
export const familyImportsRoutes = routes()
  .openapi(upload, async (c) => {
    await uploadReview(c, FAMILY_IMPORT, c.req.valid('query').file_name)
    return c.json(openReview(await findReviewPage(c, familyReviewQuery.parse({}))), 200)
  })
  .openapi(read, async (c) => {
    const review = await findReviewPage(c, c.req.valid('query'))
    return c.json({ review, uninvited: review ? 0 : await countUninvited(c.var.services.db) }, 200)
  })
  .openapi(decide, async (c) => {
    const made = c.req.valid('json')
    await decideReview(c, FAMILY_IMPORT, made, (choices) => ({
      ...choices,
      unused: withTicks(choices.unused, made.unused),
      sendInvitations: made.send_invitations ?? choices.sendInvitations,
    }))
    return c.json(openReview(await findReviewPage(c, c.req.valid('query'))), 200)
  })
  .openapi(downloadLeftOut, async (c) => {
    const { services } = c.var
    const { contents, outcome } = await getWholeReview(services.db, c, FAMILY_IMPORT)
    const rows = leftOutRows(contents, outcome.lines)
    return c.body(csvText(rows), 200, csvHeaders(leftOutCsvName(services.clock.today())))
  })
  .openapi(discard, async (c) => {
    const { id } = c.req.valid('param')
    await removeReview(c.var.services.db, c, FAMILY_IMPORT, id)
    return c.json({ id }, 200)
  })
  .openapi(create, async (c) => c.json(await importReview(c, FAMILY_IMPORT, c.req.valid('json')), 200))
  .openapi(invite, async (c) => {
    const { services } = c.var
    await services.rateLimiter.consume('staff-mail', accountOf(c).id)
    const invited = await services.db.transaction(async (tx) => {
      const ids = await inviteUninvited(tx, services)
      await inviteSecondAdults(tx, services, ids)
      const entries = ids.map((rowId) => ({ action: 'parent.invite', table: 'profiles', rowId }))
      await recordAuditEntries(tx, c.var, entries)
      return ids
    })
    return c.json({ invitations: invited.length }, 200)
  })
