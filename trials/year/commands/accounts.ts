import type { IncomingHttpHeaders } from 'node:http'
import { type Adult, byKey, type Link, type Model, newKey, rename, STAFF_EMAIL } from '../model'
import {
  clearRateLimits,
  extendSession,
  findAccountId,
  NEW_EMAILS,
  PASSWORD,
  type Product,
  setFeedSecret,
  setLinkToken,
} from '../product'
import { addAdult, log, mail, type Outcome, type Pick, type Plan, presentAdults } from '../requests'
import { adultsOf, hasRecords, inHours, now as instantNow, isShutOut } from '../rules'
import { bringWatches, endInvitations, isUsable, mailOthers, mayJoin } from './families'

/** More would make the comparison of everything slow. */
const MAX_ACCOUNTS = 15
const HOURS_VALID = { verify: 24, recovery: 1, invite: 7 * 24 }

const accountAt = (model: Model, email: string): Adult | undefined =>
  presentAdults(model).find((adult) => adult.email === email)

/** Nobody's, a guest's, nearly a family's, or one of somebody who is gone. */
export function someNewEmail(model: Model, pick: Pick): string {
  const near = presentAdults(model).flatMap(({ email }) => [`x${email}`, email.replace('@', '.x@')])
  const left = model.adults.flatMap(({ isErased, email, earlierEmails }) =>
    isErased ? [email, ...earlierEmails] : earlierEmails,
  )
  const lists = [NEW_EMAILS, NEW_EMAILS, near, left.length > 0 ? left : near]
  return pick.of(lists[pick.int(lists.length)] ?? []) ?? ''
}

/** Mails about a sign-up that gave way still have its name, so no name is used at two addresses. */
export const nameAt = (email: string, pick: Pick): string =>
  `${pick.of(['Grace', 'Race', 'Ada'])} ${email.toLowerCase().replace(/[^a-z]/g, '')}`

/** As people type it. */
const typed = (email: string, pick: Pick): string => (pick.chance(20) ? ` ${email.toUpperCase()} ` : email)

export const hasRoom = (model: Model, max = MAX_ACCOUNTS): boolean => presentAdults(model).length < max

/** Ends the earlier link of that purpose. */
function addLink(model: Model, { key }: Adult, purpose: Link['purpose']): Link {
  endLinks(model, key, [purpose])
  const token = `token-${newKey(model, 'l')}`
  const expiresAt = inHours(model, HOURS_VALID[purpose])
  const link = { adult: key, purpose, token, expiresAt, isOpen: true }
  model.links.push(link)
  return link
}

export function endLinks(model: Model, adult: string, purposes: readonly Link['purpose'][]): void {
  for (const link of model.links)
    if (link.adult === adult && purposes.includes(link.purpose)) link.isOpen = false
}

const ALL_LINKS = ['verify', 'recovery', 'invite'] as const

/** Takes the id of a new account, and makes its link known. */
export const learnLink =
  (adult: Adult, { purpose, token }: Link) =>
  async (_: unknown, product: Product) => {
    adult.id ||= await findAccountId(product, adult.email)
    await setLinkToken(product, adult.id, purpose, token)
    return undefined
  }

/** To an account without a password, the link to choose one. */
export function invited(model: Model, parent: Adult): Link {
  mail(model, parent.email, 'account-invitation')
  parent.invitedAt = instantNow(model)
  return addLink(model, parent, 'invite')
}

function sendVerification(model: Model, adult: Adult): Link {
  mail(model, adult.email, 'verification')
  return addLink(model, adult, 'verify')
}

/** A sign-up that nobody confirmed gives way to another one, or to staff's list, unless it has records. */
export const isReplaceable = (model: Model, adult: Adult): boolean =>
  !adult.isConfirmed &&
  !adult.isEmailByStaff &&
  adult.password !== null &&
  adult.joined === null &&
  adultsOf(model, adult.key).length === 1 &&
  !hasRecords(model, adult.key)

/** Answers the same for every address; the mail tells its owner. */
export const signUp: Plan = (model, pick) => {
  const isNew = pick.chance(80) && hasRoom(model)
  const email = isNew ? someNewEmail(model, pick.about('new')) : pick.of(presentAdults(model))?.email
  const password = `${PASSWORD} ${pick.int(1000)}`
  if (!email || (!hasRoom(model) && !accountAt(model, email))) return null
  const name = nameAt(email, pick)
  return {
    who: 'guest',
    text: `${name} signs up as ${email}`,
    method: 'POST',
    path: '/auth/sign-up',
    body: { full_name: name, email: typed(email, pick), password },
    isKeyed: false,
    prepare: clearRateLimits,
    apply: (now) => {
      const known = accountAt(now, email)
      if (known && !isReplaceable(now, known)) return toldAboutAccount(now, known)
      const adult = known ?? addAdult(now, { name, email })
      rename(adult, name)
      adult.password = password
      endLinks(now, adult.key, ALL_LINKS)
      log(now, 'auth.sign-up', adult.key, adult.key)
      return { learn: learnLink(adult, sendVerification(now, adult)), families: [adult.key] }
    },
  }
}

/** At an address that staff entered the mailed link leads to that account. */
function toldAboutAccount(model: Model, known: Adult): Outcome {
  if (known.isEmailByStaff && known.password !== null)
    return { learn: learnLink(known, sendVerification(model, known)) }
  if (known.password !== null) {
    mail(model, known.email, 'account-exists')
    return {}
  }
  mail(model, known.email, 'account-invitation')
  return { learn: learnLink(known, addLink(model, known, 'recovery')) }
}

/** Nothing happens for a confirmed address, or an unknown one. */
export const askForConfirmation: Plan = (model, pick) => {
  const waiting = presentAdults(model).filter(({ isConfirmed }) => !isConfirmed)
  const adult = pick.of(pick.chance(85) && waiting.length > 0 ? waiting : presentAdults(model))
  if (!adult) return null
  const { email } = adult
  return {
    who: 'guest',
    text: `${email} asks for another confirmation`,
    method: 'POST',
    path: '/auth/verification/resend',
    body: { email: typed(email, pick) },
    isKeyed: false,
    prepare: clearRateLimits,
    apply: (now) => {
      const known = accountAt(now, email)
      if (!known || known.isConfirmed) return {}
      if (known.password === null) return toldAboutAccount(now, known)
      return { learn: learnLink(known, sendVerification(now, known)) }
    },
  }
}

const isValid = (model: Model, link: Link | undefined): link is Link =>
  link?.isOpen === true && link.expiresAt > instantNow(model)

/** Nearly always one that works. */
function someLink(model: Model, pick: Pick, purposes: readonly Link['purpose'][]): Link | undefined {
  const links = model.links.filter(({ purpose }) => purposes.includes(purpose))
  return pick.of(pick.chance(85) ? links.filter((link) => isValid(model, link)) : links.slice(-15))
}

/** The link may be opened twice. */
export const confirmEmail: Plan = (model, pick) => {
  const link = someLink(model, pick, ['verify'])
  if (!link) return null
  const { adult, token } = link
  return {
    who: 'guest',
    text: `${byKey(model.adults, adult).email} opens the link ${token}`,
    method: 'POST',
    path: '/auth/verify',
    body: { access_token: token },
    isKeyed: false,
    apply: (now) => {
      const stored = now.links.find((each) => each.token === token)
      if (!isValid(now, stored)) return { refusals: ['invalid-verification'] }
      confirmed(now, byKey(now.adults, adult))
      log(now, 'auth.email-confirmed', adult, adult)
      return {}
    },
  }
}

const ABOUT_A_DAY = ['seat-opened', 'family-message']

/** The mails that were held go out, to the email that it is now; those about a day only within 24 hours. */
function confirmed(model: Model, adult: Adult): void {
  Object.assign(adult, { isConfirmed: true, isEmailByStaff: false })
  for (const mail of model.mails.filter(({ state, owner }) => state === 'held' && owner === adult.key)) {
    const isLate = ABOUT_A_DAY.includes(mail.template) && mail.at < inHours(model, -24)
    Object.assign(mail, { to: adult.email, state: isLate ? 'failed' : 'sent' })
  }
}

/** By the link that staff had sent, or the one that somebody without a password gets for signing up. */
export const choosePassword: Plan = (model, pick) => {
  const link = someLink(model, pick, ['invite', 'recovery'])
  if (!link) return null
  const { adult, token } = link
  const password = `${PASSWORD} ${pick.int(1000)}`
  return {
    who: 'guest',
    text: `${byKey(model.adults, adult).email} chooses a password by ${token}`,
    method: 'POST',
    path: '/auth/recovery/password',
    body: { access_token: token, password },
    isKeyed: false,
    apply: (now) => {
      const stored = now.links.find((each) => each.token === token)
      if (!isValid(now, stored)) return { refusals: ['invalid-link'] }
      return passwordSet(now, byKey(now.adults, adult), password)
    },
  }
}

/** Whoever was signed in is signed out; the mailed link proves the address. */
function passwordSet(model: Model, adult: Adult, password: string): Outcome {
  if (adult.password !== null) mail(model, adult.email, 'password-changed')
  endLinks(model, adult.key, ['recovery', 'invite'])
  confirmed(model, adult)
  Object.assign(adult, { password, isSignedIn: false })
  log(model, 'auth.password-reset', adult.key, adult.key)
  return {}
}

/** The link works for an hour, which the next move of the clock would use up. */
export const resetPassword: Plan = (model, pick) => {
  const changed = presentAdults(model).filter(({ isEmailByStaff }) => isEmailByStaff)
  const adult = pick.of(pick.chance(60) && changed.length > 0 ? changed : presentAdults(model))
  if (!adult) return null
  const password = `${PASSWORD} ${pick.int(1000)}`
  const { key, id, email } = adult
  const token = `token-${model.step}-reset`
  return {
    who: 'guest',
    text: `${email} resets the password`,
    method: 'POST',
    path: '/auth/recovery/password',
    body: { password },
    isKeyed: false,
    prepare: async (product) => {
      await clearRateLimits(product)
      const body = { email: typed(email, pick) }
      const { status } = await product.request('/auth/forgot-password', { method: 'POST', body })
      if (status !== 200) throw new Error(`No link was sent: ${status}`)
      await setLinkToken(product, id, 'recovery', token)
      return { access_token: token }
    },
    apply: (now) => {
      const stored = byKey(now.adults, key)
      mail(now, email, 'recovery')
      log(now, 'auth.reset-requested', null, key)
      return passwordSet(now, stored, password)
    },
  }
}

export const signIn: Plan = (model, pick) => {
  const out = presentAdults(model).filter(({ isSignedIn }) => !isSignedIn)
  const adult = pick.of(pick.chance(93) ? out : presentAdults(model))
  if (!adult) return null
  const [earlier] = adult.earlierEmails
  const email = pick.chance(15) && earlier ? earlier : adult.email
  const password = pick.chance(93) ? (adult.password ?? PASSWORD) : `${PASSWORD}!`
  return {
    who: 'guest',
    text: `${email} signs in with ${password}`,
    method: 'POST',
    path: '/auth/sign-in',
    body: { email: typed(email, pick), password },
    isKeyed: false,
    prepare: clearRateLimits,
    apply: (now) => {
      const known = accountAt(now, email)
      if (!known || known.password !== password) return { refusals: ['bad-credentials'] }
      if (isShutOut(now, known)) return { refusals: ['suspended'] }
      if (!known.isConfirmed) return { refusals: ['email-not-confirmed'] }
      return signedIn(now, known)
    },
  }
}

function signedIn(model: Model, adult: Adult): Outcome {
  adult.isSignedIn = true
  log(model, 'auth.sign-in', adult.key, adult.key)
  return { learn: (_, product, headers) => learnSession(adult, product, headers) }
}

async function learnSession(adult: Adult, product: Product, headers: IncomingHttpHeaders) {
  const cookie = headers['set-cookie']?.find((each) => each.startsWith('aftercare_session='))
  if (!cookie) return [`${adult.email} got no session`]
  adult.id ||= await findAccountId(product, adult.email)
  adult.cookie = cookie.split(';')[0] ?? ''
  await extendSession(product, adult.cookie)
  return undefined
}

/** An account at the invited address that nobody confirmed gives way, if it is empty. */
export const joinBySigningUp: Plan = (model, pick) => {
  const isFree = ({ email }: { email: string }) => !accountAt(model, email)?.isConfirmed
  const invitation = pick.of(
    model.invitations.filter((each) => (isUsable(model, each) && isFree(each)) || pick.about(each).chance(3)),
  )
  if (!invitation || !hasRoom(model)) return null
  const { token, email, family } = invitation
  const name = nameAt(email, pick)
  const password = `${PASSWORD} ${pick.int(1000)}`
  return {
    who: 'guest',
    text: `${name} signs up as ${email} by the invitation to ${family}`,
    method: 'POST',
    path: '/join/sign-up',
    body: { token, full_name: name, password },
    isKeyed: false,
    prepare: clearRateLimits,
    apply: (now) => {
      const stored = now.invitations.find((each) => each.token === token)
      const known = accountAt(now, email)
      if (!isUsable(now, stored)) return { refusals: ['invalid-invitation'] }
      if (known?.isConfirmed || known?.isEmailByStaff) return { refusals: ['sign-in-first'] }
      if (known && (known.status === 'suspended' || !mayJoin(now, known, family)))
        return { refusals: ['join-refused'] }
      const adult = known ?? addAdult(now, { name, email })
      endLinks(now, adult.key, ALL_LINKS)
      rename(adult, name)
      Object.assign(adult, { password, isConfirmed: true, joined: family })
      stored.isOpen = false
      endInvitations(now, (each) => each.family === adult.key)
      bringWatches(now, adult.key, family)
      mailOthers(now, adult, 'family-joined')
      log(now, 'auth.sign-up', adult.key, adult.key)
      log(now, 'family.join', adult.key, family)
      return { ...signedIn(now, adult), families: [family, adult.key] }
    },
  }
}

/** Of one adult by staff; only a few are suspended at a time. */
export const changeStatus: Plan = (model, pick) => {
  const suspended = presentAdults(model).filter(({ status }) => status === 'suspended')
  const isBack = pick.chance(suspended.length > 1 ? 85 : 50) && suspended.length > 0
  const adult = pick.of(isBack ? suspended : presentAdults(model))
  if (!adult) return null
  const status = isBack
    ? pick.of(['active', 'inactive'] as const)
    : pick.of(['suspended', 'suspended', 'inactive', 'active'] as const)
  return edit(pick, adult, { status: status ?? 'active' })
}

/** By staff: parents cannot themselves. */
export const changeEmail: Plan = (model, pick) => {
  const adult = pick.of(presentAdults(model))
  if (!adult) return null
  const taken = pick.of([...presentAdults(model).map(({ email }) => email), STAFF_EMAIL]) ?? ''
  const email = pick.chance(80) ? someNewEmail(model, pick.about('new')) : taken
  return edit(pick, adult, { email })
}

function edit(pick: Pick, { key, id, ...before }: Adult, change: Partial<Adult>) {
  const version = pick.chance(94) ? before.version : before.version - 1
  if (version < 1) return null
  const { email } = change
  return {
    who: 'staff',
    text: `staff change ${before.email}: ${JSON.stringify(change)}`,
    method: 'PATCH' as const,
    path: `/admin/parents/${id}`,
    body: { ...change, ...(email && { email: typed(email, pick) }), version },
    isKeyed: true,
    apply: (now: Model): Outcome => {
      const stored = byKey(now.adults, key)
      if (stored.isErased) return { refusals: ['not-found'] }
      if (stored.version !== version) return { refusals: ['stale-version'] }
      const owner = email === undefined ? undefined : accountAt(now, email)
      if (email === STAFF_EMAIL || (owner && owner !== stored)) return { refusals: ['email-in-use'] }
      const isMoved = email !== undefined && email !== stored.email
      const learn = isMoved ? emailChanged(now, stored, email) : undefined
      if (change.status) stored.status = change.status
      // A suspended first adult shuts all of them out.
      for (const adult of now.adults) if (isShutOut(now, adult)) adult.isSignedIn = false
      stored.version += 1
      log(now, 'parent.update', 'staff', key)
      return { families: [key], ...(learn && { learn }) }
    },
  }
}

/** The old address is told, unless nobody has used it; whoever had it loses every way in, and the new one gets a link. */
function emailChanged(model: Model, adult: Adult, email: string) {
  const wasInvited = adult.password === null && adult.invitedAt !== null
  const isUsed = adult.isConfirmed || (adult.password !== null && !adult.isEmailByStaff)
  if (isUsed) mail(model, adult.email, 'email-changed')
  endLinks(model, adult.key, ALL_LINKS)
  endInvitations(model, ({ by }) => by === adult.key)
  adult.earlierEmails = [...adult.earlierEmails, adult.email].filter((each) => each !== email)
  const unproved = { isConfirmed: false, isEmailByStaff: true, isSignedIn: false, invitedAt: null }
  Object.assign(adult, { email, ...unproved })
  const learn = learnLink(adult, wasInvited ? invited(model, adult) : sendVerification(model, adult))
  if (adult.feed === null) return learn
  model.deadFeeds.push(adult.feed)
  const secret = `feed-${newKey(model, 'f')}`
  adult.feed = `/api/calendar-feeds/${secret}.ics`
  return async (body: unknown, product: Product) => {
    await setFeedSecret(product, adult.id, secret)
    return learn(body, product)
  }
}
