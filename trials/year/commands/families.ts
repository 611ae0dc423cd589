import { compareErasures, compareSentMails } from '../erasure'
import {
  type Adult,
  byKey,
  type FamilyLine,
  type Invitation,
  type Mail,
  type Model,
  newKey,
  noteOf,
  type Submission,
  type Watch,
} from '../model'
import { NEW_EMAILS, type Product, setInvitationToken } from '../product'
import {
  childText,
  dropPendingMails,
  log,
  mail,
  type Outcome,
  type Plan,
  presentAdults,
  someVisitor,
  strangerTo,
} from '../requests'
import {
  adultsOf,
  balanceOf,
  childrenOf,
  familyOf,
  hasRecords,
  inHours,
  now as instantNow,
  isProved,
  isShutOut,
  lastDayOf,
} from '../rules'

/** Names within one another, and the same ones in several families. */
export const CHILD_NAMES = ['Amara', 'Mara', 'Amara Okafor', 'Otis', 'Zoë', 'Ada Lee', "D'Arcy"]
const MAX_ADULTS = 4
const MAX_MAILS_PER_DAY = 10
const MAX_CHILDREN = 4

export const addChild: Plan = (model, pick) => {
  const adult = someVisitor(
    presentAdults(model).filter((each) => each.joined !== null || pick.about(each).chance(70)),
    pick,
  )
  if (!adult) return null
  const family = familyOf(adult)
  const name = pick.of(CHILD_NAMES) ?? 'Amara'
  if (childrenOf(model, family).length >= MAX_CHILDREN) return null
  return {
    who: adult.key,
    text: `${adult.email} adds ${name}`,
    method: 'POST',
    path: '/children',
    body: { name, allergies: noteOf(family), notes: noteOf(family) },
    isKeyed: true,
    apply: (now) => {
      const stranger = strangerTo(now, adult.key, family)
      if (stranger.length > 0) return { refusals: stranger }
      const child = { key: newKey(now, 'c'), id: '', family, name, isRemoved: false }
      now.children.push(child)
      log(now, 'child.create', adult.key, child.key)
      return {
        learn: (body) => {
          child.id = body.id
          return undefined
        },
      }
    },
  }
}

export const removeChild: Plan = (model, pick) => {
  const adult = someVisitor(presentAdults(model), pick)
  const child = adult && pick.of(childrenOf(model, familyOf(adult)))
  if (!adult || !child || childrenOf(model, familyOf(adult)).length < 2) return null
  const family = familyOf(adult)
  return {
    who: adult.key,
    text: `${adult.email} removes ${childText(child)}`,
    method: 'DELETE',
    path: `/children/${child.id}`,
    isKeyed: false,
    apply: (now) => {
      const stored = byKey(now.children, child.key)
      const refusals = [...strangerTo(now, adult.key, family), ...(stored.isRemoved ? ['not-found'] : [])]
      if (refusals.length > 0) return { refusals }
      stored.isRemoved = true
      log(now, 'child.remove', adult.key, child.key)
      return {}
    },
  }
}

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
      log(now, 'family.invite', adult.key, family)
      const familyId = byKey(now.adults, family).id
      return { learn: (_, product) => setInvitationToken(product, familyId, email, token) }
    },
  }
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
      if (!isUsable(now, stored)) return { refusals: ['invalid-invitation'] }
      if (joiner.email !== email) return { refusals: ['other-address'] }
      if (!mayJoin(now, joiner, family)) return { refusals: ['join-refused'] }
      stored.isOpen = false
      endInvitations(now, (each) => each.family === joiner.key)
      // The link came by mail.
      Object.assign(joiner, { joined: family, isEmailByStaff: false })
      bringWatches(now, joiner.key, family)
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
function endMembership(model: Model, member: Adult): void {
  const family = member.joined
  member.joined = null
  if (family !== null) member.left.push(family)
  endInvitations(model, (each) => each.family === family && each.by === member.key)
  const isFamilys = (about: string | null) =>
    model.submissions.some((submission) => submission.key === about && submission.family === family)
  dropPendingMails(model, ({ to, about }) => to === member.email && isFamilys(about))
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

/** Nothing is due and nobody is booked for today or later; a first adult only once alone. */
export const deleteAccount: Plan = (model, pick) => {
  const candidates = presentAdults(model)
  const free = candidates.filter((adult) => refusedDeletion(model, adult).length === 0)
  // Of somebody who has children or was invited there is more to erase.
  const isInvited = ({ email }: Adult) => model.invitations.some((each) => each.email === email)
  const known = free.filter((each) => hasRecords(model, each.key) || isInvited(each))
  const adult = someVisitor(pick.chance(70) ? known : candidates, pick)
  // Somebody has to stay for the rest of the year.
  if (!adult || candidates.length < 5) return null
  return {
    who: adult.key,
    text: `${adult.email} deletes their account`,
    method: 'POST',
    path: '/own-data/delete-account',
    body: { password: adult.password ?? '' },
    isKeyed: false,
    apply: (now) => {
      const stored = byKey(now.adults, adult.key)
      if (!stored.isSignedIn) return { refusals: ['signed-out'] }
      const refusals = refusedDeletion(now, stored)
      return refusals.length > 0 ? { refusals } : erased(now, stored)
    },
  }
}

const bookedBy = (model: Model, adult: Adult) => model.submissions.filter((each) => isOf(adult, each))

/** A family's own, and what was sent as a guest with the address, once that is proved. */
const isOf = (adult: Adult, { family, guest }: Submission): boolean =>
  family === adult.key || (family === null && isProved(adult) && guest?.email === adult.email)

function refusedDeletion(model: Model, adult: Adult): string[] {
  const isShared = adult.joined === null && adultsOf(model, adult.key).length > 1
  const isBooked = bookedBy(model, adult).some((each) => (lastDayOf(each) ?? '') >= model.today)
  return [
    ...(isShared ? ['shared-family'] : []),
    ...(isBooked || balanceOf(model, adult.key).due > 0 ? ['account-in-use'] : []),
  ]
}

function erased(model: Model, adult: Adult): Outcome {
  const own = bookedBy(model, adult)
  const named = [...own, ...model.removedDropIns.filter((each) => isOf(adult, each))]
  if (adult.joined !== null) endMembership(model, adult)
  const emails = emailsOf(model, adult)
  endInvitations(model, ({ family, by, email }) => [family, by].includes(adult.key) || emails.includes(email))
  model.watches = model.watches.filter(({ family }) => family !== adult.key)
  for (const child of model.children) if (child.family === adult.key) child.isRemoved = true
  for (const submission of own) Object.assign(submission, { isErased: true, guest: null })
  const claimed = model.submissions.filter((each) => isClaimedFrom(model, adult, emails, each))
  for (const submission of claimed) nameNobody(submission)
  for (const link of model.links) if (link.adult === adult.key) link.isOpen = false
  const isInvitation = ({ by, template }: Mail) => by === adult.key && template === 'family-invitation'
  model.mails = model.mails.filter(
    (sent) =>
      !isMailTo(adult, emails, sent) && !isInvitation(sent) && !named.some(({ key }) => key === sent.about),
  )
  for (const sent of model.mails)
    if ([sent.by, sent.owner].includes(adult.key) || claimed.some(({ key }) => key === sent.about))
      sent.isUncertain = true
  Object.assign(adult, { isErased: true, isSignedIn: false })
  if (adult.feed !== null) model.deadFeeds.push(adult.feed)
  adult.feed = null
  log(model, 'account.remove', adult.key, adult.key)
  const names = [
    adult.name,
    ...model.children.filter(({ family }) => family === adult.key).map(({ name }) => name),
  ]
  const isNaming = ({ parent, email, child }: FamilyLine) =>
    emails.includes(email.toLowerCase()) || names.includes(parent) || names.includes(child)
  // The list that is under review is deleted.
  if (model.familyLines.some(isNaming)) model.familyLines = []
  return {
    submissions: [...own, ...claimed],
    learn: async (_, product) => [
      ...(await compareErasures(model, product)),
      ...(await compareSentMails(product, adult)),
      ...(await scanSubmissions(product, own, names)),
    ],
  }
}

/** What they sent as a guest and a family that they shared claimed, unless the email was then somebody else's. */
function isClaimedFrom(model: Model, adult: Adult, emails: string[], { family, guest }: Submission): boolean {
  if (family === null || guest === null || !adult.left.includes(family)) return false
  const others = presentAdults(model).filter(({ key }) => key !== adult.key)
  return emails.includes(guest.email) && !others.some(({ key }) => key === guest.claimedFrom)
}

/** The family keeps it, and its child. */
function nameNobody(submission: Submission): void {
  if (submission.guest) Object.assign(submission.guest, { name: '', email: '' })
  submission.version += 1
}

/** The address, and earlier ones that are nobody else's now. */
function emailsOf(model: Model, { email, earlierEmails }: Adult): string[] {
  const isOthers = (each: string) => presentAdults(model).some((adult) => adult.email === each)
  return [email, ...earlierEmails.filter((each) => !isOthers(each))]
}

/** Not from a time when the address was somebody else's; the news of a changed email in any case. */
const isMailTo = ({ key }: Adult, emails: readonly string[], { to, owner, template }: Mail): boolean =>
  owner === key ? template === 'email-changed' || emails.includes(to) : owner === null && emails.includes(to)

/** What has to stay of an erased family names nobody. */
async function scanSubmissions(product: Product, own: readonly Submission[], names: readonly string[]) {
  const bodies = await Promise.all(own.map(({ id }) => product.staff(`/admin/submissions/${id}`)))
  const texts = bodies.map(({ body }) => JSON.stringify(body))
  return names
    .filter((name) => texts.some((text) => text.includes(`"${name}"`)))
    .map((name) => `${name} is still named`)
}

export const switchFeedOn: Plan = (model, pick) => {
  const adult = someVisitor(
    presentAdults(model).filter(({ feed }) => feed === null),
    pick,
  )
  if (!adult) return null
  return {
    who: adult.key,
    text: `${adult.email} switches the calendar feed on`,
    method: 'POST',
    path: '/calendar-feed',
    body: {},
    isKeyed: false,
    apply: (now) => {
      const stored = byKey(now.adults, adult.key)
      if (!stored.isSignedIn) return { refusals: ['signed-out'] }
      // Of two at once the second gets the URL of the first.
      if (stored.feed === null) log(now, 'calendar-feed.create', adult.key, adult.key)
      stored.feed ??= ''
      return {
        learn: (body) => {
          stored.feed = new URL(body.url).pathname
          return undefined
        },
      }
    },
  }
}

const provedEmails = (model: Model, family: string): string[] =>
  adultsOf(model, family)
    .filter(isProved)
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
      (month === null ? each.date === date : each.month === month),
  )
