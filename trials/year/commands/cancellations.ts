import { byKey, type Model, noteOf } from '../model'
import { addGuestLink } from '../product'
import {
  dropWaitingEdit,
  isRemovedChild,
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
  attendedDays,
  creditsOf,
  familyOf,
  feeOf,
  hasDropIn,
  isChargedBefore,
  isCurrentOrLater,
  isOpenType,
  pricesAfterEdit,
  seatsFree,
  typeOf,
} from '../rules'
import { hasRegistration, presentRegistrations, registrationsOf } from './registrations'

export const cancelRegistration: Plan = (model, pick) => {
  const submission = pick.of(presentRegistrations(model, pick))
  if (!submission) return null
  const fee = pick.chance(50) ? 'none' : 'keep'
  const version = pick.chance(95) ? submission.version : submission.version - 1
  if (version < 1) return null
  const { key } = submission
  return {
    who: 'staff',
    text: `staff cancel ${key}, fee ${fee}`,
    method: 'POST',
    path: `/admin/submissions/${submission.id}/cancel`,
    body: { reason: noteOf(submission.family ?? 'guest'), fee, version },
    isKeyed: true,
    apply: (now) => {
      const stored = byKey(now.submissions, key)
      const left = attendedDays(stored)
      if (stored.cancellation && left.length === stored.days.length)
        return { refusals: ['registration-cancelled'] }
      if (stored.version !== version) return { refusals: ['stale-version'] }
      const { days, prices, credits, fee: feeBefore } = stored.cancellation ?? stored
      stored.cancellation = {
        days,
        prices,
        credits: { ...credits },
        fee: feeBefore,
        isFeeKept: fee === 'keep',
      }
      stored.days = left
      if (fee === 'none') stored.credits = creditsOf(credits, left)
      stored.prices = pricesAfterEdit(byKey(now.months, stored.month), prices, left)
      if (fee === 'none') stored.fee = feeOf(stored.prices)
      stored.version += 1
      stored.request = null
      dropWaitingEdit(now, key)
      mailFamily(now, stored, 'registration-cancelled')
      log(now, 'submission.cancel', 'staff', key)
      return { submissions: [stored], families: [stored.family], isMonthTouched: true }
    },
  }
}

export const undoCancellation: Plan = (model, pick) => {
  const cancelled = presentSubmissions(model).filter(
    ({ month, cancellation }) => month !== null && cancellation,
  )
  const submission = pick.of(cancelled)
  if (!submission) return null
  const { key, version } = submission
  return {
    who: 'staff',
    text: `staff undo the cancellation of ${key}`,
    method: 'POST',
    path: `/admin/submissions/${submission.id}/undo-cancel`,
    body: { version },
    isKeyed: true,
    apply: (now) => {
      const stored = byKey(now.submissions, key)
      const month = byKey(now.months, stored.month)
      if (!stored.cancellation) return { refusals: ['registration-not-cancelled'] }
      if (stored.version !== version) return { refusals: ['stale-version'] }
      if (isRemovedChild(now, stored.child)) return { refusals: ['child-removed'] }
      const days = stored.cancellation.days.filter(
        (n) => isOpenType(typeOf(month, n)) || n in month.cancelled || stored.days.includes(n),
      )
      const credits = creditsOf(stored.cancellation.credits, days)
      const isTaken = stored.child !== null && hasRegistration(now, stored.child, month.key)
      const added = days.filter((n) => !stored.days.includes(n))
      if (added.some((n) => isChargedBefore(now, stored.child, month, n)))
        return { refusals: ['day-charged'] }
      if (
        isTaken ||
        days.length === 0 ||
        added.some((n) => seatsFree(now, month, n) < 1 || hasDropIn(now, stored.child, month, n))
      )
        return { refusals: ['cancellation-final'] }
      const prices = pricesAfterEdit(month, stored.cancellation.prices, days)
      const fee = feeOf(prices)
      Object.assign(stored, { days, prices, credits, fee, cancellation: null, version: version + 1 })
      mailFamily(now, stored, 'registration-restored')
      log(now, 'submission.undo-cancel', 'staff', key)
      return { submissions: [stored], families: [stored.family], isMonthTouched: true }
    },
  }
}

export const createCancelRequest: Plan = (model, pick) => {
  const adult = someVisitor(presentAdults(model), pick)
  const submission = adult && pick.of(registrationsOf(model, familyOf(adult)))
  if (!adult || !submission) return null
  const [family, { key }] = [familyOf(adult), submission]
  return {
    who: adult.key,
    text: `${adult.email} asks to cancel ${key}`,
    method: 'POST',
    path: `/submissions/${submission.id}/cancel-request`,
    body: { text: noteOf(family) },
    isKeyed: true,
    apply: (now) => asked(now, key, adult.key, strangerTo(now, adult.key, family)),
  }
}

/** By the private link of the mail that confirmed the registration. */
export const createCancelRequestAsGuest: Plan = (model, pick) => {
  const submission = pick.of(
    presentSubmissions(model).filter(
      ({ family, guest, month }) => family === null && guest && month !== null,
    ),
  )
  if (!submission) return null
  const { key, id } = submission
  return {
    who: 'guest',
    text: `guest ${submission.guest?.email} asks to cancel ${key}`,
    method: 'POST',
    path: '/guest-registration/cancel-request',
    body: { text: noteOf('guest') },
    isKeyed: true,
    prepare: async (product) => ({ secret: await addGuestLink(product, id) }),
    apply: (now) => asked(now, key, null, []),
  }
}

function asked(model: Model, key: string, who: string | null, strangers: string[]): Outcome {
  const stored = byKey(model.submissions, key)
  const isOver = !isCurrentOrLater(model, byKey(model.months, stored.month))
  const refusals = [
    ...strangers,
    ...(stored.cancellation ? ['registration-cancelled'] : []),
    ...(isOver ? ['not-editable'] : []),
    ...(stored.request === 'open' ? ['already-asked'] : []),
  ]
  if (refusals.length > 0) return { refusals }
  stored.request = 'open'
  mailStaff(model, stored, ['cancellation-requested'], { by: who })
  log(model, 'submission.ask-to-cancel', who, key)
  return { submissions: [stored] }
}

export const declineCancelRequest: Plan = (model, pick) => {
  const asked = presentSubmissions(model).filter(({ request }) => request !== null)
  const submission = pick.of(asked)
  if (!submission) return null
  const { key, id } = submission
  return {
    who: 'staff',
    text: `staff decline to cancel ${key}`,
    method: 'POST',
    path: `/admin/submissions/${id}/decline-cancel`,
    body: { answer: noteOf(submission.family ?? 'guest') },
    isKeyed: true,
    prepare: async (product) => {
      const { body } = await product.staff(`/admin/submissions/${id}`)
      return { asked_at: body.cancel_request?.asked_at ?? '' }
    },
    apply: (now) => {
      const stored = byKey(now.submissions, key)
      if (stored.cancellation) return { refusals: ['registration-cancelled'] }
      if (stored.request !== 'open') return { refusals: ['request-closed'] }
      stored.request = 'declined'
      mailFamily(now, stored, 'cancellation-declined')
      log(now, 'submission.decline-cancel', 'staff', key)
      return { submissions: [stored] }
    },
  }
}
