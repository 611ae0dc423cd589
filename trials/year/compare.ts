import { dateIn, weekdaysOf } from './calendar'
import { type Adult, byKey, type Cents, type Model, type Month, type Submission } from './model'
import type { Answer, Product } from './product'
import type { Accepted } from './requests'
import { balanceOf, paidFor, seatsTaken, statusOf, typeOf } from './rules'

export const cents = (dollars: number | null): Cents | null =>
  dollars === null ? null : Math.round(dollars * 100)
const pricesInCents = (prices: Record<string, number> | null) =>
  prices && Object.fromEntries(Object.entries(prices).map(([n, price]) => [n, cents(price)]))

/** "fee of s12: 4000 instead of 3999" */
export function differences(
  what: string,
  found: Record<string, unknown>,
  wanted: Record<string, unknown>,
): string[] {
  return Object.entries(wanted).flatMap(([name, value]) => {
    const [a, b] = [sorted(found[name]), sorted(value)]
    return a === b ? [] : [`${name} of ${what}: ${a} instead of ${b}`]
  })
}

/** Keys of objects in order, so that equal values read the same. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, part) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  ) ?? 'undefined'

async function compareSubmission(model: Model, product: Product, submission: Submission): Promise<string[]> {
  const { status, body } = await product.staff(`/admin/submissions/${submission.id}`)
  if (status !== 200) return [`${submission.key} is not there: ${status}`]
  const isPriced = submission.month !== null && !submission.cancellation
  const found = {
    prices: isPriced ? pricesInCents(body.day_prices) : {},
    credits: pricesInCents(body.credits),
    // Erasing counts as a change or two.
    version: submission.isErased ? submission.version : body.version,
  }
  const wanted = {
    prices: isPriced ? submission.prices : {},
    credits: submission.credits,
    version: submission.version,
  }
  const row = { ...body, is_cancelled: body.cancellation !== null }
  return [...compareRow(model, submission, row), ...differences(submission.key, found, wanted)]
}

/** As in the list. */
export function compareRow(model: Model, submission: Submission, row: Answer): string[] {
  if (!row) return [`${submission.key} is not listed`]
  const found = {
    fee: cents(row.total_fee),
    days: row.selected_days,
    paid: cents(row.paid_amount),
    status: row.derived_status,
    billed: row.billed_status === 'billed',
    'billed fee': cents(row.billed_fee),
    cancelled: row.is_cancelled,
  }
  return differences(submission.key, found, {
    fee: submission.fee,
    days: submission.days,
    paid: paidFor(model, submission),
    status: statusOf(model, submission),
    billed: submission.isBilled,
    'billed fee': submission.billedFee,
    cancelled: submission.cancellation !== null,
  })
}

export async function compareFamily(model: Model, product: Product, family: Adult): Promise<string[]> {
  const { status, body } = await product.staff(`/admin/parents/${family.id}`)
  if (status !== 200) return [`${family.email} is not there: ${status}`]
  const { billed, paid, due, isPaid } = balanceOf(model, family.key)
  const found = {
    billed: cents(body.totals.billed),
    paid: cents(body.totals.paid),
    due: cents(body.totals.balance),
    status: body.totals.payment_status,
    'second adults': body.second_adults.map((each: Answer) => `${each.full_name} ${each.email}`).sort(),
  }
  const named = model.named.filter((each) => each.family === family.key)
  const wanted = {
    billed,
    paid,
    due,
    status: isPaid ? 'paid' : 'unpaid',
    'second adults': named.map((each) => `${each.name} ${each.email}`).sort(),
  }
  return [...differences(family.email, found, wanted), ...compareAccount(body, family)]
}

function compareAccount(row: Answer, adult: Adult): string[] {
  if (adult.isErased) return []
  const { full_name: name, email, status, version, invitation } = row
  const found = {
    name,
    email,
    'account status': status,
    version,
    invited: invitation?.invited_at !== null,
    'not confirmed': row.has_unconfirmed_email,
    language: row.language,
  }
  return differences(adult.email, found, {
    name: adult.name,
    email: adult.email,
    'account status': adult.status,
    version: adult.version,
    invited: adult.password !== null || adult.invitedAt !== null,
    'not confirmed': adult.isEmailByStaff,
    language: adult.language,
  })
}

export async function compareMonths(model: Model, product: Product): Promise<string[]> {
  const { body } = await product.staff('/admin/months')
  const rows = new Map<string, Answer>(body.rows.map((row: { id: string }) => [row.id, row]))
  return model.months.flatMap((month) => compareMonth(model, month, rows.get(month.id)))
}

function compareMonth(model: Model, month: Month, row: Answer): string[] {
  if (!row) return [`${month.key} is not there`]
  const days = weekdaysOf(month.key)
  const isLimited = month.seats !== null || Object.keys(month.daySeats).length > 0
  const takenOn = (n: number) => seatsTaken(model, dateIn(month.key, n))
  const found = {
    published: row.is_active,
    regular: cents(row.regular_price),
    special: cents(row.special_price),
    types: days.map((n) => row.day_types[n] ?? 'regular'),
    closed: row.closed_days,
    cancelled: row.cancelled_days,
    seats: row.seats,
    'day seats': row.day_seats,
    taken: isLimited ? days.map((n) => row.taken_seats[n] ?? 0) : [],
    version: row.version,
  }
  return differences(month.key, found, {
    published: month.isPublished,
    regular: month.regularPrice,
    special: month.specialPrice,
    types: days.map((n) => typeOf(month, n)),
    closed: month.closed,
    cancelled: Object.keys(month.cancelled).map(Number),
    seats: month.seats,
    'day seats': month.daySeats,
    taken: isLimited ? days.map(takenOn) : [],
    version: month.version,
  })
}

/** What a step changed. */
export async function compareTouched(
  model: Model,
  product: Product,
  accepted: readonly Accepted[],
): Promise<string[]> {
  const submissions = new Set(accepted.flatMap((outcome) => outcome.submissions ?? []))
  const present = model.submissions.filter((submission) => submissions.has(submission))
  const families = new Set(accepted.flatMap((outcome) => outcome.families ?? []))
  const wrong = await Promise.all([
    ...present.slice(0, 12).map((submission) => compareSubmission(model, product, submission)),
    ...[...families].flatMap((family) =>
      family === null ? [] : [compareFamily(model, product, byKey(model.adults, family))],
    ),
    ...(accepted.some(({ isMonthTouched }) => isMonthTouched) ? [compareMonths(model, product)] : []),
  ])
  return wrong.flat()
}
