import { idField, textField } from '@aftercare/domain/lib/fields'
import { toCents } from '@aftercare/domain/lib/money'
import { paymentDateError, REVERSAL_RULES } from '@aftercare/domain/payments/payment-dates'
import { guestEmailOf } from '@aftercare/domain/submissions/guests'
import { paymentSchema } from '@aftercare/domain/submissions/submission-schemas'
import { z } from '@hono/zod-openapi'
import { recordAudit } from '../audit/audit.queries'
import { AppError } from '../errors'
import { centsToDollars } from '../http/cents-to-dollars'
import { withIdempotency } from '../http/idempotency'
import { accountOf, body, json, route, routes } from '../http/route'
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
    body: body(z.object({ reason: textField(REVERSAL_RULES.reason) })),
  },
  responses: json(paymentRow),
})

/** Payments are never changed or deleted: a wrong one is reversed by its opposite, and both stay visible. */
export const paymentsRoutes = routes()
  .openapi(recordOne, async (c) => {
    const { db, clock } = c.var.services
    const payment = c.req.valid('json')
    const { amount, ...values } = payment
    if (guestEmailOf(values.parent_id) !== null) throw new AppError('guest-payment')
    const payment_date = paymentDateError(values.payment_date, clock.today())
    if (payment_date) throw new AppError('invalid', {}, { payment_date })
    const { id } = await db.transaction((tx) =>
      withIdempotency(c, tx, payment, async () => {
        const id = await createPayment(tx, {
          ...values,
          amount_cents: toCents(amount),
          recorded_by: accountOf(c).id,
          created_at: clock.now().toISOString(),
        })
        await recordAudit(tx, c.var, 'payment.record', 'payments', id, payment)
        return { id }
      }),
    )
    return c.json(await getPayment(db, id), 200)
  })
  .openapi(reverseOne, async (c) => {
    const { db, clock } = c.var.services
    const { id } = c.req.valid('param')
    const { reason } = c.req.valid('json')
    const reversal = await db.transaction((tx) =>
      withIdempotency(c, tx, { id, reason }, async () => {
        const { id: rowId, amount_cents } = await reversePayment(tx, id, {
          reason,
          payment_date: clock.today(),
          recorded_by: accountOf(c).id,
          created_at: clock.now().toISOString(),
        })
        await recordAudit(tx, c.var, 'payment.reverse', 'payments', rowId, {
          reverses_payment_id: id,
          amount: centsToDollars(amount_cents),
          reason,
        })
        return { id: rowId }
      }),
    )
    return c.json(await getPayment(db, reversal.id), 200)
  })
