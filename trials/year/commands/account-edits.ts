import { mailsComposed } from '../compare-everything'
import { type Adult, byKey, type Model, newKey, STAFF_EMAIL } from '../model'
import { type Product, setFeedSecret } from '../product'
import { log, mail, type Outcome, type Pick, type Plan, presentAdults } from '../requests'
import { isShutOut } from '../rules'
import { accountAt, someNewEmail, typed } from './account-emails'
import { ALL_LINKS, endLinks, invited, learnLink, sendVerification } from './account-links'
import { endInvitations } from './families'

/** Of one adult by staff; only a few are suspended at a time. */
export const changeStatus: Plan = (model, pick) => {
  const suspended = presentAdults(model).filter(({ status }) => status === 'suspended')
  const isBack = pick.chance(suspended.length > 1 ? 85 : 50) && suspended.length > 0
  const adult = pick.of(isBack ? suspended : presentAdults(model))
  if (!adult) return null
  const status = isBack
    ? pick.of(['active', 'inactive'] as const)
    : pick.of(['suspended', 'suspended', 'inactive', 'active'] as const)
  return edit(model, pick, adult, { status: status ?? 'active' })
}

/** By staff: parents cannot themselves. */
export const changeEmail: Plan = (model, pick) => {
  const adult = pick.of(presentAdults(model))
  if (!adult) return null
  const taken = pick.of([...presentAdults(model).map(({ email }) => email), STAFF_EMAIL]) ?? ''
  const email = pick.chance(80) ? someNewEmail(model, pick.about('new')) : taken
  return edit(model, pick, adult, { email })
}

function edit(model: Model, pick: Pick, { key, id, ...before }: Adult, change: Partial<Adult>) {
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
    prepare: mailsComposed(model),
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
