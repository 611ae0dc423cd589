import { dateIn, weekdaysOf } from '../calendar'
import { byKey, type Cents, type Guest, type Model, type Month, type Submission } from '../model'
import { addGuestLink } from '../product'
import {
  addSubmission,
  bookingAdults,
  childText,
  dropWaitingEdit,
  isRemovedChild,
  log,
  mailFamily,
  mailStaff,
  type Outcome,
  type Pick,
  type Plan,
  presentAdults,
  presentSubmissions,
  someVisitor,
  strangerTo,
} from '../requests'
import {
  attendedDays,
  childrenOf,
  creditsOf,
  familyOf,
  feeOf,
  hasDropIn,
  isAskedAbout,
  isChargedBefore,
  isCurrentOrLater,
  isOffered,
  isOpenType,
  mayChoose,
  priceOf,
  pricesAfterEdit,
  stateOf,
  typeOf,
} from '../rules'

const MONTHLY = ['monthly-admin', 'monthly-parent']

/** Nearly always days that can be chosen. */
function someDays(model: Model, month: Month, pick: Pick): number[] {
  const open = weekdaysOf(month.key).filter((n) => mayChoose(model, month, n, 1))
  const days = pick.some(pick.chance(93) ? open : weekdaysOf(month.key), 8)
  return days.sort((a, b) => a - b)
}

const someMonth = (model: Model, pick: Pick): Month | undefined =>
  pick.of(pick.chance(95) ? model.months.filter((month) => isOffered(model, month)) : model.months)

export const pricesOf = (month: Month, days: readonly number[]) =>
  Object.fromEntries(days.map((n) => [n, priceOf(month, n)]))

/** Often with the total that the form shows, now and then with another one. */
export function shownFee(pick: Pick, shown: Cents): { cents: Cents | null; body: { fee?: string } } {
  const cents = pick.of([null, null, shown, shown, shown, shown, shown + 100]) ?? null
  return { cents, body: cents === null ? {} : { fee: (cents / 100).toFixed(2) } }
}

/** What was shown may be another price by now. */
export const refusedFee = ({ cents }: { cents: Cents | null }, total: Cents): string[] =>
  cents === null || cents === total ? [] : ['price-changed']

/** What the registration costs with these days. */
function editedFee(model: Model, key: string, days: readonly number[]): Cents {
  const { month, prices } = byKey(model.submissions, key)
  return feeOf(pricesAfterEdit(byKey(model.months, month), prices, days))
}

export const register: Plan = (model, pick) => {
  const adult = someVisitor(bookingAdults(model), pick)
  const month = someMonth(model, pick)
  if (!adult || !month) return null
  const family = familyOf(adult)
  const own = childrenOf(model, family)
  const free = own.filter(({ key }) => !hasRegistration(model, key, month.key))
  const foreign = model.children.filter((child) => child.family !== family)
  const children = pick.chance(97) ? pick.some(pick.chance(90) ? free : own, 3) : pick.some(foreign, 1)
  const days = someDays(model, month, pick)
  if (children.length === 0 || days.length === 0) return null
  const monthKey = month.key
  const fee = shownFee(pick, feeOf(pricesOf(month, days)) * children.length)
  return {
    who: adult.key,
    text: `${adult.email} registers ${children.map(childText).join(', ')} for ${monthKey}: ${days.join(', ')}`,
    method: 'POST',
    path: '/submissions',
    body: {
      month_id: month.id,
      child_ids: children.map(({ id }) => id),
      selected_days: days,
      agreed: true,
      ...fee.body,
    },
    isKeyed: true,
    apply: (now) => {
      const at = byKey(now.months, monthKey)
      const isOwn = children.every(({ key }) => childrenOf(now, family).some((child) => child.key === key))
      const refusals = [
        ...strangerTo(now, adult.key, family),
        ...refusedDays(now, at, days, children.length),
        ...(isOwn && children.some(({ key }) => days.some((n) => hasDropIn(now, key, at, n)))
          ? ['day-unavailable']
          : []),
        ...(isOwn ? [] : ['not-found']),
        ...(children.some(({ key }) => hasRegistration(now, key, monthKey)) ? ['already-submitted'] : []),
        ...refusedFee(fee, feeOf(pricesOf(at, days)) * children.length),
      ]
      if (refusals.length > 0) return { refusals }
      const stored = children.map(({ key }) => {
        const prices = pricesOf(at, days)
        return addSubmission(now, { family, child: key, month: monthKey, days, prices, fee: feeOf(prices) })
      })
      return created(now, stored, adult.key)
    },
  }
}

export const registerAsGuest: Plan = (model, pick) => {
  const month = someMonth(model, pick)
  if (!month) return null
  const days = someDays(model, month, pick)
  if (days.length === 0) return null
  const guest = someGuest(model, pick)
  const monthKey = month.key
  const fee = shownFee(pick, feeOf(pricesOf(month, days)))
  return {
    who: 'guest',
    text: `guest ${guest.email} registers ${guest.child} for ${monthKey}: ${days.join(', ')}`,
    method: 'POST',
    path: '/submissions',
    body: { ...guestFields(guest), month_id: month.id, selected_days: days, agreed: true, ...fee.body },
    isKeyed: true,
    apply: (now) => {
      const at = byKey(now.months, monthKey)
      const prices = pricesOf(at, days)
      const refusals = [...refusedDays(now, at, days, 1), ...refusedFee(fee, feeOf(prices))]
      if (refusals.length > 0) return { refusals }
      return created(
        now,
        [addSubmission(now, { guest, month: monthKey, days, prices, fee: feeOf(prices) })],
        null,
      )
    },
  }
}

/** Guests' addresses contain one another and those of families, also earlier ones; their children's names are used twice. */
export function someGuest(model: Model, pick: Pick): Guest {
  const adult = pick.of(bookingAdults(model))
  const own = pick.of([adult?.email ?? 'g@example.com', ...(adult?.earlierEmails ?? [])]) ?? ''
  const emails = ['grace@example.com', 'race@example.com', 'grace@example.com.au', own]
  const number = pick.int(4)
  const child = pick.of(model.children)?.name ?? 'Otis'
  return {
    name: 'Grace Whitfield',
    email: emails[number] ?? 'grace@example.com',
    child: pick.chance(50) ? 'Otis' : child,
  }
}

export const guestFields = (guest: Guest) => ({
  guest_parent_name: guest.name,
  guest_parent_email: guest.email,
  guest_child_name: guest.child,
})

export const hasRegistration = (model: Model, child: string, month: string) =>
  model.submissions.some(
    (submission) => submission.child === child && submission.month === month && !submission.cancellation,
  )

function refusedDays(model: Model, month: Month, days: readonly number[], children: number): string[] {
  return [
    ...(isOffered(model, month) ? [] : ['month-unavailable']),
    ...(days.every((n) => mayChoose(model, month, n, children)) ? [] : ['day-unavailable']),
  ]
}

export function created(model: Model, submissions: Submission[], who: string | null): Outcome {
  const by = who === 'staff' ? null : who
  for (const submission of submissions) {
    mailFamily(model, submission, 'monthly-parent', { by })
    mailStaff(model, submission, MONTHLY, { by })
    log(model, 'submission.create', who, submission.key)
  }
  return {
    submissions,
    families: submissions.map(({ family }) => family),
    isMonthTouched: true,
    learn: (body) => {
      submissions.forEach((submission, index) => {
        submission.id = body.rows[index].id
      })
      return undefined
    },
  }
}

export const registrationsOf = (model: Model, family: string): Submission[] =>
  model.submissions.filter((submission) => submission.family === family && submission.month !== null)

export const editDays: Plan = (model, pick) => {
  const adult = someVisitor(presentAdults(model), pick)
  if (!adult) return null
  const family = familyOf(adult)
  const current = registrationsOf(model, family).filter(
    ({ key, month, cancellation }) =>
      !pick.about(key).chance(93) || (isCurrentOrLater(model, byKey(model.months, month)) && !cancellation),
  )
  const submission = pick.of(current)
  if (!submission) return null
  const month = byKey(model.months, submission.month)
  const days = changedDays(submission, someDays(model, month, pick), pick)
  const version = pick.chance(95) ? submission.version : submission.version - 1
  const { key } = submission
  if (days.length === 0 || version < 1) return null
  const fee = shownFee(pick, editedFee(model, key, days))
  return {
    who: adult.key,
    text: `${adult.email} edits ${key} of ${month.key} to ${days.join(', ')} from version ${version}`,
    method: 'PATCH',
    path: `/submissions/${submission.id}`,
    body: { selected_days: days, agreed: true, version, ...fee.body },
    isKeyed: true,
    apply: (now) => {
      const stranger = strangerTo(now, adult.key, family)
      if (stranger.length > 0) return { refusals: stranger }
      return edited(now, key, days, version, adult.key, () => [
        ...refusedEdit(now, key, days),
        ...refusedFee(fee, editedFee(now, key, days)),
      ])
    },
  }
}

/** By the private link. */
export const editDaysAsGuest: Plan = (model, pick) => {
  const submission = pick.of(
    presentRegistrations(model, pick).filter(({ family, guest }) => family === null && guest),
  )
  if (!submission) return null
  const month = byKey(model.months, submission.month)
  const days = changedDays(submission, someDays(model, month, pick), pick)
  const version = pick.chance(95) ? submission.version : submission.version - 1
  const { key, id } = submission
  if (days.length === 0 || version < 1) return null
  return {
    who: 'guest',
    text: `guest ${submission.guest?.email} edits ${key} of ${month.key} to ${days.join(', ')} from version ${version}`,
    method: 'PATCH',
    path: '/guest-registration',
    body: { selected_days: days, agreed: true, version },
    isKeyed: true,
    prepare: async (product) => ({ secret: await addGuestLink(product, id) }),
    apply: (now) => edited(now, key, days, version, null, () => refusedEdit(now, key, days)),
  }
}

/** By the rules for families and guests. */
function refusedEdit(now: Model, key: string, days: readonly number[]): string[] {
  const stored = byKey(now.submissions, key)
  const at = byKey(now.months, stored.month)
  const added = days.filter((n) => !stored.days.includes(n))
  return [
    ...(isCurrentOrLater(now, at) ? [] : ['not-editable']),
    ...(givesUpStaying(at, stored, days) ||
    !added.every((n) => mayChoose(now, at, n, 1) && !hasDropIn(now, stored.child, at, n))
      ? ['day-unavailable']
      : []),
  ]
}

/** A cancelled day stays, whatever it costs, and one on which the child was here. */
const givesUpStaying = (month: Month, submission: Submission, days: readonly number[]): boolean =>
  [...submission.days.filter((n) => n in month.cancelled), ...attendedDays(submission)].some(
    (n) => !days.includes(n),
  )

/** Some of the days stay, some are new. */
function changedDays(submission: Submission, others: number[], pick: Pick): number[] {
  if (pick.chance(3)) return submission.days
  const staying = submission.days.filter((n) => pick.about(n).chance(70))
  const days = new Set([...staying, ...others.filter((n) => pick.about(n).chance(50))])
  return [...days].sort((a, b) => a - b)
}

function edited(
  model: Model,
  key: string,
  days: number[],
  version: number,
  who: string | null,
  refusalsOf: () => string[],
): Outcome {
  const submission = byKey(model.submissions, key)
  const month = byKey(model.months, submission.month)
  if (submission.cancellation) return { refusals: ['registration-cancelled'] }
  if (String(days) === String(submission.days)) return { submissions: [submission] }
  const isAdding = days.some((n) => !submission.days.includes(n))
  const refusals = [
    ...(submission.version === version ? [] : ['stale-version']),
    ...(isAdding && isRemovedChild(model, submission.child) ? ['child-removed'] : []),
    ...refusalsOf(),
  ]
  if (refusals.length > 0) return { refusals }
  const before = { days: submission.days, fee: submission.fee }
  submission.prices = pricesAfterEdit(month, submission.prices, days)
  submission.credits = creditsOf(submission.credits, days)
  clearAbsences(model, submission, days)
  submission.days = days
  submission.fee = feeOf(submission.prices)
  submission.version += 1
  mailEdit(model, submission, before, who === 'staff' ? null : who)
  log(model, 'submission.edit', who, key)
  return { submissions: [submission], families: [submission.family], isMonthTouched: true }
}

/** Of days from today on that are given up: chosen again, the child is expected. */
function clearAbsences(model: Model, { month, days, marks }: Submission, kept: readonly number[]): void {
  for (const n of days) {
    const day = dateIn(month ?? '', n)
    if (!kept.includes(n) && day >= model.today && stateOf(marks[day]) === 'not_coming') delete marks[day]
  }
}

/** One mail tells of all edits within ten minutes, none where the days are the same again. */
function mailEdit(
  model: Model,
  submission: Submission,
  before: { days: number[]; fee: number },
  by: string | null,
): void {
  const isWaiting = model.waitingEdits.some(({ about }) => about === submission.key)
  const first = isWaiting && submission.editedFrom ? submission.editedFrom : before
  dropWaitingEdit(model, submission.key)
  submission.editedFrom = first
  if (String(first.days) === String(submission.days) && first.fee === submission.fee) return
  model.waitingEdits.push({ about: submission.key, by })
}

export const presentRegistrations = (model: Model, pick: Pick): Submission[] =>
  presentSubmissions(model).filter(
    ({ key, month, cancellation }) => month !== null && (!cancellation || pick.about(key).chance(5)),
  )

export const editDaysAsStaff: Plan = (model, pick) => {
  const submission = pick.of(presentRegistrations(model, pick))
  if (!submission) return null
  const month = byKey(model.months, submission.month)
  const open = weekdaysOf(month.key).filter((n) => isOpenType(typeOf(month, n)) || pick.about(n).chance(2))
  const days = changedDays(submission, pick.some(open, 4), pick)
  const added = days.filter((n) => !submission.days.includes(n))
  const confirmed = pick.chance(80) ? added.filter((n) => isAskedAbout(model, month, n)) : []
  const version = pick.chance(95) ? submission.version : submission.version - 1
  if (days.length === 0 || version < 1) return null
  const { key } = submission
  const fee = shownFee(pick, editedFee(model, key, days))
  return {
    who: 'staff',
    text: `staff edit ${key} of ${month.key} to ${days.join(', ')}, confirming ${confirmed.join(', ') || 'none'}`,
    method: 'PATCH',
    path: `/admin/submissions/${submission.id}/days`,
    body: { selected_days: days, confirmed_days: confirmed, version, ...fee.body },
    isKeyed: true,
    apply: (now) =>
      edited(now, key, days, version, 'staff', () => {
        const [at, stored] = [byKey(now.months, submission.month), byKey(now.submissions, key)]
        const newDays = days.filter((n) => !stored.days.includes(n))
        const isAsked = newDays.some((n) => isAskedAbout(now, at, n) && !confirmed.includes(n))
        return [
          ...(newDays.every((n) => isOpenType(typeOf(at, n)) && !hasDropIn(now, stored.child, at, n)) &&
          !givesUpStaying(at, stored, days)
            ? []
            : ['day-unavailable']),
          ...(newDays.some((n) => isChargedBefore(now, stored.child, at, n)) ? ['day-charged'] : []),
          ...(isAsked ? ['confirm-days'] : []),
          ...refusedFee(fee, editedFee(now, key, days)),
        ]
      }),
  }
}
