import { byKey, type Cents, type Model, type Submission, sum } from '../model'
import type { Answer, Product } from '../product'
import { log, type Pick, type Plan } from '../requests'
import { leftOf, openOf, shareOut } from '../rules'
import { addPayment, dollars, learnIds } from './payments'

/** What staff are shown before they confirm it. */
type Part = { submission_id: string; amount: string }

/** What is left of a general payment pays all open submissions, the oldest first, or one of them. */
export const applyPayment: Plan = (model, pick) => {
  const known = model.payments.filter(({ id, family }) => id !== '' && !byKey(model.adults, family).isErased)
  const general = known.filter((each) => each.submission === null && leftOf(model, each) > 0)
  const payment = pick.of(pick.chance(92) ? general : known)
  const own = model.submissions.filter(({ family }) => family === payment?.family)
  const one = pick.of(pick.chance(95) ? own.filter((each) => openOf(model, each) > 0) : own)
  if (!payment || !one) return null
  const { key, id } = payment
  const about = pick.chance(60) ? null : one.key
  // A submission that nobody was shown, where there is nothing to apply.
  const other = { submission_id: one.id, amount: '1.00' }
  let shown = partsOf(model, leftOf(model, payment), candidates(model, payment.family, about))
  let order: string[] = []
  return {
    who: 'staff',
    text: `staff apply ${key} to ${about ?? 'all that is open'}`,
    method: 'POST',
    path: `/admin/payments/${id}/apply`,
    body: { submission_id: about === null ? null : one.id },
    isKeyed: true,
    prepare: async (product) => {
      const parts = await partsOnScreen(product, id, about === null ? null : one.id)
      order = parts.map(({ submission_id }) => submission_id)
      shown = falsified(parts, pick)
      if (shown.length === 0) shown = [other]
      return { amounts: shown }
    },
    apply: (now) => {
      const stored = byKey(now.payments, key)
      const { family, on, method } = stored
      const left = leftOf(now, stored)
      if (stored.reverses !== null) return { refusals: ['reversal-final'] }
      if (left === 0) return { refusals: ['already-reversed', 'nothing-left'] }
      if (stored.submission !== null) return { refusals: ['not-general'] }
      if (about !== null && now.submissions.find((each) => each.key === about)?.family !== family)
        return { refusals: ['foreign-submission'] }
      const parts = shareOut(now, left, candidates(now, family, about, order))
      if (parts.length === 0 || JSON.stringify(parts.map(partOf)) !== JSON.stringify(shown))
        return { refusals: ['application-changed'] }
      const moved = { family, on, method, movedFrom: stored.movedFrom ?? key }
      addPayment(now, { ...moved, amount: -sum(parts.map(({ amount }) => amount)), reverses: key })
      const applied = parts.map(({ submission, amount }) =>
        addPayment(now, { ...moved, amount, submission: submission.key }),
      )
      log(now, 'payment.apply', 'staff', key)
      return {
        submissions: parts.map(({ submission }) => submission),
        families: [family],
        learn: async (_, product) => {
          await learnIds(now, applied, product)
          return undefined
        },
      }
    },
  }
}

const partOf = ({ submission, amount }: { submission: Submission; amount: Cents }): Part => ({
  submission_id: submission.id,
  amount: dollars(amount),
})

const partsOf = (model: Model, left: Cents, submissions: readonly Submission[]): Part[] =>
  shareOut(model, left, submissions).map(partOf)

/** The oldest first; of those that were sent at the same moment, as they are shown. */
function candidates(model: Model, family: string, about: string | null, order: readonly string[] = []) {
  const placeOf = ({ id }: Submission) => (order.includes(id) ? order.indexOf(id) : order.length)
  return model.submissions
    .filter((each) => each.family === family && (about === null || each.key === about))
    .sort((a, b) => stepOf(a) - stepOf(b) || placeOf(a) - placeOf(b))
}

/** A key names the step in which it was sent. */
const stepOf = ({ key }: Submission): number => Number.parseInt(key.slice(1), 10)

/** What the dialog shows, in the order of the product's list. */
async function partsOnScreen(product: Product, id: string, about: string | null): Promise<Part[]> {
  const { status, body } = await product.staff(`/admin/payments/${id}/application`)
  if (status !== 200) throw new Error(`What is open was not read: ${JSON.stringify(body)}`)
  let rest = Math.round(body.left_amount * 100)
  return body.rows.flatMap((row: Answer) => {
    const amount = Math.min(rest, about === null || row.id === about ? Math.round(row.open_amount * 100) : 0)
    rest -= amount
    return amount > 0 ? [{ submission_id: row.id, amount: dollars(amount) }] : []
  })
}

/** Now and then something else than was shown. */
function falsified(parts: readonly Part[], pick: Pick): Part[] {
  const [first, ...others] = parts
  if (!first || pick.chance(88)) return [...parts]
  if (others.length > 0) return pick.chance(50) ? [...others, first] : [first, ...others.slice(1)]
  return [{ ...first, amount: dollars(Math.round(Number(first.amount) * 100) + 1) }]
}

export const moveBack: Plan = (model, pick) => {
  const moved = model.payments.filter(
    (payment) =>
      payment.id !== '' &&
      (payment.submission !== null || pick.about(payment.key).chance(5)) &&
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
      if (stored.submission === null) return { refusals: ['not-applied'] }
      const amount = leftOf(now, stored)
      if (amount === 0) return { refusals: ['already-reversed', 'nothing-left'] }
      const { family, on, method, submission } = stored
      const movedFrom = stored.movedFrom ?? key
      const reverses = stored.movedFrom && generalOf(now, stored.movedFrom)
      addPayment(now, { family, on, method, movedFrom, amount: -amount, submission, reverses: key })
      const general = addPayment(now, { family, on, method, movedFrom, amount, reverses })
      log(now, 'payment.undo-application', 'staff', key)
      return {
        submissions: now.submissions.filter((each) => each.key === submission),
        families: [family],
        learn: async (_, product) => {
          if (reverses === null) await learnIds(now, [general], product)
          return undefined
        },
      }
    },
  }
}

/** The payment as received, or, where that was recorded for a submission, what it was first made general as. */
function generalOf(model: Model, received: string): string {
  const general = model.payments.filter(
    ({ key, movedFrom, submission, reverses }) =>
      (key === received || movedFrom === received) && submission === null && reverses === null,
  )
  const found = general.find(({ key }) => key === received) ?? general[0]
  if (!found) throw new Error(`Nothing of ${received} is general`)
  return found.key
}
