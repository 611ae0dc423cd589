import { addMonths, type Day, dateIn, monthName, weekdaysOf, yearOf } from '../calendar'
import { byKey, type Cents, type DayType, type Model, type Month, type Submission } from '../model'
import { log, mail, mailAdult, mailWaitingEdits, type Outcome, type Pick, type Plan } from '../requests'
import {
  bookedOn,
  credit,
  datesOf,
  expectedOn,
  isOpenType,
  leaveCredit,
  mailedAdults,
  typeOf,
  undoCredit,
} from '../rules'
import { declineDropIn } from './drop-ins'

/** Amounts that differ by a cent, and one that three days do not divide. */
const PRICES: readonly Cents[] = [20_00, 20_01, 19_99, 22_50, 30_00, 33_33, 0]

export const createMonth: Plan = (model, pick) => {
  const next = [0, 1, 2, 3, 4, 5].map((count) => addMonths(model.today.slice(0, 7), count))
  const missing = next.filter((key) => !model.months.some((month) => month.key === key))
  const key = pick.of(pick.chance(90) ? missing : next)
  if (!key || key > '2027-08') return null
  return {
    who: 'staff',
    text: `staff create ${key}`,
    method: 'POST',
    path: '/admin/months',
    body: { month_name: monthName(key), year: yearOf(key) },
    isKeyed: true,
    apply: (now) => {
      if (now.months.some((month) => month.key === key)) return { refusals: ['month-exists'] }
      const { regular, special } = now.prices
      const month: Month = {
        key,
        id: '',
        isPublished: false,
        regularPrice: regular,
        specialPrice: special,
        types: {},
        closed: [],
        cancelled: {},
        seats: null,
        daySeats: {},
        version: 1,
      }
      now.months.push(month)
      log(now, 'months.create', 'staff', key)
      return {
        isMonthTouched: true,
        learn: (body) => {
          month.id = body.id
          return undefined
        },
      }
    },
  }
}

type Save = {
  types: Record<number, DayType>
  closed: number[]
  seats?: number | null
  daySeats?: Record<number, number>
  isPublished?: boolean
  fees?: 'credit' | 'keep'
  /** To the families of the days that this cancels. */
  writes?: boolean
  credits?: 'undo' | 'leave'
  use?: 'own' | 'current'
}

const someMonth = (model: Model, pick: Pick): Month | undefined => {
  const recent = model.months.filter(({ key }) => key >= model.today.slice(0, 7))
  return pick.of(pick.chance(90) && recent.length > 0 ? recent : model.months)
}

const saved = (model: Model, month: Month, save: Save, what: string, pick: Pick) => {
  const version = pick.chance(96) ? month.version : month.version - 1
  const seen = model.prices
  if (version < 1) return null
  return {
    who: 'staff',
    text: `staff save ${month.key}: ${what} ${JSON.stringify(save)}`,
    method: 'PATCH' as const,
    path: `/admin/months/${month.id}`,
    body: {
      day_types: save.types,
      closed_days: save.closed,
      seats: save.seats,
      day_seats: save.daySeats,
      is_active: save.isPublished,
      fees: save.fees,
      message: save.writes && { subject: 'No heating', text: 'Please make other plans.' },
      credits: save.credits,
      publish_prices: save.use && {
        use: save.use,
        seen: { regular_price: seen.regular / 100, special_price: seen.special / 100 },
      },
      version,
    },
    isKeyed: true,
    apply: (now: Model): Outcome => {
      const stored = byKey(now.months, month.key)
      if (stored.version !== version) return { refusals: ['stale-version'] }
      const isPublishing = save.isPublished === true && !stored.isPublished
      const prices = isPublishing ? pricesToPublish(now, stored, save.use, seen) : null
      if (prices === 'asked') return { refusals: ['prices-differ'] }
      const lost = save.writes ? lostDays(now, stored, save) : []
      if (lost.length > 0 && isLimitReached(now)) return { refusals: ['too-many-messages'] }
      const outcome = store(now, stored, save, prices)
      write(now, lost)
      return outcome
    },
  }
}

export const isLimitReached = (model: Model) => (model.messages[model.today] ?? 0) >= 20

/** The days from today on that the save cancels: booked, and without aftercare afterwards. */
const lostDays = (model: Model, month: Month, { types }: Save): Day[] =>
  Object.entries(types)
    .filter(([n, type]) => isOpenType(typeOf(month, Number(n))) && !isOpenType(type))
    .map(([n]) => dateIn(month.key, Number(n)))
    .filter((day) => day >= model.today && bookedOn(model, day).length > 0)

/** One mail per address about all the days, each of which counts. */
function write(model: Model, days: readonly Day[]): void {
  const reached = days.filter((day) => addressesOf(model, expectedOn(model, day)).size > 0)
  if (reached.length === 0) return
  model.messages[model.today] = (model.messages[model.today] ?? 0) + reached.length
  const booked = days.flatMap((day) => expectedOn(model, day))
  const adults = booked.flatMap(({ family }) => (family === null ? [] : mailedAdults(model, family)))
  for (const to of addressesOf(model, booked)) {
    const adult = adults.find(({ email }) => email === to)
    if (adult) mailAdult(model, adult, 'family-message')
    // Also where the email is that of an account whose own children do not come.
    else mail(model, to, 'family-message', { language: 'en' })
  }
  log(model, 'family-message.send', 'staff', null)
}

/** A draft's own prices are only used, or replaced, if staff said so having seen the current ones. */
function pricesToPublish(model: Model, month: Month, use: Save['use'], seen: Model['prices']) {
  const own = { regular: month.regularPrice, special: month.specialPrice }
  const isSame = (a: Model['prices'], b: Model['prices']) =>
    a.regular === b.regular && a.special === b.special
  if (isSame(own, model.prices)) return use === 'current' && !isSame(seen, model.prices) ? 'asked' : own
  if (!use || !isSame(seen, model.prices)) return 'asked'
  return use === 'own' ? own : model.prices
}

function store(model: Model, month: Month, save: Save, prices: Model['prices'] | null): Outcome {
  const typesBefore = new Map(weekdaysOf(month.key).map((n) => [n, typeOf(month, n)]))
  const wasPublished = month.isPublished
  const touched = new Set<Submission>()
  Object.assign(month.types, save.types)
  for (const n of weekdaysOf(month.key)) {
    const [before, after] = [typesBefore.get(n) ?? 'regular', typeOf(month, n)]
    const isLost = isOpenType(before) && !isOpenType(after)
    const day = dateIn(month.key, n)
    if (isLost && save.fees && bookedOn(model, day).length > 0) {
      if (save.writes) declineRequests(model, day, touched)
      cancelDay(model, month, n, before, save.fees, touched)
    } else if (n in month.cancelled && isOpenType(after))
      reinstate(model, month, n, save.credits ?? 'leave', touched)
  }
  month.closed = save.closed.filter((n) => isOpenType(typeOf(month, n)))
  if (save.seats !== undefined) month.seats = save.seats
  if (save.daySeats !== undefined) month.daySeats = save.daySeats
  if (save.isPublished !== undefined) month.isPublished = save.isPublished
  if (prices) [month.regularPrice, month.specialPrice] = [prices.regular, prices.special]
  month.version += 1
  const action = month.isPublished === wasPublished ? 'save' : month.isPublished ? 'publish' : 'move-to-draft'
  log(model, `months.${action}`, 'staff', month.key)
  return changed([...touched])
}

const changed = (submissions: Submission[]): Outcome => ({
  submissions,
  families: submissions.map(({ family }) => family),
  isMonthTouched: true,
})

/** The children stay booked; the month remembers the type. */
function cancelDay(
  model: Model,
  month: Month,
  n: number,
  typeBefore: DayType,
  fees: 'credit' | 'keep',
  touched: Set<Submission>,
): void {
  mailEditsOf(model, month, n)
  month.cancelled[n] = typeBefore
  log(model, 'months.cancel-day', 'staff', month.key)
  if (fees === 'credit') changeFees(model, month, n, credit, 'submission.credit', touched)
}

/** What waits about the day's registrations goes first. */
const mailEditsOf = (model: Model, month: Month, n: number): void =>
  mailWaitingEdits(
    model,
    expectedOn(model, dateIn(month.key, n)).map(({ key }) => key),
  )

/** What still waits for approval on a day that is ahead, if staff write to the families: also those are mailed. */
function declineRequests(model: Model, day: Day, touched: Set<Submission>): void {
  if (day < model.today) return
  const waiting = model.submissions.filter(({ date, approval }) => date === day && approval === 'waiting')
  for (const submission of waiting) {
    declineDropIn(model, submission)
    touched.add(submission)
  }
}

function reinstate(
  model: Model,
  month: Month,
  n: number,
  credits: 'undo' | 'leave',
  touched: Set<Submission>,
): void {
  mailEditsOf(model, month, n)
  delete month.cancelled[n]
  log(model, 'months.reinstate-day', 'staff', month.key)
  if (credits === 'undo') changeFees(model, month, n, undoCredit, 'submission.undo-credit', touched)
  else changeFees(model, month, n, leaveCredit, null, touched)
}

/** For everybody who has the day; of a cancelled registration what it would come back with, and a day that stayed. */
function changeFees(
  model: Model,
  month: Month,
  n: number,
  change: typeof credit,
  action: string | null,
  touched: Set<Submission>,
): void {
  const day = dateIn(month.key, n)
  const cancelled = model.submissions.filter(
    (submission) => submission.month === month.key && submission.cancellation?.days.includes(n),
  )
  for (const submission of new Set([...expectedOn(model, day), ...cancelled])) {
    const { cancellation } = submission
    if (!change(cancellation ?? submission, n)) continue
    submission.version += 1
    touched.add(submission)
    const isCharged = !cancellation || (!cancellation.isFeeKept && change(submission, n))
    if (action && isCharged) log(model, action, 'staff', submission.key)
  }
}

export const closeDays: Plan = (model, pick) => {
  const month = someMonth(model, pick)
  if (!month) return null
  const closed = pick.some(weekdaysOf(month.key), 4).sort((a, b) => a - b)
  return saved(model, month, { types: {}, closed: pick.chance(70) ? closed : [] }, 'closed days', pick)
}

export const retypeDays: Plan = (model, pick) => {
  const month = someMonth(model, pick)
  if (!month) return null
  const types = ['regular', 'regular', 'noon', 'early', 'unavailable', 'no_school'] as const
  const days = pick.some(weekdaysOf(month.key), 3)
  const entries = days.map((n) => [n, pick.about(n).of(types) ?? 'regular'] as const)
  const save: Save = { types: Object.fromEntries(entries), closed: month.closed }
  const fees = pick.of(['credit', 'keep', undefined] as const)
  const credits = pick.of(['undo', 'leave'] as const)
  if (fees) save.fees = fees
  if (fees && pick.chance(50)) save.writes = true
  if (credits) save.credits = credits
  return saved(model, month, save, 'day types', pick)
}

/** Few seats, so that days are full. */
export const changeSeats: Plan = (model, pick) => {
  const month = someMonth(model, pick)
  if (!month) return null
  const own = pick.some(weekdaysOf(month.key), 3).map((n) => [n, 1 + pick.about(n).int(6)])
  const save: Save = { types: {}, closed: month.closed, seats: pick.of([null, 4, 6, 8, 12]) ?? null }
  if (pick.chance(60)) save.daySeats = Object.fromEntries(own)
  return saved(model, month, save, 'seats', pick)
}

export const publish: Plan = (model, pick) => {
  const drafts = model.months.filter(({ isPublished }) => !isPublished)
  const month = pick.of(pick.chance(92) && drafts.length > 0 ? drafts : model.months)
  if (!month) return null
  const save: Save = { types: {}, closed: month.closed, isPublished: drafts.includes(month) }
  const use = pick.of(['own', 'current', undefined] as const)
  if (use && save.isPublished) save.use = use
  return saved(model, month, save, save.isPublished ? 'publish' : 'move to draft', pick)
}

/** A message to the families of a day, which also cancels it: one mail per address. */
export const cancelDayByMessage: Plan = (model, pick) => {
  const days = [...new Set(model.submissions.flatMap(datesOf))].filter((day) => day >= model.today).sort()
  const day = pick.of(days.slice(0, 15))
  if (!day) return null
  const fees = pick.chance(60) ? 'credit' : 'keep'
  const isCancelling = pick.chance(60)
  return {
    who: 'staff',
    text: `staff write to the families of ${day}${isCancelling ? `, cancelling it, fees: ${fees}` : ''}`,
    method: 'POST',
    path: '/admin/family-messages',
    body: { date: day, subject: 'No heating', text: 'Please pick up early.', cancelled: isCancelling, fees },
    isKeyed: true,
    apply: (now) => {
      const [month, n] = [now.months.find(({ key }) => key === day.slice(0, 7)), Number(day.slice(8))]
      const booked = expectedOn(now, day)
      if (isLimitReached(now)) return { refusals: ['too-many-messages'] }
      const canCancel =
        month && !(n in month.cancelled) && [1, 2, 3, 4, 5].includes(new Date(day).getUTCDay())
      const refusals = [
        ...(booked.length === 0 ? ['no-families'] : []),
        ...(isCancelling && !canCancel ? ['not-cancellable'] : []),
      ]
      if (refusals.length > 0) return { refusals }
      const touched = new Set<Submission>()
      write(now, [day])
      if (isCancelling && month) {
        const before = typeOf(month, n)
        month.types[n] = 'unavailable'
        month.closed = month.closed.filter((each) => each !== n)
        month.version += 1
        declineRequests(now, day, touched)
        cancelDay(now, month, n, before, fees, touched)
      }
      return changed([...touched])
    },
  }
}

/** Every adult of each family and each guest, once per address. */
function addressesOf(model: Model, booked: readonly Submission[]): Set<string> {
  const emails = booked.flatMap(({ family, guest }) =>
    family === null ? [guest?.email ?? ''] : mailedAdults(model, family).map(({ email }) => email),
  )
  return new Set(emails.filter((email) => email !== ''))
}

export const reinstateDay: Plan = (model, pick) => {
  const month = pick.of(model.months.filter(({ cancelled }) => Object.keys(cancelled).length > 0))
  const n = month && Number(pick.of(Object.keys(month.cancelled)))
  if (!month || !n) return null
  const credits = pick.chance(60) ? 'undo' : 'leave'
  const [key, { version }] = [month.key, month]
  return {
    who: 'staff',
    text: `staff reinstate ${dateIn(key, n)}, ${credits} the credits`,
    method: 'POST',
    path: `/admin/months/${month.id}/days/${n}/reinstate`,
    body: { credits, version },
    isKeyed: true,
    apply: (now) => {
      const stored = byKey(now.months, key)
      const type = stored.cancelled[n]
      if (type === undefined) return { refusals: ['not-cancelled'] }
      if (stored.version !== version) return { refusals: ['stale-version'] }
      const touched = new Set<Submission>()
      stored.types[n] = isOpenType(type) ? type : 'regular'
      stored.version += 1
      reinstate(now, stored, n, credits, touched)
      return changed([...touched])
    },
  }
}

export const savePrices: Plan = (_, pick) => {
  const [regular, special] = [pick.of(PRICES) ?? 0, pick.of(PRICES) ?? 0]
  const dropIns = { family: pick.of(PRICES) ?? 0, staff: pick.of(PRICES) ?? 0 }
  return {
    who: 'staff',
    text: `staff save the prices ${regular} and ${special}, of drop-ins ${dropIns.family} and ${dropIns.staff}`,
    method: 'PUT',
    path: '/admin/pricing',
    body: {
      regular_price: amount(regular),
      special_price: amount(special),
      family_drop_in_price: amount(dropIns.family),
      staff_drop_in_price: amount(dropIns.staff),
    },
    isKeyed: true,
    prepare: async (product) => ({ version: (await product.staff('/admin/pricing')).body.version }),
    apply: (now) => {
      const published = now.months.filter(({ isPublished }) => isPublished)
      const others = published.filter((m) => m.regularPrice !== regular || m.specialPrice !== special)
      const isNewDefault =
        now.prices.regular !== regular ||
        now.prices.special !== special ||
        now.dropInPrices.family !== dropIns.family ||
        now.dropInPrices.staff !== dropIns.staff
      if (others.length === 0 && !isNewDefault && published.length > 0) return { isMonthTouched: true }
      log(now, 'pricing.save', 'staff', null)
      now.prices = { regular, special }
      now.dropInPrices = dropIns
      for (const month of others) {
        Object.assign(month, { regularPrice: regular, specialPrice: special, version: month.version + 1 })
      }
      return { isMonthTouched: true }
    },
  }
}

const amount = (cents: Cents): string => (cents / 100).toFixed(2)
