import { amountField, idField, textField } from '@aftercare/domain/lib/fields'
import { toCents } from '@aftercare/domain/lib/money'
import { PAYMENT_RULES, paymentDateError } from '@aftercare/domain/payments/payment-dates'
import { REVERSAL_RULES } from '@aftercare/domain/payments/reversals'
import { guestEmailOf } from '@aftercare/domain/submissions/guests'
import { paymentSchema } from '@aftercare/domain/submissions/submission-schemas'
import { z } from '@hono/zod-openapi'
import { recordAudit } from '../audit/audit.queries'
import { AppError } from '../errors'
import { centsToDollars } from '../http/cents-to-dollars'
import type { AppContext } from '../http/context'
import { idempotentTransaction } from '../http/idempotency'
import { accountOf, body, json, route, routes } from '../http/route'
import { application, applyPayment, findApplication, MAX_OPEN, undoApplication } from './apply-payment'
import { paymentRow } from './payment-row'
import { createPayment, getPayment, reversePayment } from './payments.queries'

/** A guest's id is accepted here, to be rejected with a clear message. */
const parentIdField = z
  .string()
  .refine((id) => guestEmailOf(id) !== null || idField.safeParse(id).success, 'Unknown id')

const recordOne = route('admin.payments', {
  method: 'post',
  path: '/admin/payments',
  request: { body: body(paymentSchema.extend({ parent_id: parentIdField })) },
  responses: json(paymentRow),
})

const reverseOne = route('admin.payments', {
  method: 'post',
  path: '/admin/payments/{id}/reverse',
  request: {
    params: z.object({ id: idField }),
    body: body(
      z.object({
        /** Without it, all that is left. */
        amount: amountField(REVERSAL_RULES.amount).optional(),
        reason: textField(REVERSAL_RULES.reason),
      }),
    ),
  },
  responses: json(paymentRow),
})

const readApplication = route('admin.payments', {
  method: 'get',
  path: '/admin/payments/{id}/application',
  request: { params: z.object({ id: idField }) },
  responses: json(application, 'What is left of the payment, and the open submissions, oldest first'),
})

const applyOne = route('admin.payments', {
  method: 'post',
  path: '/admin/payments/{id}/apply',
  request: {
    params: z.object({ id: idField }),
    body: body(
      z.object({
        /** Null for all open ones, oldest first. */
        submission_id: idField.nullable(),
        /** What staff were shown. */
        amounts: z
          .array(z.object({ submission_id: idField, amount: amountField(PAYMENT_RULES.amount) }))
          .min(1)
          .max(MAX_OPEN),
      }),
    ),
  },
  responses: json(paymentRow),
})

const undoOne = route('admin.payments', {
  method: 'post',
  path: '/admin/payments/{id}/undo-application',
  request: { params: z.object({ id: idField }) },
  responses: json(paymentRow),
})

/** Payments are never changed or deleted: a wrong one is reversed by its opposite, and both stay visible. */
export const paymentsRoutes = routes()
  .openapi(recordOne, async (c) => {
    const { db, clock } = c.var.services
    const payment = c.req.valid('json')
    const { amount, allow_duplicate, ...values } = payment
    if (guestEmailOf(values.parent_id) !== null) throw new AppError('guest-payment')
    const payment_date = paymentDateError(values.payment_date, clock.today())
    if (payment_date) throw new AppError('invalid', {}, { fields: { payment_date } })
    const { id } = await idempotentTransaction(c, payment, async (tx) => {
      const id = await createPayment(
        tx,
        { ...values, amount_cents: toCents(amount), ...recordedBy(c) },
        { allow_duplicate, today: clock.today() },
      )
      await recordAudit(tx, c.var, 'payment.record', 'payments', id, { ...values, amount })
      return { id }
    })
    return c.json(await getPayment(db, id), 200)
  })
  .openapi(reverseOne, async (c) => {
    const { db, clock } = c.var.services
    const { id } = c.req.valid('param')
    const { amount, reason } = c.req.valid('json')
    const reversal = await idempotentTransaction(c, { id, amount, reason }, async (tx) => {
      const { id: rowId, amount_cents } = await reversePayment(tx, id, {
        amount_cents: amount === undefined ? null : toCents(amount),
        reason,
        payment_date: clock.today(),
        ...recordedBy(c),
      })
      await recordAudit(tx, c.var, 'payment.reverse', 'payments', rowId, {
        reverses_payment_id: id,
        amount: centsToDollars(amount_cents),
        reason,
      })
      return { id: rowId }
    })
    return c.json(await getPayment(db, reversal.id), 200)
  })
  .openapi(readApplication, async (c) => {
    return c.json(await findApplication(c.var.services.db, c.req.valid('param').id), 200)
  })
  .openapi(applyOne, async (c) => {
    const { db } = c.var.services
    const { id } = c.req.valid('param')
    const { submission_id, amounts } = c.req.valid('json')
    const shown = amounts.map((part) => ({ submissionId: part.submission_id, cents: toCents(part.amount) }))
    await idempotentTransaction(c, { submission_id, amounts }, async (tx) => {
      const total = await applyPayment(tx, id, { submissionId: submission_id, shown }, recordedBy(c))
      await recordAudit(tx, c.var, 'payment.apply', 'payments', id, {
        amount: centsToDollars(total),
        submissions: shown.length,
        amounts,
      })
      return { id }
    })
    return c.json(await getPayment(db, id), 200)
  })
  .openapi(undoOne, async (c) => {
    const { db } = c.var.services
    const { id } = c.req.valid('param')
    await idempotentTransaction(c, { id }, async (tx) => {
      const amount = await undoApplication(tx, id, recordedBy(c))
      await recordAudit(tx, c.var, 'payment.undo-application', 'payments', id, {
        amount: centsToDollars(amount),
      })
      return { id }
    })
    return c.json(await getPayment(db, id), 200)
  })

const recordedBy = (c: AppContext) => ({
  recorded_by: accountOf(c).id,
  created_at: c.var.services.clock.now().toISOString(),
})
