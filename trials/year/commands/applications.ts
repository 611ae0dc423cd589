import { byKey, type Model, type Submission } from '../model'
import { log, type Plan } from '../requests'
import { leftOf, paidFor } from '../rules'
import { addPayment, dollars, learnIds } from './payments'

/** What is left of a general payment pays one open submission. */
export const applyPayment: Plan = (model, pick) => {
  const general = model.payments.filter(
    (payment) =>
      payment.id !== '' &&
      payment.submission === null &&
      leftOf(model, payment) > 0 &&
      !byKey(model.adults, payment.family).isErased,
  )
  const payment = pick.of(general)
  const openOf = (now: Model, submission: Submission) => submission.fee - paidFor(now, submission)
  const own = model.submissions.filter(
    (submission) => submission.family === payment?.family && openOf(model, submission) > 0,
  )
  const submission = pick.of(own)
  if (!payment || !submission) return null
  const amount = Math.min(leftOf(model, payment), openOf(model, submission))
  const [key, about] = [payment.key, submission.key]
  return {
    who: 'staff',
    text: `staff apply ${dollars(amount)} of ${key} to ${about}`,
    method: 'POST',
    path: `/admin/payments/${payment.id}/apply`,
    body: {
      submission_id: submission.id,
      amounts: [{ submission_id: submission.id, amount: dollars(amount) }],
    },
    isKeyed: true,
    apply: (now) => {
      const stored = byKey(now.payments, key)
      const paid = now.submissions.find((each) => each.key === about)
      const left = leftOf(now, stored)
      if (left === 0) return { refusals: ['already-reversed', 'nothing-left'] }
      if (paid?.family !== stored.family) return { refusals: ['foreign-submission'] }
      if (Math.min(left, openOf(now, paid)) !== amount) return { refusals: ['application-changed'] }
      const { family, on, method } = stored
      const moved = { family, on, method, movedFrom: stored.movedFrom ?? key }
      addPayment(now, { ...moved, amount: -amount, reverses: key })
      const applied = addPayment(now, { ...moved, amount, submission: about })
      log(now, 'payment.apply', 'staff', key)
      return {
        submissions: [paid],
        families: [family],
        learn: async (_, product) => {
          await learnIds(now, [applied], product)
          return undefined
        },
      }
    },
  }
}

export const moveBack: Plan = (model, pick) => {
  const moved = model.payments.filter(
    (payment) =>
      payment.id !== '' &&
      payment.movedFrom !== null &&
      payment.reverses === null &&
      !byKey(model.adults, payment.family).isErased,
  )
  const payment = pick.of(moved)
  if (!payment) return null
  const { key } = payment
  return {
    who: 'staff',
    text: `staff move ${key} back`,
    method: 'POST',
    path: `/admin/payments/${payment.id}/undo-application`,
    body: {},
    isKeyed: true,
    apply: (now) => {
      const stored = byKey(now.payments, key)
      const amount = leftOf(now, stored)
      if (amount === 0) return { refusals: ['already-reversed', 'nothing-left'] }
      const { family, on, method, submission, movedFrom } = stored
      addPayment(now, { family, on, method, movedFrom, amount: -amount, submission, reverses: key })
      addPayment(now, { family, on, method, movedFrom, amount, reverses: movedFrom })
      log(now, 'payment.undo-application', 'staff', key)
      return { submissions: now.submissions.filter((each) => each.key === submission), families: [family] }
    },
  }
}
