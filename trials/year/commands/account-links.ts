import { type Adult, byKey, hasPassword, type Link, type Model, newKey } from '../model'
import { clearRateLimits, findAccountId, PASSWORD, type Product, setLinkToken } from '../product'
import { log, mail, type Outcome, type Pick, type Plan, presentAdults } from '../requests'
import { inHours, now as instantNow } from '../rules'
import { typed } from './account-emails'

const HOURS_VALID = { verify: 24, recovery: 1, invite: 7 * 24 }

/** Ends the earlier link of that purpose. */
export function addLink(model: Model, { key }: Adult, purpose: Link['purpose']): Link {
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

export const ALL_LINKS = ['verify', 'recovery', 'invite'] as const

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

export function sendVerification(model: Model, adult: Adult): Link {
  mail(model, adult.email, 'verification')
  return addLink(model, adult, 'verify')
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
    const isLate = ABOUT_A_DAY.includes(mail.template) && !mail.isUndated && mail.at < inHours(model, -24)
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
  if (hasPassword(adult)) mail(model, adult.email, 'password-changed')
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
