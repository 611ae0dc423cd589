import { addDays, type Day } from '../calendar'
import { byKey, type Cents, type Model, newKey, type Payment, sum } from '../model'
import { log, type Plan, presentAdults } from '../requests'
import { familyOf, isReceived, leftOf, paidFor } from '../rules'
import { addPayment, dollars, learnIds, reversalOf, someAmount } from './payments'

type Line = { email: string; amount: Cents; on: Day; reference: string }

/** A file of the bank: each family is found by an adult's email, each payment applied to the one equal open amount. */
export const importPayments: Plan = (model, pick) => {
  const lines: Line[] = pick.some(presentAdults(model), 4).map((adult) => {
    const own = pick.about(adult)
    const open = model.submissions
      .filter(({ family }) => family === familyOf(adult))
      .map((submission) => submission.fee - paidFor(model, submission))
    const amount = Math.max(1, own.chance(70) ? (own.of(open) ?? 20_00) : someAmount(50_00, own.int(6)))
    const email = own.chance(90) ? adult.email : `x${adult.email}`
    const on = addDays(model.today, -own.int(20))
    return {
      email: own.chance(20) ? email.toUpperCase() : email,
      amount,
      on,
      reference: `R${own.int(1e6)}`,
    }
  })
  if (lines.length === 0) return null
  // Not of an erased family, nor with the email of somebody erased, which would be in the file under review.
  const isRepeatable = ({ line, family }: Payment) =>
    line !== null && familyByEmail(model, line.email) !== null && !byKey(model.adults, family).isErased
  const repeated = pick.of(model.payments.filter(isRepeatable))?.line
  if (pick.chance(50) && repeated) lines.push(repeated)
  const file = ['Date,Amount,Email,Reference', ...lines.map(lineText)].join('\n')
  return {
    who: 'staff',
    text: `staff import ${lines.map(lineText).join(' | ')}`,
    method: 'POST',
    path: '/admin/payment-imports',
    isKeyed: true,
    prepare: async (product) => {
      const name = '/admin/payment-imports/review?file_name=bank.csv'
      const { status, body } = await product.staff(name, { method: 'POST', file })
      if (status !== 200) throw new Error(`The file was not read: ${JSON.stringify(body)}`)
      return { id: body.id, version: body.version }
    },
    apply: (now) => {
      const key = newKey(now, 'i')
      // All compared before any is recorded: two equal payments in one file are two.
      const found = lines
        .filter((line) => isNew(now, line))
        .flatMap((line) => paymentOf(now, line, key) ?? [])
      if (found.length === 0) return { refusals: ['import-empty'] }
      const record = { key, id: '', isUndone: false }
      now.imports.push(record)
      log(now, 'payment-import.create', 'staff', key)
      return {
        families: found.map(({ family }) => family),
        submissions: now.submissions.filter((each) =>
          found.some(({ submission }) => submission === each.key),
        ),
        learn: async (body, product) => {
          record.id = body.id
          await learnIds(now, found, product)
          const total = sum(found.map(({ amount }) => amount))
          const isSame = body.payments === found.length && Math.round(body.amount * 100) === total
          return isSame
            ? undefined
            : [`imported ${body.payments} of ${body.amount}, not ${found.length} of ${total}`]
        },
      }
    },
  }
}

const lineText = ({ on, amount, email, reference }: Line) => `${on},${dollars(amount)},${email},${reference}`

const familyByEmail = (model: Model, email: string): string | null => {
  const adult = presentAdults(model).find((each) => each.email === email.toLowerCase())
  return adult ? familyOf(adult) : null
}

/** Neither the same line nor a payment of that family, date and amount, unless it was reversed. */
const isNew = (model: Model, line: Line): boolean =>
  !model.payments.some(
    (payment) =>
      isReceived(model, payment) &&
      payment.on === line.on &&
      payment.amount === line.amount &&
      (payment.family === familyByEmail(model, line.email) || isSame(payment.line, line)),
  )

/** The email may be somebody else's by now. */
const isSame = (before: Line | null, line: Line): boolean =>
  before?.reference === line.reference && before.email.toLowerCase() === line.email.toLowerCase()

function paymentOf(model: Model, line: Line, key: string): Payment | null {
  const family = familyByEmail(model, line.email)
  if (family === null) return null
  const equal = model.submissions.filter(
    (submission) =>
      submission.family === family && submission.fee - paidFor(model, submission) === line.amount,
  )
  const submission = equal.length === 1 ? (equal[0]?.key ?? null) : null
  return addPayment(model, { family, amount: line.amount, on: line.on, submission, import: key, line })
}

export const undoImport: Plan = (model, pick) => {
  const found = pick.of(model.imports)
  if (!found) return null
  const { key } = found
  return {
    who: 'staff',
    text: `staff undo the import ${key}`,
    method: 'POST',
    path: `/admin/payment-imports/${found.id}/undo`,
    isKeyed: true,
    apply: (now) => {
      const stored = byKey(now.imports, key)
      if (stored.isUndone) return { refusals: ['import-undone'] }
      stored.isUndone = true
      const imported = now.payments.filter((payment) => payment.import === key).map((each) => each.key)
      const open = now.payments.filter(
        (payment) =>
          (payment.import === key || imported.includes(payment.movedFrom ?? '')) && leftOf(now, payment) > 0,
      )
      log(now, 'payment-import.undo', 'staff', key)
      const reversals = open.map((payment) => reversalOf(now, payment, leftOf(now, payment)))
      return {
        families: reversals.map(({ family }) => family),
        submissions: now.submissions.filter((each) =>
          reversals.some(({ submission }) => submission === each.key),
        ),
      }
    },
  }
}
