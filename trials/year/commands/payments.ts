import { addDays, type Day } from '../calendar'
import { type Adult, byKey, type Cents, type Model, newKey, noteOf, type Payment } from '../model'
import type { Answer, Product } from '../product'
import { log, type Outcome, type Plan, presentAdults } from '../requests'
import { balanceOf, isReceived, leftOf, paidFor } from '../rules'

export const dollars = (cents: Cents): string => (cents / 100).toFixed(2)

/** What the family has to pay, or so much in advance. */
function dueOr(model: Model, { key }: Adult, advance: Cents): Cents {
  const { due } = balanceOf(model, key)
  return due > 0 ? due : advance
}

/** What is open, a cent more or less, or anything else. */
export function someAmount(open: Cents, seed: number): Cents {
  const near = [open, open - 1, open + 1, Math.floor(open / 3), 1, 99_99]
  return Math.max(1, near[seed % near.length] ?? 1)
}

export const pay: Plan = (model, pick) => {
  const adult = pick.of(presentAdults(model))
  if (!adult) return null
  const families = presentAdults(model).map(({ key }) => key)
  const own = model.submissions.filter(({ key, family }) =>
    pick.about(key).chance(96) ? family === adult.key : family !== null,
  )
  const submission = pick.chance(70) ? pick.of(own) : undefined
  const open = submission
    ? Math.max(0, submission.fee - paidFor(model, submission))
    : dueOr(model, adult, 50_00)
  const amount = someAmount(open, pick.int(6))
  const on = addDays(model.today, pick.of([0, 0, -1, -30, -40, 3]) ?? 0)
  const [family, about] = [adult.key, submission?.key ?? null]
  const method = pick.of(['cash', 'check', '']) || null
  const allow_duplicate = pick.chance(50)
  if (!families.includes(family)) return null
  return {
    who: 'staff',
    text: `staff record ${dollars(amount)} of ${adult.email} on ${on} for ${about ?? 'nothing in particular'}`,
    method: 'POST',
    path: '/admin/payments',
    body: {
      parent_id: adult.id,
      amount: dollars(amount),
      payment_date: on,
      payment_method: method ?? '',
      submission_id: submission?.id ?? '',
      notes: noteOf(family),
      allow_duplicate,
    },
    isKeyed: true,
    apply: (now) => {
      const payer = byKey(now.adults, family)
      const stored = about === null ? null : now.submissions.find(({ key }) => key === about)
      const refusals = [
        ...(payer.joined === null ? [] : ['member-payment']),
        ...(about !== null && stored?.family !== family ? ['foreign-submission'] : []),
        ...(!allow_duplicate && isRecorded(now, { family, amount, on, method }) ? ['payment-recorded'] : []),
      ]
      if (refusals.length > 0) return { refusals }
      return recorded(now, addPayment(now, { family, amount, on, method, submission: about }))
    },
  }
}

const isRecorded = (model: Model, equal: Pick<Payment, 'family' | 'amount' | 'on' | 'method'>): boolean =>
  model.payments.some(
    (payment) =>
      payment.family === equal.family &&
      payment.amount === equal.amount &&
      payment.on === equal.on &&
      payment.method === equal.method &&
      isReceived(model, payment),
  )

export function addPayment(
  model: Model,
  values: Partial<Payment> & { family: string; amount: Cents; on: Day },
) {
  const payment: Payment = {
    key: newKey(model, 'p'),
    id: '',
    submission: null,
    method: null,
    reverses: null,
    movedFrom: null,
    import: null,
    line: null,
    ...values,
  }
  model.payments.push(payment)
  if (payment.movedFrom === null)
    log(model, payment.reverses ? 'payment.reverse' : 'payment.record', 'staff', payment.key)
  return payment
}

function recorded(model: Model, payment: Payment): Outcome {
  return {
    submissions: model.submissions.filter(({ key }) => key === payment.submission),
    families: [payment.family],
    learn: (body) => {
      payment.id = body.id
      return undefined
    },
  }
}

export const reverse: Plan = (model, pick) => {
  const known = model.payments.filter(({ id, family }) => id !== '' && !byKey(model.adults, family).isErased)
  const payment = pick.of(known)
  if (!payment) return null
  const { key } = payment
  const amount = pick.chance(50) ? someAmount(leftOf(model, payment), pick.int(6)) : null
  return {
    who: 'staff',
    text: `staff reverse ${amount === null ? 'the rest' : dollars(amount)} of ${key} (${dollars(payment.amount)})`,
    method: 'POST',
    path: `/admin/payments/${payment.id}/reverse`,
    body: { reason: noteOf(payment.family), ...(amount !== null && { amount: dollars(amount) }) },
    isKeyed: true,
    apply: (now) => {
      const stored = byKey(now.payments, key)
      if (stored.reverses !== null) return { refusals: ['reversal-final'] }
      const left = leftOf(now, stored)
      if (left === 0) return { refusals: ['already-reversed', 'nothing-left'] }
      if ((amount ?? left) > left) return { refusals: ['reversal-too-large'] }
      return recorded(now, reversalOf(now, stored, amount ?? left))
    },
  }
}

export function reversalOf(model: Model, payment: Payment, amount: Cents): Payment {
  const { family, submission, key } = payment
  return addPayment(model, { family, amount: -amount, on: model.today, submission, reverses: key })
}

/** The answer has no ids of payments; they are those of the families' lists that the model does not know yet. */
export async function learnIds(model: Model, found: readonly Payment[], product: Product): Promise<void> {
  const known = new Set(model.payments.map(({ id }) => id))
  for (const payment of found) {
    const family = byKey(model.adults, payment.family)
    const { body } = await product.staff(`/admin/parents/${family.id}/payments?size=100`)
    const about = model.submissions.find(({ key }) => key === payment.submission)?.id ?? null
    const row = body.rows.find(
      (each: Answer) =>
        !known.has(each.id) &&
        each.reverses_payment_id === null &&
        each.submission_id === about &&
        Math.round(each.amount * 100) === payment.amount &&
        each.payment_date === payment.on,
    )
    payment.id = row?.id ?? ''
    known.add(payment.id)
  }
}
