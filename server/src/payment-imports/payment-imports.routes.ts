import { DATE_ORDERS } from '@aftercare/domain/imports/import-dates'
import { PAYMENT_FIELDS } from '@aftercare/domain/imports/payment-fields'
import { similarFirst } from '@aftercare/domain/imports/payment-matching'
import { familyChoiceKey, type PaymentChoices } from '@aftercare/domain/imports/payment-review'
import { amountField, idField } from '@aftercare/domain/lib/fields'
import { toCents } from '@aftercare/domain/lib/money'
import { matchSearch } from '@aftercare/domain/lib/search'
import { PAYMENT_RULES } from '@aftercare/domain/payments/payment-dates'
import { z } from '@hono/zod-openapi'
import { AppError } from '../errors'
import type { AppContext } from '../http/context'
import { idempotentTransaction } from '../http/idempotency'
import { pageOf, pageOnly, searchField } from '../http/paging'
import { json, route, routes } from '../http/route'
import { decideReview, importReview, uploadReview } from '../imports/import-reviews'
import { findReview, openReview, removeReview } from '../imports/import-reviews.queries'
import { columnsField, reviewRoutes } from '../imports/review-routes'
import { paymentRow } from '../payments/payment-row'
import { listWithLeft } from '../payments/payments.queries'
import { PAYMENT_IMPORT, type PaymentOutcome } from './import-payments'
import { getImport, listImports, paymentImportRow, undoImport } from './payment-imports.queries'
import { paymentReviewQuery, paymentReviewRow, serializeReview } from './payment-review-row'
import { listPayingFamilies } from './review-context.queries'

const MAX_CHOICES = 25
const lineField = z.number().int().min(1)

/** One decision: about the columns or the date order of the file, or about a line. */
const decision = z.object({
  id: idField,
  /** Those that change; the others stay. */
  columns: columnsField(PAYMENT_FIELDS).partial().optional(),
  date_order: z.enum(DATE_ORDERS).optional(),
  line: lineField.optional(),
  family_id: idField.optional(),
  skipped: z.boolean().optional(),
  included: z.boolean().optional(),
  /** Null for a General Payment. */
  submission_id: idField.nullable().optional(),
  /** The payment that a line below $0 reverses. */
  payment_id: idField.optional(),
})
type Decision = z.infer<typeof decision>

const { upload, read, decide, discard, create } = reviewRoutes('admin.payments', '/admin/payment-imports', {
  query: paymentReviewQuery,
  row: paymentReviewRow,
  found: z.object({ review: paymentReviewRow.nullable() }),
  decision,
  done: paymentImportRow,
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

const listReversible = route('admin.payments', {
  method: 'get',
  path: '/admin/payment-imports/payments',
  request: { query: z.object({ family_id: idField, amount: amountField(PAYMENT_RULES.amount) }) },
  responses: json(z.object({ rows: z.array(paymentRow) }), "The family's payments with that much left"),
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

type Query = z.infer<typeof paymentReviewQuery>

async function findReviewPage(c: AppContext, query: Query) {
  const { db } = c.var.services
  const review = await findReview(db, c, PAYMENT_IMPORT)
  return review && (await serializeReview(db, review, query))
}

function withDecision(choices: PaymentChoices, lines: PaymentOutcome['lines'], made: Decision) {
  const { date_order, line: number, family_id, skipped, included, submission_id, payment_id } = made
  const next = { ...choices, dateOrder: date_order ?? choices.dateOrder }
  if (number === undefined) return next
  const line = lines.find((each) => each.line === number)
  if (!line) throw new AppError('not-found')
  if (family_id) next.families = { ...choices.families, [familyChoiceKey(line)]: family_id }
  if (skipped !== undefined) next.skipped = { ...choices.skipped, [number]: skipped }
  if (included !== undefined) next.included = { ...choices.included, [number]: included }
  if (payment_id) next.reverses = { ...choices.reverses, [number]: payment_id }
  if (submission_id !== undefined) next.applyTo = { ...choices.applyTo, [number]: submission_id }
  return next
}

/** The dialog may still have offered a family or a submission that is gone. */
function assertChosen(
  lines: PaymentOutcome['lines'],
  { line, family_id, submission_id, payment_id }: Decision,
): void {
  const chosen = lines.find((each) => each.line === line)
  const isFamily = !family_id || chosen?.familyId === family_id
  const isSubmission = !submission_id || chosen?.submissionId === submission_id
  const isPayment = !payment_id || chosen?.reversesId === payment_id
  if (!isFamily || !isSubmission || !isPayment) throw new AppError('import-choice-gone')
}

/** Payments from a file of the biller or the bank: read, reviewed line by line, then recorded all at once. */
export const paymentImportsRoutes = routes()
  .openapi(upload, async (c) => {
    await uploadReview(c, PAYMENT_IMPORT, c.req.valid('query').file_name)
    return c.json(openReview(await findReviewPage(c, paymentReviewQuery.parse({}))), 200)
  })
  .openapi(read, async (c) => c.json({ review: await findReviewPage(c, c.req.valid('query')) }, 200))
  .openapi(decide, async (c) => {
    const made = c.req.valid('json')
    await decideReview(
      c,
      PAYMENT_IMPORT,
      made,
      (choices, lines) => withDecision(choices, lines, made),
      (lines) => assertChosen(lines, made),
    )
    return c.json(openReview(await findReviewPage(c, c.req.valid('query'))), 200)
  })
  .openapi(discard, async (c) => {
    const { id } = c.req.valid('param')
    await removeReview(c.var.services.db, c, PAYMENT_IMPORT, id)
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
  .openapi(listReversible, async (c) => {
    const { family_id, amount } = c.req.valid('query')
    return c.json({ rows: await listWithLeft(c.var.services.db, family_id, toCents(amount)) }, 200)
  })
  .openapi(create, async (c) => {
    const { importId } = await importReview(c, PAYMENT_IMPORT, c.req.valid('json'))
    return c.json(await getImport(c.var.services.db, importId), 200)
  })
  .openapi(listThem, async (c) => c.json(await listImports(c.var.services.db, c.req.valid('query')), 200))
  .openapi(undo, async (c) => {
    const { id } = c.req.valid('param')
    const { db } = c.var.services
    await idempotentTransaction(c, { id }, async (tx) => {
      await undoImport(tx, c, id)
      return { id }
    })
    return c.json(await getImport(db, id), 200)
  })
