import { byKey, type Child, noteOf } from '../model'
import {
  addChildTo,
  childText,
  log,
  mailAdult,
  type Plan,
  plainName,
  presentAdults,
  someVisitor,
  strangerTo,
} from '../requests'
import { childrenOf, familyOf, mailedAdults, now as nowOf } from '../rules'

/** Names within one another, and the same ones in several families. */
export const CHILD_NAMES = ['Amara', 'Mara', 'Amara Okafor', 'Otis', 'Zoë', 'Ada Lee', "D'Arcy"]
const MAX_CHILDREN = 4
/** A new child has no id yet. */
const createdAction = ({ id }: Child) => (id === '' ? 'child.create' : 'child.restore')

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
      const child = addChildTo(now, family, name)
      log(now, createdAction(child), adult.key, child.key)
      return {
        learn: (body) => {
          child.id = body.id
          return undefined
        },
      }
    },
  }
}

/** In a call. A second child of the same name is taken for a mistake. */
export const addChildByStaff: Plan = (model, pick) => {
  const first = pick.of(
    presentAdults(model).filter((each) => each.joined === null || pick.about(each).chance(8)),
  )
  if (!first) return null
  const { key: family, id, email } = first
  const own = childrenOf(model, family)
  const known = pick.chance(25) ? pick.of(own)?.name.toUpperCase() : undefined
  const name = known ?? pick.of(CHILD_NAMES) ?? 'Amara'
  if (own.length >= MAX_CHILDREN) return null
  return {
    who: 'staff',
    text: `staff add ${name} to the family of ${email}`,
    method: 'POST',
    path: '/admin/children',
    body: { parent_id: id, name, allergies: noteOf(family), notes: noteOf(family) },
    isKeyed: true,
    apply: (now) => {
      const { isErased, joined } = byKey(now.adults, family)
      if (isErased || joined !== null) return { refusals: ['not-found'] }
      if (childrenOf(now, family).some((each) => plainName(each.name) === plainName(name)))
        return { refusals: ['child-exists'] }
      const child = addChildTo(now, family, name)
      for (const adult of mailedAdults(now, family)) mailAdult(now, adult, 'child-changed', { family })
      log(now, createdAction(child), 'staff', child.key)
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
      if (now.submissions.some((each) => each.child === stored.key)) stored.retainedAt = nowOf(now)
      log(now, 'child.remove', adult.key, child.key)
      return {}
    },
  }
}
