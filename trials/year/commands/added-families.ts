import { byKey, noteOf, STAFF_EMAIL } from '../model'
import { clearRateLimits, findAccountId } from '../product'
import { log, type Plan, plainName, presentAdults, storeChild } from '../requests'
import { familyOf } from '../rules'
import { accountAt, hasRoom, nameAt, someNewEmail, typed } from './account-emails'
import { invited, learnLink } from './account-links'
import { CHILD_NAMES } from './children'
import { learnChildren, newParent } from './family-imports'
import { invitedFamily } from './invitations'
import { isReplaceable } from './sign-ups'

/** Added families leave room for people who sign up. */
const MAX_ACCOUNTS_BY_STAFF = 12

/** For somebody on the phone. An address that is known leads to its family. */
export const addFamily: Plan = (model, pick) => {
  const known = pick.of([...presentAdults(model).map((adult) => adult.email), STAFF_EMAIL]) ?? ''
  const invitedEmail = pick.of(model.invitations.filter(({ isOpen }) => isOpen))?.email ?? known
  const isNew = pick.chance(65)
  const email = isNew ? someNewEmail(model, pick.about('new')) : pick.chance(25) ? invitedEmail : known
  if (!hasRoom(model, MAX_ACCOUNTS_BY_STAFF) && !accountAt(model, email)) return null
  const parent = nameAt(email, pick)
  const [first, ...others] = pick.chance(75) ? pick.some(CHILD_NAMES, 3) : []
  const names = first === undefined ? [] : [first, ...(pick.chance(8) ? [first.toUpperCase()] : others)]
  const isInviting = pick.chance(60)
  // The first key that the step makes.
  const note = noteOf(accountAt(model, email)?.key ?? `n${model.step}`)
  return {
    who: 'staff',
    text: `staff add the family of ${parent}, ${email}: ${names.join(', ') || 'nobody'}${isInviting ? ', and invite' : ''}`,
    method: 'POST',
    path: '/admin/parents',
    body: {
      full_name: parent,
      email: typed(email, pick),
      phone: '',
      children: names.map((name) => ({ name, allergies: note, notes: note })),
      send_invitation: isInviting,
    },
    isKeyed: true,
    prepare: clearRateLimits,
    apply: (now) => {
      if (new Set(names.map(plainName)).size < names.length) return { refusals: ['invalid'] }
      if (email === STAFF_EMAIL) return { refusals: ['staff-address'] }
      const account = accountAt(now, email)
      const isKnown = account !== undefined && !isReplaceable(now, account)
      const family = isKnown ? familyOf(account) : invitedFamily(now, email)
      if (family !== null) {
        const { id } = byKey(now.adults, family)
        const check = (error: { stored?: { id: string } }) =>
          error.stored?.id === id ? [] : [`led to ${error.stored?.id} instead of ${id}`]
        return { refusals: ['known-family'], check }
      }
      const created = newParent(now, parent, email)
      const children = names.map((name) => storeChild(now, created.key, name))
      const link = isInviting ? invited(now, created) : null
      log(now, 'parent.create', 'staff', created.key)
      return {
        families: [created.key],
        learn: async (body, product) => {
          created.id ||= await findAccountId(product, email)
          if (link) await learnLink(created, link)(body, product)
          await learnChildren(now, children, product)
          return body.id === created.id ? undefined : [`${body.id} was added instead of ${created.id}`]
        },
      }
    },
  }
}
