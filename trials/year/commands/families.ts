import { type Adult, byKey, type Invitation, type Model, newKey, type Watch } from '../model'
import { NEW_EMAILS, setInvitationToken } from '../product'
import { log, mail, mailAdult, type Plan, presentAdults, someVisitor, strangerTo } from '../requests'
import { adultsOf, familyOf, hasRecords, inHours, now as instantNow, isShutOut, mailedAdults } from '../rules'

const MAX_ADULTS = 4
const MAX_MAILS_PER_DAY = 10

const openInvitations = (model: Model, family: string) =>
  model.invitations.filter(
    (invitation) =>
      invitation.family === family && invitation.isOpen && invitation.expiresAt > instantNow(model),
  )

export const invite: Plan = (model, pick) => {
  const adult = someVisitor(presentAdults(model), pick)
  const empty = presentAdults(model).filter(({ key, joined }) => joined === null && !hasRecords(model, key))
  const invited = pick.of(pick.chance(50) && empty.length > 0 ? empty : presentAdults(model))
  if (!adult || !invited) return null
  const family = familyOf(adult)
  const email = pick.chance(65) ? invited.email : (pick.of(NEW_EMAILS) ?? '')
  return {
    who: adult.key,
    text: `${adult.email} invites ${email}`,
    method: 'POST',
    path: '/family/invitations',
    body: { email },
    isKeyed: false,
    apply: (now) => {
      const open = openInvitations(now, family)
      const adults = adultsOf(now, family)
      const today = now.invitations.filter((each) => each.family === family && each.sentOn === now.today)
      const isInFamily = adults.some((each) => each.email === email)
      const refusals = [
        ...strangerTo(now, adult.key, family),
        ...(isInFamily ? ['in-family'] : []),
        ...(open.some((each) => each.email === email) ? ['already-invited'] : []),
        ...(adults.length + open.length >= MAX_ADULTS ? ['family-full'] : []),
        ...(today.length >= MAX_MAILS_PER_DAY ? ['too-many-invitations'] : []),
      ]
      if (refusals.length > 0) return { refusals }
      const token = `token-${newKey(now, 'n')}`
      now.invitations.push({
        family,
        by: adult.key,
        email,
        token,
        sentOn: now.today,
        expiresAt: inHours(now, 7 * 24),
        isOpen: true,
      })
      mail(now, email, 'family-invitation', { by: adult.key })
      mailOthers(now, adult, 'family-invited')
      log(now, 'family.invite', adult.key, family)
      const familyId = byKey(now.adults, family).id
      return { learn: (_, product) => setInvitationToken(product, familyId, email, token) }
    },
  }
}

/** To the family's other adults; nobody while it is suspended. */
export function mailOthers(model: Model, by: Adult, template: string): void {
  for (const adult of mailedAdults(model, familyOf(by)))
    if (adult.key !== by.key) mailAdult(model, adult, template, { by: by.key })
}

export const join: Plan = (model, pick) => {
  const invitation = pick.of(model.invitations.filter((each) => each.isOpen || pick.about(each).chance(10)))
  const invited = presentAdults(model).find(({ email }) => email === invitation?.email)
  const adult = pick.chance(92) ? invited : someVisitor(presentAdults(model), pick)
  if (!invitation || !adult?.cookie) return null
  const { token, family, email } = invitation
  return {
    who: adult.key,
    text: `${adult.email} joins by the invitation of ${email} to ${family}`,
    method: 'POST',
    path: '/join',
    body: { token },
    isKeyed: false,
    apply: (now) => {
      const stored = now.invitations.find((each) => each.token === token)
      const joiner = byKey(now.adults, adult.key)
      if (!joiner.isSignedIn) return { refusals: ['signed-out'] }
      // Sent again by whoever has joined by it, it is done: the first response may have been lost.
      if (!isUsable(now, stored))
        return { refusals: ['invalid-invitation'], mayBeAccepted: joiner.joined === family }
      if (joiner.email !== email) return { refusals: ['other-address'] }
      if (!mayJoin(now, joiner, family)) return { refusals: ['join-refused'] }
      stored.isOpen = false
      endInvitations(now, (each) => each.family === joiner.key)
      joiner.joined = family
      bringWatches(now, joiner.key, family)
      mailOthers(now, joiner, 'family-joined')
      log(now, 'family.join', adult.key, family)
      return { families: [family] }
    },
  }
}

/** Neither ended nor expired, and the family is not suspended. */
export const isUsable = (model: Model, invitation: Invitation | undefined): invitation is Invitation =>
  invitation?.isOpen === true &&
  invitation.expiresAt > instantNow(model) &&
  !isShutOut(model, byKey(model.adults, invitation.family))

/** Only an empty account that belongs to no family but its own, alone. */
export const mayJoin = (model: Model, joiner: Adult, family: string): boolean =>
  joiner.joined === null &&
  joiner.key !== family &&
  !hasRecords(model, joiner.key) &&
  adultsOf(model, joiner.key).length === 1

/** The days on which they waited for a seat become the family's. */
export function bringWatches(model: Model, joiner: string, family: string): void {
  const isFamilys = ({ month, day }: Watch) =>
    model.watches.some((each) => each.family === family && each.month === month && each.day === day)
  const kept = model.watches.filter((each) => each.family !== joiner || !isFamilys(each))
  model.watches = kept.map((each) => (each.family === joiner ? { ...each, family, by: joiner } : each))
}

export function endInvitations(
  model: Model,
  isEnded: (invitation: Model['invitations'][number]) => boolean,
): void {
  for (const invitation of model.invitations) if (isEnded(invitation)) invitation.isOpen = false
}

/** From now on an ordinary empty account. */
export function endMembership(model: Model, member: Adult): void {
  const family = member.joined
  member.joined = null
  if (family !== null) member.left.push(family)
  endInvitations(model, (each) => each.family === family && each.by === member.key)
}

export const leave: Plan = (model, pick) => {
  const members = presentAdults(model).filter(({ joined }) => joined !== null)
  const adult = someVisitor(pick.chance(90) && members.length > 0 ? members : presentAdults(model), pick)
  if (!adult) return null
  const { joined } = adult
  return {
    who: adult.key,
    text: `${adult.email} leaves the family ${joined}`,
    method: 'DELETE',
    path: '/family/membership',
    isKeyed: false,
    apply: (now) => {
      const stored = byKey(now.adults, adult.key)
      if (!stored.isSignedIn) return { refusals: ['signed-out'] }
      if (stored.joined === null) return { refusals: ['first-adult-stays'], mayBeAccepted: joined !== null }
      log(now, 'family.leave', adult.key, stored.joined)
      endMembership(now, stored)
      return {}
    },
  }
}

export const removeAdult: Plan = (model, pick) => {
  const member = pick.of(presentAdults(model).filter(({ joined }) => joined !== null))
  if (!member?.joined) return null
  const family = byKey(model.adults, member.joined)
  const remover = pick.chance(90) ? family : (pick.of(adultsOf(model, family.key)) ?? family)
  const isByStaff = pick.chance(30) || remover.cookie === ''
  const { key } = member
  return {
    who: isByStaff ? 'staff' : remover.key,
    text: `${isByStaff ? 'staff' : remover.email} remove ${member.email} from ${family.key}`,
    method: 'DELETE',
    path: isByStaff ? `/admin/parents/${family.id}/adults/${member.id}` : `/family/adults/${member.id}`,
    isKeyed: false,
    apply: (now) => {
      const stored = byKey(now.adults, key)
      const by = byKey(now.adults, remover.key)
      const isMember = !stored.isErased && stored.joined === family.key
      if (!isByStaff && !by.isSignedIn) return { refusals: ['signed-out'] }
      if (!isByStaff && by.joined !== null) return { refusals: ['first-adult-only'] }
      if (!isMember) return { refusals: ['not-found'] }
      log(now, 'family.remove-adult', isByStaff ? 'staff' : remover.key, key)
      endMembership(now, stored)
      return {}
    },
  }
}
