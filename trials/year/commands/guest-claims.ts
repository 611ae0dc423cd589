import type { Model, Submission } from '../model'
import { childText, log, type Plan, presentAdults, someVisitor, strangerTo } from '../requests'
import { adultsOf, childrenOf, familyOf } from '../rules'

const provedEmails = (model: Model, family: string): string[] =>
  adultsOf(model, family)
    .filter(({ isConfirmed }) => isConfirmed)
    .map(({ email }) => email)

/** A family takes over what one of its adults sent as a guest. */
export const claim: Plan = (model, pick) => {
  const adult = someVisitor(presentAdults(model), pick)
  const child = adult && pick.of(childrenOf(model, familyOf(adult)))
  if (!adult || !child) return null
  const family = familyOf(adult)
  const emails = provedEmails(model, family)
  const guests = model.submissions.filter((each) => each.family === null && each.guest)
  const own = guests.filter(({ guest }) => emails.includes(guest?.email ?? ''))
  const submission = pick.of(pick.chance(90) && own.length > 0 ? own : guests)
  if (!submission) return null
  const { key } = submission
  return {
    who: adult.key,
    text: `${adult.email} claims ${key} of the guest ${submission.guest?.email} for ${childText(child)}`,
    method: 'POST',
    path: `/guest-claims/${submission.id}`,
    body: { child_id: child.id },
    isKeyed: true,
    apply: (now) => {
      const stored = now.submissions.find((each) => each.key === key)
      const isOwn = provedEmails(now, family).includes(stored?.guest?.email ?? '')
      const isThere = childrenOf(now, family).some((each) => each.key === child.key)
      const refusals = [
        ...strangerTo(now, adult.key, family),
        ...(stored?.family === family ? ['already-claimed'] : []),
        ...(stored?.family === null && isOwn && isThere ? [] : ['not-found']),
        ...(stored && hasSame(now, child.key, stored) ? ['already-booked', 'already-submitted'] : []),
      ]
      if (refusals.length > 0 || !stored) return { refusals }
      const sender = presentAdults(now).find(({ email }) => email === stored.guest?.email)
      if (stored.guest) stored.guest.claimedFrom = sender?.key
      Object.assign(stored, { family, child: child.key, version: stored.version + 1 })
      log(now, 'submission.claim', adult.key, key)
      return { submissions: [stored], families: [family], isMonthTouched: true }
    },
  }
}

/** A registration of that month, or a drop-in on that day. */
const hasSame = (model: Model, child: string, { key, month, date }: Submission): boolean =>
  model.submissions.some(
    (each) =>
      each.child === child &&
      each.key !== key &&
      !each.cancellation &&
      each.approval !== 'declined' &&
      (month === null ? each.date === date : each.month === month),
  )
