import { mailsComposed } from '../compare-everything'
import { type Adult, hasPassword, type Model, rename, UNUSABLE_PASSWORD } from '../model'
import { clearRateLimits, PASSWORD } from '../product'
import { addAdult, log, mail, type Outcome, type Plan, presentAdults } from '../requests'
import { adultsOf, hasRecords } from '../rules'
import { accountAt, hasRoom, nameAt, someNewEmail, typed } from './account-emails'
import { ALL_LINKS, addLink, endLinks, learnLink, sendVerification } from './account-links'
import { becomeMember, isUsable, mailOthers, mayJoin, removeInvitations } from './families'
import { signedIn } from './sign-in'

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
  if (!email || (!hasRoom(model) && !accountAt(model, email))) return null
  const waiting = accountAt(model, email)
  const isAgain = waiting && hasPassword(waiting) && pick.chance(50)
  const password = isAgain ? waiting.password : `${PASSWORD} ${pick.int(1000)}`
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
      if (known && known.password !== password) {
        removePassword(now, known, name)
        return toldAboutAccount(now, known)
      }
      const adult = known ?? addAdult(now, { name, email })
      rename(adult, name)
      adult.password = password
      endLinks(now, adult.key, ALL_LINKS)
      removeInvitations(now, adult.key)
      log(now, 'auth.sign-up', adult.key, adult.key)
      return { learn: learnLink(adult, sendVerification(now, adult)), families: [adult.key] }
    },
  }
}

/** Of sign-ups with different passwords none counts, nor what else was typed. */
function removePassword(model: Model, adult: Adult, name: string): void {
  if (!hasPassword(adult)) return
  rename(adult, adult.name === name ? name : adult.email)
  Object.assign(adult, { password: UNUSABLE_PASSWORD, language: null })
  endLinks(model, adult.key, ALL_LINKS)
  removeInvitations(model, adult.key)
}

/** At an address that staff entered the mailed link leads to that account. */
function toldAboutAccount(model: Model, known: Adult): Outcome {
  if (known.isEmailByStaff && hasPassword(known))
    return { learn: learnLink(known, sendVerification(model, known)) }
  if (hasPassword(known)) {
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
      if (!hasPassword(known)) return toldAboutAccount(now, known)
      return { learn: learnLink(known, sendVerification(now, known)) }
    },
  }
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
    prepare: async (product) => ({
      ...(await clearRateLimits(product)),
      ...(await mailsComposed(model)(product)),
    }),
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
      Object.assign(adult, { password, isConfirmed: true })
      stored.isOpen = false
      becomeMember(now, adult, family)
      mailOthers(now, family, adult.key, 'family-joined')
      log(now, 'auth.sign-up', adult.key, adult.key)
      log(now, 'family.join', adult.key, family)
      return { ...signedIn(now, adult), families: [family, adult.key] }
    },
  }
}
