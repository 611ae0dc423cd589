import { byKey, newKey, noteOf } from '../model'
import { childText, log, type Plan, presentAdults, someVisitor, strangerTo } from '../requests'
import { childrenOf, familyOf } from '../rules'

/** Names within one another, and the same ones in several families. */
export const CHILD_NAMES = ['Amara', 'Mara', 'Amara Okafor', 'Otis', 'Zoë', 'Ada Lee', "D'Arcy"]
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
