import { addDays, type Day } from '@aftercare/domain/lib/days'
import { isCurrentOrLater } from '@aftercare/domain/months/months'
import { PAYMENT_METHODS } from '@aftercare/domain/payments/balances'
import type { PaymentRow } from '../src/db/tables'
import type { DemoMonth } from './demo-months'
import type { DemoSubmission } from './demo-submissions'
import type { Rng } from './rng'

export type DemoPayment = Partial<PaymentRow> & Pick<PaymentRow, 'id'>

const DEPOSIT_CENTS = 5000

/** Past months are billed and mostly paid, the current one partly, future ones not yet. */
export function billAndPay(
  rng: Rng,
  submissions: readonly DemoSubmission[],
  months: readonly DemoMonth[],
  today: Day,
  admins: readonly { id: string }[],
): { submissions: DemoSubmission[]; payments: DemoPayment[] } {
  const payments: DemoPayment[] = []
  const pay = (submission: DemoSubmission, amount_cents: number, more: Partial<DemoPayment> = {}) => {
    if (!submission.parent_id) return
    const on = addDays(submission.submitted_at.slice(0, 10), rng.between(5, 35))
    const payment_date = on > today ? today : on
    payments.push({
      id: rng.uuid(),
      parent_id: submission.parent_id,
      submission_id: submission.id,
      amount_cents,
      payment_method: rng.pick(PAYMENT_METHODS),
      notes: null,
      payment_date,
      recorded_by: rng.pick(admins).id,
      created_at: `${payment_date}T12:30:00Z`,
      ...more,
    })
  }
  const billed = submissions.map((submission) => {
    const month = months.find(({ id }) => id === submission.month_id)
    const isOver = month ? !isCurrentOrLater(month, today) : submission.dropin_date !== today
    const isBilled = isOver
      ? rng.happens(0.95)
      : month !== undefined && isBillable(month, today) && rng.happens(0.6)
    if (!isBilled) return submission
    const luck = rng.below(100)
    const fee = submission.total_fee_cents
    if (luck < (isOver ? 75 : 35)) pay(submission, fee)
    else if (luck < (isOver ? 88 : 50)) pay(submission, Math.floor(fee / 200) * 100, { notes: 'First half' })
    return { ...submission, billed_status: 'billed' as const }
  })
  const [general] = billed.filter((submission) => submission.parent_id)
  if (general) {
    const deposit = { submission_id: null, notes: 'Deposit' }
    pay(general, DEPOSIT_CENTS, deposit)
    pay(general, DEPOSIT_CENTS, deposit)
    const twice = payments.at(-1)
    const reversal = { ...twice, id: rng.uuid(), reverses_payment_id: twice?.id, notes: 'Typed twice' }
    payments.push({ ...reversal, amount_cents: -DEPOSIT_CENTS })
  }
  return { submissions: billed, payments }
}

/** Months are billed when they begin. */
const isBillable = (month: DemoMonth, today: Day) =>
  today.startsWith(`${month.year}-${String(month.monthIndex + 1).padStart(2, '0')}`)
