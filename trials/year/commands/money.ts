import { addDays, type Day } from '../calendar'
import {
  type Adult,
  byKey,
  type Cents,
  type Model,
  newKey,
  noteOf,
  type Payment,
  type Submission,
  sum,
} from '../model'
import type { Product } from '../product'
import { log, type Outcome, type Plan, presentAdults, presentSubmissions } from '../requests'
import { balanceOf, familyOf, isApproved, isReceived, leftOf, paidFor } from '../rules'

const dollars = (cents: Cents): string => (cents / 100).toFixed(2)

export const markBilled: Plan = (model, pick) => {
  const some = pick.some(presentSubmissions(model), 5)
  if (some.length === 0) return null
  const keys = some.map(({ key }) => key)
  // What the list showed: now and then another fee by now, or not sent.
  const seen = pick.chance(70)
    ? some.map(({ id, fee }) => ({ id, fee: fee + (pick.chance(5) ? 5_00 : 0) }))
    : []
  return {
    who: 'staff',
    text: `staff mark as billed: ${keys.join(', ')}`,
    method: 'POST',
    path: '/admin/submissions/mark-billed',
    body: {
      ids: some.map(({ id }) => id),
      fees: Object.fromEntries(seen.map(({ id, fee }) => [id, dollars(fee)])),
    },
    isKeyed: false,
    apply: (now) => {
      const stored = now.submissions.filter(({ key }) => keys.includes(key))
      const changed = stored.filter(({ id, fee }) => seen.some((each) => each.id === id && each.fee !== fee))
      const open = stored.filter(
        (each) =>
          !changed.includes(each) && isApproved(each) && (!each.isBilled || each.billedFee !== each.fee),
      )
      for (const submission of open) {
        bill(submission, true)
        log(now, 'submission.mark-billed', 'staff', submission.key)
      }
      return {
        submissions: stored,
        families: stored.map(({ family }) => family),
        learn: (body) =>
          body.updated === open.length && body.changed.length === changed.length
            ? undefined
            : [
                `updated ${body.updated}, not ${open.length}; left ${body.changed.length}, not ${changed.length}`,
              ],
      }
    },
  }
}

export const changeBilled: Plan = (model, pick) => {
  const submission = pick.of(presentSubmissions(model))
  if (!submission) return null
  const isBilled = pick.chance(50)
  const version = pick.chance(93) ? submission.version : submission.version - 1
  if (version < 1) return null
  const { key } = submission
  return {
    who: 'staff',
    text: `staff mark ${key} as ${isBilled ? 'billed' : 'not billed'}`,
    method: 'PATCH',
    path: `/admin/submissions/${submission.id}`,
    body: { billed_status: isBilled ? 'billed' : 'not_billed', version },
    isKeyed: true,
    apply: (now) => {
      const stored = now.submissions.find((each) => each.key === key)
      if (!stored) return { refusals: ['not-found'] }
      if (stored.version !== version) return { refusals: ['stale-version'] }
      if (isBilled && !isApproved(stored)) return { refusals: ['drop-in-not-approved'] }
      bill(stored, isBilled)
      log(now, 'submission.update', 'staff', key)
      return { submissions: [stored], families: [stored.family] }
    },
  }
}

/** Nothing to confirm is no error, whatever the version. */
export const confirmFee: Plan = (model, pick) => {
  const differing = presentSubmissions(model).filter(
    ({ isBilled, billedFee, fee }) => isBilled && billedFee !== fee,
  )
  const submission = pick.of(differing.length > 0 ? differing : presentSubmissions(model))
  if (!submission) return null
  const { key, version } = submission
  return {
    who: 'staff',
    text: `staff confirm the fee of ${key}`,
    method: 'POST',
    path: `/admin/submissions/${submission.id}/confirm-fee`,
    body: { version },
    isKeyed: true,
    apply: (now) => {
      const stored = now.submissions.find((each) => each.key === key)
      if (!stored) return { refusals: ['not-found'] }
      if (!stored.isBilled || stored.billedFee === stored.fee) return { submissions: [stored] }
      if (stored.version !== version) return { refusals: ['stale-version'] }
      bill(stored, true)
      log(now, 'submission.confirm-fee', 'staff', key)
      return { submissions: [stored], families: [stored.family] }
    },
  }
}

/** Back to what the last save of billing replaced, if nobody has changed the submission since. */
export const undoBilling: Plan = (model, pick) => {
  const submission = pick.of(presentSubmissions(model).filter(({ billingBefore }) => billingBefore !== null))
  const before = submission?.billingBefore
  if (!submission || !before) return null
  const { key, id } = submission
  return {
    who: 'staff',
    text: `staff undo the billing of ${key}`,
    method: 'POST',
    path: '/admin/submissions/undo-billing',
    body: {
      rows: [
        {
          id,
          version: before.version,
          before: {
            billed_status: before.isBilled ? 'billed' : 'not_billed',
            billed_fee: before.billedFee === null ? null : before.billedFee / 100,
          },
        },
      ],
    },
    isKeyed: true,
    apply: (now) => {
      const stored = now.submissions.find((each) => each.key === key)
      if (stored?.version !== before.version) return { refusals: ['not-undoable'] }
      const { isBilled, billedFee, version } = before
      Object.assign(stored, { isBilled, billedFee, version: version + 1, billingBefore: null })
      log(now, 'submission.take-back', 'staff', key)
      return { submissions: [stored], families: [stored.family] }
    },
  }
}

/** Saves billing, and remembers what it replaced for Undo. */
function bill(submission: Submission, isBilled: boolean): void {
  const { isBilled: wasBilled, billedFee, version } = submission
  Object.assign(submission, {
    isBilled,
    billedFee: isBilled ? submission.fee : null,
    version: version + 1,
    billingBefore: { isBilled: wasBilled, billedFee, version: version + 1 },
  })
}

/** What the family has to pay, or so much in advance. */
function dueOr(model: Model, { key }: Adult, advance: Cents): Cents {
  const { due } = balanceOf(model, key)
  return due > 0 ? due : advance
}

/** What is open, a cent more or less, or anything else. */
function someAmount(open: Cents, seed: number): Cents {
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

function addPayment(model: Model, values: Partial<Payment> & { family: string; amount: Cents; on: Day }) {
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

function reversalOf(model: Model, payment: Payment, amount: Cents): Payment {
  const { family, submission, key } = payment
  return addPayment(model, { family, amount: -amount, on: model.today, submission, reverses: key })
}

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

/** What each family then reads is compared at every month's end. */
export const showBalances: Plan = (model) => {
  const is_shown = !model.areBalancesShown
  return {
    who: 'staff',
    text: `staff ${is_shown ? 'let families see' : 'stop showing families'} what they owe`,
    method: 'PUT',
    path: '/admin/family-balances',
    body: { is_shown },
    isKeyed: true,
    apply: (now) => {
      now.areBalancesShown = is_shown
      log(now, 'family-balances.save', 'staff', null)
      return {}
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
  const repeated = pick.of(
    model.payments.filter(({ line, family }) => line !== null && !byKey(model.adults, family).isErased),
  )?.line
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

/** The answer has no ids of payments; they are those of the families' lists that the model does not know yet. */
async function learnIds(model: Model, found: readonly Payment[], product: Product): Promise<void> {
  const known = new Set(model.payments.map(({ id }) => id))
  for (const payment of found) {
    const family = byKey(model.adults, payment.family)
    const { body } = await product.staff(`/admin/parents/${family.id}/payments?size=50`)
    const row = body.rows.find(
      (each: { id: string; amount: number; payment_date: string }) =>
        !known.has(each.id) &&
        Math.round(each.amount * 100) === payment.amount &&
        each.payment_date === payment.on,
    )
    payment.id = row?.id ?? ''
    known.add(payment.id)
  }
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
