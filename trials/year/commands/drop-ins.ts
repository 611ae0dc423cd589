import { addDays, dayOfMonth } from '../calendar'
import { byKey, type Child, type Guest, type Mail, type Model, noteOf, type Submission } from '../model'
import {
  addSubmission,
  bookingAdults,
  childText,
  log,
  mailFamily,
  mailStaff,
  type Outcome,
  type Plan,
  presentAdults,
  presentSubmissions,
  someVisitor,
  strangerTo,
} from '../requests'
import {
  bookedOn,
  childrenOf,
  emailsOf,
  familyOf,
  findMonth,
  isApproved,
  isBookingOf,
  mayDropIn,
  refusedDropIn,
  seatsFree,
} from '../rules'
import { guestFields, refusedFee, shownFee, someGuest } from './registrations'

export const dropIn: Plan = (model, pick) => {
  const adult = someVisitor(bookingAdults(model), pick)
  if (!adult) return null
  const family = familyOf(adult)
  const children = pick.some(childrenOf(model, family), pick.chance(60) ? 1 : 3)
  const [first] = children
  if (!first) return null
  const day = addDays(model.today, pick.of([0, 0, 1, 1, 1, 2, -1]) ?? 0)
  const whose = children.length === 1 ? { child_id: first.id } : { child_ids: children.map(({ id }) => id) }
  const fee = shownFee(pick, model.dropInPrices.family * children.length)
  return {
    who: adult.key,
    text: `${adult.email} asks for a drop-in of ${children.map(childText).join(', ')} on ${day}`,
    method: 'POST',
    path: '/drop-ins',
    body: { ...whose, dropin_date: day, additional_notes: noteOf(family), agreed: true, ...fee.body },
    isKeyed: true,
    apply: (now) => {
      const isOwn = children.every(({ key }) => childrenOf(now, family).some((child) => child.key === key))
      const refusals = [
        ...strangerTo(now, adult.key, family),
        ...refusedDropIn(now, day, addDays(now.today, 1), children.length),
        ...(isOwn ? [] : ['not-found']),
        ...(children.some(({ key }) => hasDay(now, key, day)) ? ['already-booked'] : []),
        ...refusedFee(fee, now.dropInPrices.family * children.length),
      ]
      if (refusals.length > 0) return { refusals }
      const stored = children.map(({ key }) => requestDropIn(now, { family, child: key, date: day }))
      return asked(now, stored, adult.key)
    },
  }
}

export const dropInAsGuest: Plan = (model, pick) => {
  const guest = someGuest(model, pick)
  const day = addDays(model.today, pick.int(2))
  const fee = shownFee(pick, model.dropInPrices.family)
  return {
    who: 'guest',
    text: `guest ${guest.email} asks for a drop-in of ${guest.child} on ${day}`,
    method: 'POST',
    path: '/drop-ins',
    body: { ...guestFields(guest), dropin_date: day, additional_notes: '', agreed: true, ...fee.body },
    isKeyed: true,
    apply: (now) => {
      const refusals = [
        ...(mayDropIn(now, day, addDays(now.today, 1)) ? [] : ['drop-in-unavailable']),
        ...refusedFee(fee, now.dropInPrices.family),
      ]
      if (refusals.length > 0) return { refusals }
      return asked(now, [requestDropIn(now, { guest, date: day })], null)
    },
  }
}

/** For a child on file, on any date; a full or a booked day only knowingly. */
export const dropInByStaff: Plan = (model, pick) => {
  const present = bookingAdults(model).map(({ key }) => key)
  const child = pick.of(
    model.children.filter(({ family, isRemoved }) => !isRemoved && present.includes(family)),
  )
  if (!child) return null
  const day = addDays(model.today, pick.int(20) - 8)
  const [mayDouble, mayOverbook] = [pick.chance(20), pick.chance(50)]
  const dismissal = pick.of(['regular', 'noon', 'early'] as const) ?? 'regular'
  const fee = shownFee(pick, model.dropInPrices.staff)
  return {
    who: 'staff',
    text: `staff enter a drop-in of ${childText(child)} on ${day}`,
    method: 'POST',
    path: `/admin/children/${child.id}/drop-ins`,
    body: {
      dropin_date: day,
      guest_child_notes: noteOf(child.family),
      dismissal_type: dismissal,
      allow_double_booking: mayDouble,
      allow_overbooking: mayOverbook,
      ...fee.body,
    },
    isKeyed: true,
    apply: (now) => {
      const stored = byKey(now.children, child.key)
      const month = findMonth(now, day.slice(0, 7))
      const isFull = month !== null && seatsFree(now, month, dayOfMonth(day)) < 1
      const refusals = [
        ...(stored.isRemoved ? ['not-found'] : []),
        ...(isFull && !mayOverbook ? ['day-full'] : []),
        ...((hasDay(now, child.key, day) || isRequested(now, namesOf(now, stored), day)) && !mayDouble
          ? ['already-booked']
          : []),
        ...refusedFee(fee, now.dropInPrices.staff),
      ]
      if (refusals.length > 0) return { refusals }
      const values = { family: stored.family, child: child.key, date: day, isByStaff: true, dismissal }
      return entered(now, [addDropIn(now, values, now.dropInPrices.staff)], 'staff')
    },
  }
}

const namesOf = (model: Model, { family, name }: Child) => ({
  email: byKey(model.adults, family).email,
  child: name,
})

/** For anybody else, by their names: counts for the child of that name in the family of an adult with that email. */
export const dropInTypedByStaff: Plan = (model, pick) => {
  const child = pick.of(model.children.filter(({ isRemoved }) => !isRemoved))
  const parent = child && byKey(model.adults, child.family)
  if (!child || !parent || parent.isErased) return null
  const day = addDays(model.today, pick.int(10) - 3)
  const guest = {
    name: parent.name,
    email: pick.chance(70) ? (pick.of(emailsOf(model, child.family)) ?? '') : `x${parent.email}`,
    child: pick.chance(50) ? child.name.toUpperCase() : child.name,
  }
  const mayDouble = pick.chance(30)
  return {
    who: 'staff',
    text: `staff type in a drop-in of ${guest.child} (${guest.email}) on ${day}`,
    method: 'POST',
    path: '/admin/drop-ins',
    body: {
      ...guestFields(guest),
      guest_parent_phone: '555 0142',
      dropin_date: day,
      allow_double_booking: mayDouble,
      allow_overbooking: true,
    },
    isKeyed: true,
    apply: (now) => {
      const isBooked =
        namedChildren(now, guest).some((key) => hasDay(now, key, day)) || isRequested(now, guest, day)
      if (isBooked && !mayDouble) return { refusals: ['already-booked'] }
      return entered(
        now,
        [addDropIn(now, { guest, date: day, isByStaff: true, dismissal: 'regular' }, now.dropInPrices.staff)],
        'staff',
      )
    },
  }
}

/** Also children whom the family has removed. */
const namedChildren = (model: Model, guest: Guest): string[] =>
  model.children
    .filter(
      ({ family, name }) =>
        emailsOf(model, family).includes(guest.email) && name.toLowerCase() === guest.child.toLowerCase(),
    )
    .map(({ key }) => key)

/** What was paid for it stays, as a general payment. Of a declined one the family was told already. */
export const removeDropIn: Plan = (model, pick) => {
  const dropIns = presentSubmissions(model).filter(({ date }) => date !== null)
  const submission = pick.of(dropIns)
  if (!submission) return null
  const { key, family } = submission
  const tellsFamily = pick.chance(50)
  return {
    who: 'staff',
    text: `staff delete the drop-in ${key}${tellsFamily ? ' and tell the family' : ''}`,
    method: 'DELETE',
    path: `/admin/drop-ins/${submission.id}`,
    body: { tell_family: tellsFamily },
    isKeyed: false,
    apply: (now) => {
      const stored = now.submissions.find((each) => each.key === key)
      if (!stored) return { refusals: ['not-found'] }
      if (stored.marks[stored.date ?? '']?.arrivedAt) return { refusals: ['day-unavailable'] }
      remove(now, stored)
      if (tellsFamily && stored.approval !== 'declined') mailFamily(now, stored, 'dropin-declined')
      log(now, 'submission.remove', 'staff', key)
      return { families: [family], isMonthTouched: true }
    },
  }
}

function remove(model: Model, stored: Submission): void {
  model.submissions = model.submissions.filter(({ key }) => key !== stored.key)
  for (const payment of model.payments) if (payment.submission === stored.key) payment.submission = null
  model.removedDropIns.push(stored)
}

/** By any adult of the family, until its day begins. */
export const withdrawDropIn: Plan = (model, pick) => {
  const submission = pick.of(
    presentSubmissions(model).filter(
      ({ date, family }) => family !== null && date !== null && (date > model.today || pick.chance(10)),
    ),
  )
  const adult =
    submission && pick.of(bookingAdults(model).filter((each) => familyOf(each) === submission.family))
  if (!submission || !adult) return null
  const { key, family } = submission
  return {
    who: adult.key,
    text: `${adult.email} withdraws the drop-in ${key}`,
    method: 'DELETE',
    path: `/drop-ins/${submission.id}`,
    isKeyed: true,
    apply: (now) => {
      const stored = now.submissions.find((each) => each.key === key)
      if (!stored?.date) return { refusals: ['drop-in-removed', 'not-found'] }
      const refusals = [
        ...strangerTo(now, adult.key, family ?? ''),
        ...(stored.isByStaff ? ['drop-in-of-staff'] : []),
        ...(stored.approval === 'declined' ? ['drop-in-declined'] : []),
        ...(hasBegun(now, stored) ? ['drop-in-begun'] : []),
        ...(stored.isBilled ? ['drop-in-billed'] : []),
      ]
      if (refusals.length > 0) return { refusals }
      remove(now, stored)
      mailFamily(now, stored, 'dropin-withdrawn', { by: adult.key })
      mailStaff(now, stored, ['dropin-withdrawn-admin', 'dropin-withdrawn'], { by: adult.key })
      log(now, 'submission.withdraw', adult.key, key)
      return { families: [family], isMonthTouched: true }
    },
  }
}

/** By a registration, a drop-in, or one that staff typed in under the child's name and an adult's email. */
function hasDay(model: Model, childKey: string, day: string, except?: string): boolean {
  return bookedOn(model, day)
    .filter(({ key }) => key !== except)
    .some(isBookingOf(model, childKey))
}

/** Nobody expects a child whose request waits: it can be withdrawn on its day too. */
const hasBegun = (model: Model, { date, approval }: Submission): boolean =>
  date !== null && (approval === 'waiting' ? date < model.today : date <= model.today)

/** By a family or a guest: waits where drop-ins need approval, and costs nothing until then. */
const requestDropIn = (model: Model, values: Partial<Submission> & { date: string }): Submission => {
  const fee = model.dropInPrices.family
  return model.dropInsNeedApproval
    ? addDropIn(model, { ...values, approval: 'waiting', requestedFee: fee }, 0)
    : addDropIn(model, values, fee)
}

/** Switching it off approves nothing. */
export const requireApproval: Plan = (_, pick) => {
  const required = pick.chance(40)
  return {
    who: 'staff',
    text: `staff switch ${required ? 'on' : 'off'} that drop-ins need approval`,
    method: 'PUT',
    path: '/admin/drop-in-approval',
    body: { required },
    isKeyed: true,
    prepare: async (product) => ({
      version: (await product.staff('/admin/drop-in-approval')).body.version,
    }),
    apply: (now) => {
      now.dropInsNeedApproval = required
      log(now, 'drop-in-approval.save', 'staff', null)
      return {}
    },
  }
}

/** Mostly one that waits; once its day is over or cancelled it can only be declined. */
export const answerDropIn: Plan = (model, pick) => {
  const dropIns = presentSubmissions(model).filter(({ date }) => date !== null)
  const waiting = dropIns.filter(({ approval }) => approval === 'waiting')
  const submission = pick.of(pick.chance(90) ? waiting : dropIns)
  if (!submission) return null
  const { key } = submission
  const isApproving = pick.chance(70)
  return {
    who: 'staff',
    text: `staff ${isApproving ? 'approve' : 'decline'} the drop-in ${key}`,
    method: 'POST',
    path: `/admin/drop-ins/${submission.id}/${isApproving ? 'approve' : 'decline'}`,
    body: { message: '' },
    isKeyed: true,
    apply: (now) => {
      const stored = now.submissions.find((each) => each.key === key)
      if (!stored?.date) return { refusals: ['drop-in-removed', 'not-found'] }
      if (stored.approval !== 'waiting') return { refusals: ['not-waiting'] }
      const month = findMonth(now, stored.date.slice(0, 7))
      const n = dayOfMonth(stored.date)
      if (isApproving && stored.date < now.today) return { refusals: ['drop-in-over'] }
      if (isApproving && n in (month?.cancelled ?? {})) return { refusals: ['drop-in-day-cancelled'] }
      if (isApproving && isPaidOtherwise(now, stored, stored.date)) return { refusals: ['already-booked'] }
      if (isApproving) approve(now, stored, n)
      else declineDropIn(now, stored)
      return { submissions: [stored], families: [stored.family], isMonthTouched: true }
    },
  }
}

/** By the child, or the names that a guest typed. */
function isPaidOtherwise(model: Model, { key, child, guest }: Submission, day: string): boolean {
  const children = guest && child === null ? namedChildren(model, guest) : [child ?? '']
  return (
    (guest !== null &&
      child === null &&
      requestsNamed(model, guest, day).some((each) => each.key !== key && isApproved(each))) ||
    children.some((each) => each !== '' && hasDay(model, each, day, key))
  )
}

function approve(model: Model, stored: Submission, n: number): void {
  Object.assign(stored, {
    approval: 'approved',
    fee: stored.requestedFee,
    prices: { [n]: stored.requestedFee },
  })
  stored.version += 1
  mailFamily(model, stored, 'dropin-approved')
  log(model, 'submission.approve', 'staff', stored.key)
}

export function declineDropIn(model: Model, stored: Submission): void {
  stored.approval = 'declined'
  stored.version += 1
  mailFamily(model, stored, 'dropin-declined')
  log(model, 'submission.decline', 'staff', stored.key)
}

/** Drop-ins of guests, and what staff typed in, on the day: of that child's name, with the email of any adult of a family. */
function requestsNamed(model: Model, { email, child }: Pick<Guest, 'email' | 'child'>, day: string) {
  const adult = presentAdults(model).find((each) => each.email === email)
  const emails = adult ? emailsOf(model, familyOf(adult)) : [email]
  return model.submissions.filter(
    ({ family, date, guest }) =>
      family === null &&
      date === day &&
      guest !== null &&
      emails.includes(guest.email) &&
      guest.child.toLowerCase() === child.toLowerCase(),
  )
}

/** A guest's request for approval, which staff may be called about. */
const isRequested = (model: Model, named: Pick<Guest, 'email' | 'child'>, day: string): boolean =>
  requestsNamed(model, named, day).some(({ approval }) => approval === 'waiting' || approval === 'approved')

const addDropIn = (model: Model, values: Partial<Submission> & { date: string }, fee: number): Submission => {
  const n = dayOfMonth(values.date)
  return addSubmission(model, { ...values, days: [n], prices: { [n]: fee }, fee })
}

/** Staff's own entries send no mail. The mails of others are about the one with the lowest id. */
function entered(model: Model, submissions: Submission[], who: string | null, mails: Mail[] = []): Outcome {
  for (const { key } of submissions) log(model, 'submission.create', who, key)
  return {
    submissions,
    families: submissions.map(({ family }) => family),
    isMonthTouched: true,
    learn: (body) => {
      const stored: { id: string }[] = body.rows ?? [body]
      submissions.forEach((submission, index) => {
        submission.id = stored[index]?.id ?? ''
      })
      const [lowest] = submissions.toSorted((a, b) => (a.id < b.id ? -1 : 1))
      for (const mail of mails) mail.about = lowest?.key ?? null
      return undefined
    },
  }
}

/** One mail to each, however many children. */
function asked(model: Model, submissions: Submission[], who: string | null): Outcome {
  const before = model.mails.length
  for (const submission of submissions.slice(0, 1)) {
    mailFamily(model, submission, 'dropin-parent', { by: who })
    mailStaff(model, submission, ['dropin-admin', 'dropin-parent'], { by: who })
  }
  return entered(model, submissions, who, model.mails.slice(before))
}
