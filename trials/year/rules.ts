import {
  type Day,
  dateIn,
  dayOfMonth,
  instantOf,
  isWeekend,
  monthKeyOf,
  type Time,
  weekday,
} from './calendar'
import {
  type Adult,
  type ByDay,
  byKey,
  type Cents,
  type DayType,
  type Mark,
  type Model,
  type Month,
  type Payment,
  type Submission,
  sum,
} from './model'

/** What follows from the model: who sees, owes and has what. The rules in prose are in docs/rules. */

// Days and prices

export const typeOf = (month: Month, n: number): DayType =>
  isWeekend(dateIn(month.key, n)) ? 'unavailable' : (month.types[n] ?? 'regular')

export const isOpenType = (type: DayType): boolean => !['unavailable', 'no_school'].includes(type)

export function priceOf(month: Month, n: number): Cents {
  const type = typeOf(month, n)
  if (!isOpenType(type)) return 0
  return type === 'regular' ? month.regularPrice : month.specialPrice
}

/** Published, and not over. */
export const isOffered = (model: Model, month: Month): boolean =>
  month.isPublished && isCurrentOrLater(model, month)
export const isCurrentOrLater = (model: Model, month: Month): boolean => month.key >= monthKeyOf(model.today)

export const findMonth = (model: Model, key: string): Month | null =>
  model.months.find((month) => month.key === key) ?? null

/** Mondays to Thursdays 5:30 PM; Fridays, noon and 2:30 dismissals 4:30 PM. */
export const pickupTime = (day: Day, type: DayType): Time =>
  weekday(day) === 5 || type === 'noon' || type === 'early' ? '16:30' : '17:30'

/** When school ends: at noon, at 2:30, on Fridays at 2:30, else at 3:30. */
export function dismissalTime(day: Day, type: DayType): Time {
  if (type === 'noon') return '12:00'
  return type === 'early' || weekday(day) === 5 ? '14:30' : '15:30'
}

/** Of a cancelled day, the type that it had. */
export function schoolTypeOn(model: Model, day: Day): DayType {
  const month = findMonth(model, monthKeyOf(day))
  if (!month) return 'regular'
  return month.cancelled[dayOfMonth(day)] ?? typeOf(month, dayOfMonth(day))
}

// Seats

const isOn = (submission: Submission, day: Day): boolean =>
  submission.date === day ||
  (submission.month === monthKeyOf(day) && submission.days.includes(dayOfMonth(day)))

export const datesOf = ({ date, month, days }: Submission): Day[] =>
  date !== null ? [date] : days.map((n) => dateIn(month ?? '', n))

/** Whose day it is, and whose seat: not that of a drop-in that was declined. */
export const bookedOn = (model: Model, day: Day): Submission[] =>
  model.submissions.filter((submission) => submission.approval !== 'declined' && isOn(submission, day))

/** Who comes: not a drop-in that waits for approval. */
export const expectedOn = (model: Model, day: Day): Submission[] => bookedOn(model, day).filter(isApproved)

export const isApproved = ({ approval }: Submission): boolean => approval === null || approval === 'approved'

/** The child's own, or one that staff typed in under the child's name and the email of an adult of its family. */
export function isBookingOf(model: Model, childKey: string): (submission: Submission) => boolean {
  const child = byKey(model.children, childKey)
  const emails = emailsOf(model, child.family)
  return (submission) =>
    submission.child === childKey ||
    (submission.isByStaff &&
      submission.family === null &&
      submission.guest !== null &&
      emails.includes(submission.guest.email) &&
      submission.guest.child.toLowerCase() === child.name.toLowerCase())
}

/** A day with a drop-in of the child is paid for already: no registration takes it. */
export const hasDropIn = (model: Model, childKey: string | null, month: Month, n: number): boolean =>
  childKey !== null &&
  model.submissions.some(
    (submission) =>
      submission.date === dateIn(month.key, n) &&
      submission.approval !== 'declined' &&
      isBookingOf(model, childKey)(submission),
  )

/** A cancelled registration keeps the days on which the child was here, and their prices. */
export const isChargedBefore = (model: Model, childKey: string | null, month: Month, n: number): boolean =>
  childKey !== null &&
  model.submissions.some(
    ({ child, month: of, cancellation, days }) =>
      child === childKey && of === month.key && cancellation !== null && days.includes(n),
  )

/** A child with a registration and a drop-in counts once, each guest's submission separately. */
export const seatsTaken = (model: Model, day: Day): number =>
  new Set(bookedOn(model, day).map(({ child, key }) => child ?? key)).size

export function seatsFree(model: Model, month: Month, n: number): number {
  const seats = month.daySeats[n] ?? month.seats
  return seats === null
    ? Number.POSITIVE_INFINITY
    : Math.max(0, seats - seatsTaken(model, dateIn(month.key, n)))
}

// Which days can be chosen

/** By a family or a guest; days already booked may always stay. */
export function mayChoose(model: Model, month: Month, n: number, children: number): boolean {
  const day = dateIn(month.key, n)
  return (
    day > model.today &&
    isOpenType(typeOf(month, n)) &&
    !month.closed.includes(n) &&
    seatsFree(model, month, n) >= children
  )
}

/** Staff may add past, closed and full days, but are asked first. */
export const isAskedAbout = (model: Model, month: Month, n: number, children = 1): boolean =>
  dateIn(month.key, n) <= model.today || month.closed.includes(n) || seatsFree(model, month, n) < children

/** Today, all day (no year switches that off), or tomorrow. */
export const mayDropIn = (model: Model, day: Day, tomorrow: Day): boolean =>
  refusedDropIn(model, day, tomorrow, 1).length === 0

export function refusedDropIn(model: Model, day: Day, tomorrow: Day, children: number): string[] {
  const month = findMonth(model, monthKeyOf(day))
  if (!month || (day !== model.today && day !== tomorrow)) return ['drop-in-unavailable']
  const n = dayOfMonth(day)
  const free = seatsFree(model, month, n)
  if (!isOpenType(typeOf(month, n)) || month.closed.includes(n) || free < 1) return ['drop-in-unavailable']
  return free < children ? ['day-unavailable'] : []
}

// Prices of an edit and of a cancelled day

/** Days that stay keep their price, new ones cost what they cost now; a day without aftercare nothing, unless cancelled. */
export function pricesAfterEdit(month: Month, before: ByDay<Cents>, days: readonly number[]): ByDay<Cents> {
  const priceAfter = (n: number) => {
    if (!(n in before)) return priceOf(month, n)
    return isOpenType(typeOf(month, n)) || n in month.cancelled ? (before[n] ?? 0) : 0
  }
  return Object.fromEntries(days.map((n) => [n, priceAfter(n)]))
}

export const feeOf = (prices: ByDay<Cents>): Cents => sum(Object.values(prices))

/** Of the days that stay. */
export const creditsOf = (credits: ByDay<Cents>, days: readonly number[]): ByDay<Cents> =>
  Object.fromEntries(Object.entries(credits).filter(([n]) => days.includes(Number(n))))

type Priced = { days: number[]; prices: ByDay<Cents>; credits: ByDay<Cents>; fee: Cents }

/** Takes the day's price off the fee and remembers it. False if it costs nothing or is credited already. */
export function credit(booked: Priced, n: number): boolean {
  const { credits } = booked
  const price = booked.prices[n] ?? 0
  if (!booked.days.includes(n) || n in credits || price === 0) return false
  credits[n] = price
  booked.prices[n] = 0
  booked.fee -= price
  return true
}

/** Puts a credited price back. */
export function undoCredit(booked: Priced, n: number): boolean {
  const { credits } = booked
  const price = credits[n] ?? 0
  if (!booked.days.includes(n) || price === 0) return false
  delete credits[n]
  booked.prices[n] = price
  booked.fee += price
  return true
}

/** The day stays at nothing for good. */
export function leaveCredit(booked: Priced, n: number): boolean {
  const { credits } = booked
  if (!booked.days.includes(n) || (credits[n] ?? 0) === 0) return false
  credits[n] = 0
  return true
}

// Money

export const paidFor = (model: Model, submission: Submission): Cents =>
  sum(model.payments.filter((payment) => payment.submission === submission.key).map(({ amount }) => amount))

/** What its own payments have not covered. */
export const openOf = (model: Model, submission: Submission): Cents =>
  Math.max(0, submission.fee - paidFor(model, submission))

/** A payment's rest pays submissions in turn, each up to what is open on it. What remains stays general. */
export function shareOut(
  model: Model,
  left: Cents,
  submissions: readonly Submission[],
): { submission: Submission; amount: Cents }[] {
  let rest = left
  return submissions.flatMap((submission) => {
    const amount = Math.min(rest, openOf(model, submission))
    rest -= amount
    return amount > 0 ? [{ submission, amount }] : []
  })
}

/** What neither reversals nor moves have taken. */
export const leftOf = (model: Model, payment: Payment): Cents =>
  payment.reverses !== null
    ? 0
    : payment.amount +
      sum(model.payments.filter(({ reverses }) => reverses === payment.key).map(({ amount }) => amount))

/** Paid, and not given back in full, wherever it was moved. */
export const isReceived = (model: Model, payment: Payment): boolean =>
  payment.reverses === null &&
  payment.movedFrom === null &&
  [payment, ...model.payments.filter(({ movedFrom }) => movedFrom === payment.key)].some(
    (each) => leftOf(model, each) > 0,
  )

export function statusOf(model: Model, submission: Submission): string {
  if (submission.approval !== null && !isApproved(submission)) return submission.approval
  if (submission.cancellation && submission.fee === 0) return 'cancelled'
  const paid = paidFor(model, submission)
  if (paid >= submission.fee) return 'paid'
  if (paid > 0) return 'partial'
  return submission.isBilled ? 'billed' : 'submitted'
}

export type Balance = { billed: Cents; paid: Cents; due: Cents; outstanding: Cents; isPaid: boolean }

export function balanceOf(model: Model, family: string): Balance {
  const own = model.submissions.filter((submission) => submission.family === family)
  const fees = sum(own.map(({ fee }) => fee))
  const billed = sum(own.filter(({ isBilled }) => isBilled).map(({ fee }) => fee))
  const paid = sum(model.payments.filter((payment) => payment.family === family).map(({ amount }) => amount))
  return {
    billed,
    paid,
    due: billed - paid,
    outstanding: Math.max(0, fees - paid),
    isPaid: billed - paid <= 0,
  }
}

/** Payments that no submission was paid with. */
export const generalPaymentsOf = (model: Model, family: string): Cents =>
  sum(
    model.payments
      .filter((payment) => payment.family === family && payment.submission === null)
      .map(({ amount }) => amount),
  )

/** Fees of months that have begun and are not billed yet. */
export const unbilledOf = (model: Model, family: string): Cents =>
  sum(
    model.submissions
      .filter((submission) => submission.family === family && !submission.isBilled)
      .filter(({ month, date }) => (month ?? monthKeyOf(date ?? '')) <= monthKeyOf(model.today))
      .map(({ fee }) => fee),
  )

// Families

export const familyOf = (adult: Adult): string => adult.joined ?? adult.key
export const adultsOf = (model: Model, family: string): Adult[] =>
  model.adults.filter((adult) => !adult.isErased && familyOf(adult) === family)
export const emailsOf = (model: Model, family: string): string[] =>
  adultsOf(model, family).map(({ email }) => email)
const isSuspended = ({ status }: Adult): boolean => status === 'suspended'
/** Shut out: suspended, or the family's first adult is. */
export const isShutOut = (model: Model, adult: Adult): boolean =>
  isSuspended(adult) || isSuspended(byKey(model.adults, familyOf(adult)))
/** Who gets mails about the family: the first adult always, the others while they are not shut out. */
export const mailedAdults = (model: Model, family: string): Adult[] =>
  adultsOf(model, family).filter((adult) => adult.key === family || !isShutOut(model, adult))
export const childrenOf = (model: Model, family: string) =>
  model.children.filter((child) => child.family === family && !child.isRemoved)
export const hasRecords = (model: Model, family: string): boolean =>
  model.children.some((child) => child.family === family) ||
  model.submissions.some((submission) => submission.family === family) ||
  model.payments.some((payment) => payment.family === family)

export const childNameOf = (model: Model, { child, guest }: Submission): string =>
  child === null ? (guest?.child ?? '') : byKey(model.children, child).name

/** The last day for which the submission books its child; null for none. */
export function lastDayOf({ month, date, days, approval }: Submission): Day | null {
  if (approval === 'declined') return null
  if (date !== null) return date
  return month === null || days.length === 0 ? null : dateIn(month, Math.max(...days))
}

/** The booked days on which the child was here: they stay. */
export const attendedDays = ({ month, days, marks }: Submission): number[] =>
  month === null ? [] : days.filter((n) => marks[dateIn(month, n)]?.arrivedAt)

// The board

const ofSameChild = (model: Model, submission: Submission, day: Day): Submission[] =>
  expectedOn(model, day).filter(({ child, key }) =>
    submission.child === null ? key === submission.key : child === submission.child,
  )

/** When the child is dismissed, if staff chose it for a drop-in: also where the mark is its registration's. */
export const chosenDismissal = (model: Model, submission: Submission, day: Day): DayType | null =>
  ofSameChild(model, submission, day).find(({ dismissal }) => dismissal !== null)?.dismissal ?? null

/** The submission that has, or would have, the child's mark: the one marked already, else a registration. */
export function cardOf(model: Model, submission: Submission, day: Day): Submission | null {
  const same = ofSameChild(model, submission, day)
  return same.find(({ marks }) => marks[day]) ?? same.find(({ month }) => month !== null) ?? same[0] ?? null
}

export const noMark = (): Mark => ({
  arrivedAt: null,
  leftAt: null,
  pickedUpBy: null,
  notComingAt: null,
  notComingBy: null,
  lateMinutes: 0,
  version: 0,
})

export function stateOf(mark: Mark | undefined): 'expected' | 'here' | 'gone' | 'not_coming' {
  if (mark?.leftAt) return 'gone'
  if (mark?.arrivedAt) return 'here'
  return mark?.notComingBy ? 'not_coming' : 'expected'
}

export const now = (model: Model): string => instantOf(model.today, model.time)

export const inHours = (model: Model, hours: number): string =>
  new Date(Date.parse(now(model)) + hours * 3_600_000).toISOString()
