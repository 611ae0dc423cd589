import { mailsComposed } from '../compare-everything'
import { type Adult, byKey, type Invitation, type Model, type Watch } from '../model'
import { log, mailAdult, type Plan, presentAdults, someVisitor } from '../requests'
import { adultsOf, hasRecords, now as instantNow, isShutOut } from '../rules'

/** To the family's adults except whoever did it; nobody while it is suspended. `invited`: the address that it names. */
export function mailOthers(
  model: Model,
  family: string,
  by: string | null,
  template: string,
  invited: string | null = null,
): void {
  for (const adult of adultsOf(model, family))
    if (adult.key !== by && !isShutOut(model, adult))
      mailAdult(model, adult, template, { by, family, invited })
}

export const join: Plan = (model, pick) => {
  const invitedBy = ({ email }: Invitation) => presentAdults(model).find((each) => each.email === email)
  const mayUse = (each: Invitation) => {
    const adult = invitedBy(each)
    return adult?.isSignedIn === true && isUsable(model, each) && mayJoin(model, adult, each.family)
  }
  const usable = model.invitations.filter(mayUse)
  const any = model.invitations.filter((each) => each.isOpen || pick.about(each).chance(10))
  const invitation = pick.of(pick.chance(60) && usable.length > 0 ? usable : any)
  const invited = invitation && invitedBy(invitation)
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
    prepare: mailsComposed(model),
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
      becomeMember(now, joiner, family)
      mailOthers(now, family, joiner.key, 'family-joined')
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

export function becomeMember(model: Model, joiner: Adult, family: string): void {
  joiner.joined = family
  endInvitations(model, (each) => each.family === joiner.key)
  model.named = model.named.filter((each) => each.family !== family || each.email !== joiner.email)
  bringWatches(model, joiner.key, family)
}

/** The days on which they waited for a seat become the family's. */
function bringWatches(model: Model, joiner: string, family: string): void {
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

/** Those into the family of a sign-up that gives way, also staff's: they were for whoever had signed up. */
export function removeInvitations(model: Model, family: string): void {
  model.invitations = model.invitations.filter((each) => each.family !== family)
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
    prepare: mailsComposed(model),
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
    prepare: mailsComposed(model),
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
