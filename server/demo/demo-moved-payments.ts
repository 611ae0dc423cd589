import { sumCents, toCents } from '@aftercare/domain/lib/money'
import { applyToOpen } from '@aftercare/domain/payments/applications'
import { recordAudit } from '../src/audit/audit.queries'
import type { Tx } from '../src/db/client'
import { maybeOne, sql } from '../src/db/sql'
import { centsToDollars } from '../src/http/cents-to-dollars'
import type { Services } from '../src/http/context'
import { applyPayment, findApplication } from '../src/payments/apply-payment'
import { leftOf } from '../src/payments/payment-row'
import { reversePayment } from '../src/payments/payments.queries'

const GIVEN_BACK_CENTS = 2000

/** The deposit is applied to what is open, and a part of the family's last payment for a submission given back. */
export async function movePayments(
  tx: Tx,
  admin: { id: string },
  { clock }: Pick<Services, 'clock'>,
): Promise<void> {
  const by = { recorded_by: admin.id, created_at: clock.now().toISOString() }
  const audited = { services: { clock }, viewer: { actorId: admin.id } }
  const deposit = await maybeOne<{ id: string; parent_id: string }>(
    tx,
    sql`select p.id, p.parent_id from payments p where p.submission_id is null and p.import_id is null
      and ${leftOf('p')} > 0 order by p.created_at, p.id limit 1`,
  )
  if (!deposit) return
  const { left_amount, rows } = await findApplication(tx, deposit.id)
  const open = rows.map(({ id, open_amount }) => ({ id, openCents: toCents(open_amount) }))
  const shown = applyToOpen(toCents(left_amount), open)
  if (shown.length > 0) {
    await applyPayment(tx, deposit.id, { submissionId: null, shown }, by)
    const amount = centsToDollars(sumCents(shown.map(({ cents }) => cents)))
    const detail = { amount, submissions: shown.length }
    await recordAudit(tx, audited, 'payment.apply', 'payments', deposit.id, detail)
  }
  const last = await maybeOne<{ id: string }>(
    tx,
    sql`select p.id from payments p where p.parent_id = ${deposit.parent_id} and p.submission_id is not null
      and p.moved_from_payment_id is null and ${leftOf('p')} * 100 > ${GIVEN_BACK_CENTS}
      order by p.created_at desc, p.id limit 1`,
  )
  if (!last) return
  const reason = 'A day too many was paid'
  const reversal = { amount_cents: GIVEN_BACK_CENTS, reason, payment_date: clock.today(), ...by }
  const { id, amount_cents } = await reversePayment(tx, last.id, reversal)
  const detail = { reverses_payment_id: last.id, amount: centsToDollars(amount_cents), reason }
  await recordAudit(tx, audited, 'payment.reverse', 'payments', id, detail)
}
