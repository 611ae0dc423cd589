import { knownHeadings, validMapping } from '@aftercare/domain/imports/import-columns'
import { DATE_ORDERS } from '@aftercare/domain/imports/import-dates'
import { PAYMENT_FIELDS } from '@aftercare/domain/imports/payment-fields'
import { similarFirst } from '@aftercare/domain/imports/payment-matching'
import { familyChoiceKey } from '@aftercare/domain/imports/payment-review'
import { idField, versionField } from '@aftercare/domain/lib/fields'
import { matchSearch } from '@aftercare/domain/lib/search'
import { z } from '@hono/zod-openapi'
import { AppError } from '../errors'
import type { AppContext } from '../http/context'
import { withIdempotency } from '../http/idempotency'
import { pageOf, pageOnly, searchField } from '../http/paging'
import { body, json, route, routes } from '../http/route'
import { findReview, lockReview, removeReview, updateReview } from '../imports/import-reviews.queries'
import { readTable } from '../imports/read-table'
import { readUpload, uploadQuery } from '../imports/upload'
import { importPayments } from './import-payments'
import { getImport, listImports, paymentImportRow, undoImport } from './payment-imports.queries'
import { columnsField, paymentReviewRow, reviewQuery, serializeReview } from './payment-review-row'
import { type PaymentChoices, type PaymentOutcome, reviewTable, startReview } from './payment-reviews'
import { listPayingFamilies } from './review-context.queries'

const KNOWN_HEADINGS = knownHeadings(PAYMENT_FIELDS)
const MAX_CHOICES = 25
const lineField = z.number().int().min(1)

const upload = route('admin.payments', {
  method: 'post',
  path: '/admin/payment-imports/review',
  request: { query: uploadQuery },
  responses: json(paymentReviewRow),
})

const readReview = route('admin.payments', {
  method: 'get',
  path: '/admin/payment-imports/review',
  request: { query: reviewQuery },
  responses: json(z.object({ review: paymentReviewRow.nullable() })),
})

/** One decision: about the columns or the date order of the file, or about a line. */
const decision = z.object({
  id: idField,
  /** Those that change; the others stay. */
  columns: columnsField.partial().optional(),
  date_order: z.enum(DATE_ORDERS).optional(),
  line: lineField.optional(),
  family_id: idField.optional(),
  skipped: z.boolean().optional(),
  included: z.boolean().optional(),
  /** Null for a General Payment. */
  submission_id: idField.nullable().optional(),
})
type Decision = z.infer<typeof decision>

const decide = route('admin.payments', {
  method: 'patch',
  path: '/admin/payment-imports/review',
  request: { query: reviewQuery, body: body(decision) },
  responses: json(paymentReviewRow),
})

const discard = route('admin.payments', {
  method: 'delete',
  path: '/admin/payment-imports/review/{id}',
  request: { params: z.object({ id: idField }) },
  responses: json(z.object({ id: z.string() })),
})

const familyRow = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  children: z.array(z.string()),
})

const listChoices = route('admin.payments', {
  method: 'get',
  path: '/admin/payment-imports/families',
  request: { query: z.object({ payer: searchField, search: searchField }) },
  responses: json(z.object({ rows: z.array(familyRow), total: z.number().int() })),
})

const create = route('admin.payments', {
  method: 'post',
  path: '/admin/payment-imports',
  request: { body: body(z.object({ id: idField, version: versionField })) },
  responses: json(paymentImportRow),
})

const listThem = route('admin.payments', {
  method: 'get',
  path: '/admin/payment-imports',
  request: { query: pageOnly(10) },
  responses: json(pageOf(paymentImportRow)),
})

const undo = route('admin.payments', {
  method: 'post',
  path: '/admin/payment-imports/{id}/undo',
  request: { params: z.object({ id: idField }) },
  responses: json(paymentImportRow),
})

const find = (c: AppContext) => findReview<PaymentChoices, PaymentOutcome>(c.var.services.db, c, 'payments')

async function pageOfReview(c: AppContext, query: z.infer<typeof reviewQuery>) {
  const review = await find(c)
  if (!review) throw new AppError('import-over')
  return serializeReview(c.var.services.db, review, query)
}

function withDecision(choices: PaymentChoices, outcome: PaymentOutcome, columnCount: number, made: Decision) {
  const { columns, date_order, line: number, family_id, skipped, included, submission_id } = made
  const next = { ...choices }
  if (columns) next.columns = validMapping({ ...choices.columns, ...columns }, PAYMENT_FIELDS, columnCount)
  if (date_order) next.dateOrder = date_order
  const line = outcome.lines.find((each) => each.line === number)
  if (number !== undefined && !line) throw new AppError('not-found')
  if (!line) return next
  if (family_id) next.families = { ...choices.families, [familyChoiceKey(line)]: family_id }
  if (skipped !== undefined) next.skipped = { ...choices.skipped, [line.line]: skipped }
  if (included !== undefined) next.included = { ...choices.included, [line.line]: included }
  if (submission_id !== undefined) next.applyTo = { ...choices.applyTo, [line.line]: submission_id }
  return next
}

/** The dialog may still have offered a family or a submission that is gone. */
function assertChosen({ lines }: PaymentOutcome, { line, family_id, submission_id }: Decision): void {
  const chosen = lines.find((each) => each.line === line)
  const isFamily = !family_id || chosen?.familyId === family_id
  const isSubmission = !submission_id || chosen?.submissionId === submission_id
  if (!isFamily || !isSubmission) throw new AppError('import-choice-gone')
}

/** Payments from a file of the biller or the bank: read, reviewed line by line, then recorded all at once. */
export const paymentImportsRoutes = routes()
  .openapi(upload, async (c) => {
    const table = readTable(await readUpload(c), KNOWN_HEADINGS)
    await startReview(c, c.req.valid('query').file_name, table)
    return c.json(await pageOfReview(c, reviewQuery.parse({})), 200)
  })
  .openapi(readReview, async (c) => {
    const review = await find(c)
    const { db } = c.var.services
    return c.json({ review: review && (await serializeReview(db, review, c.req.valid('query'))) }, 200)
  })
  .openapi(decide, async (c) => {
    const made = c.req.valid('json')
    const { services } = c.var
    await services.db.transaction(async (tx) => {
      const { contents, ...review } = await lockReview<PaymentChoices, PaymentOutcome>(
        tx,
        c,
        'payments',
        made.id,
      )
      const choices = withDecision(review.choices, review.outcome, contents.headings.length, made)
      const outcome = await reviewTable(tx, services, contents, choices)
      assertChosen(outcome, made)
      await updateReview(tx, services, made.id, { choices, outcome })
    })
    return c.json(await pageOfReview(c, c.req.valid('query')), 200)
  })
  .openapi(discard, async (c) => {
    const { id } = c.req.valid('param')
    await removeReview(c.var.services.db, c, 'payments', id)
    return c.json({ id }, 200)
  })
  .openapi(listChoices, async (c) => {
    const { payer, search } = c.req.valid('query')
    const families = await listPayingFamilies(c.var.services.db)
    const text = ({ names, emails }: (typeof families)[number]) => [...names, ...emails].join(' ')
    const found =
      search === '' ? families : families.filter((family) => matchSearch(text(family), search) !== null)
    const first = similarFirst(found, payer).slice(0, MAX_CHOICES)
    const shown = first.map(({ id, name, email, children }) => ({ id, name, email, children }))
    return c.json({ rows: shown, total: found.length }, 200)
  })
  .openapi(create, async (c) => {
    const request = c.req.valid('json')
    const { db } = c.var.services
    const result = await db.transaction((tx) =>
      withIdempotency(c, tx, request, () => importPayments(tx, c, request)),
    )
    if ('changes' in result) throw new AppError('import-changed', result)
    return c.json(await getImport(db, result.importId), 200)
  })
  .openapi(listThem, async (c) => c.json(await listImports(c.var.services.db, c.req.valid('query')), 200))
  .openapi(undo, async (c) => {
    const { id } = c.req.valid('param')
    const { db } = c.var.services
    await db.transaction((tx) =>
      withIdempotency(c, tx, { id }, async () => {
        await undoImport(tx, c, id)
        return { id }
      }),
    )
    return c.json(await getImport(db, id), 200)
  })
