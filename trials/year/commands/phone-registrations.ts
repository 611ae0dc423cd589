import { weekdaysOf } from '../calendar'
import { byKey, type Model, type Month } from '../model'
import { addSubmission, childText, type Pick, type Plan } from '../requests'
import { childrenOf, feeOf, hasDropIn, isAskedAbout, isChargedBefore, isOpenType, typeOf } from '../rules'
import { created, guestFields, hasRegistration, pricesOf, someGuest } from './registrations'

/** Open days of a published month of any age, and which of them staff confirm. */
function phoned(model: Model, children: number, pick: Pick) {
  const month = pick.of(
    pick.chance(90) ? model.months.filter(({ isPublished }) => isPublished) : model.months,
  )
  if (!month) return null
  const open = weekdaysOf(month.key).filter((n) => isOpenType(typeOf(month, n)) || pick.about(n).chance(2))
  const days = pick.some(open, 6).sort((a, b) => a - b)
  const confirmed = pick.chance(80) ? days.filter((n) => isAskedAbout(model, month, n, children)) : []
  return days.length === 0 ? null : { month, days, confirmed }
}

function refusedByPhone(
  model: Model,
  month: Month,
  days: readonly number[],
  confirmed: readonly number[],
  children: number,
): string[] {
  return [
    ...(month.isPublished ? [] : ['month-unavailable']),
    ...(days.every((n) => isOpenType(typeOf(month, n))) ? [] : ['day-unavailable']),
    ...(days.some((n) => isAskedAbout(model, month, n, children) && !confirmed.includes(n))
      ? ['confirm-days']
      : []),
  ]
}

/** Also of a family that is suspended or has not joined yet. */
export const registerByPhone: Plan = (model, pick) => {
  const family = pick.of(model.children)?.family
  const own = family === undefined ? [] : childrenOf(model, family)
  const children = pick.some(pick.chance(80) ? own.filter(({ key }) => pick.about(key).chance(90)) : own, 2)
  const phone = phoned(model, children.length, pick)
  if (family === undefined || children.length === 0 || !phone) return null
  const { days, confirmed } = phone
  const monthKey = phone.month.key
  return {
    who: 'staff',
    text: `staff register ${children.map(childText).join(', ')} for ${monthKey}: ${days.join(', ')}, confirming ${confirmed.join(', ') || 'none'}`,
    method: 'POST',
    path: '/admin/submissions',
    body: {
      month_id: phone.month.id,
      child_ids: children.map(({ id }) => id),
      selected_days: days,
      confirmed_days: confirmed,
      agreed: true,
    },
    isKeyed: true,
    apply: (now) => {
      const at = byKey(now.months, monthKey)
      const isOwn = children.every(({ key }) => childrenOf(now, family).some((child) => child.key === key))
      const refusals = [
        ...refusedByPhone(now, at, days, confirmed, children.length),
        ...(isOwn && children.some(({ key }) => days.some((n) => hasDropIn(now, key, at, n)))
          ? ['day-unavailable']
          : []),
        ...(isOwn && children.some(({ key }) => days.some((n) => isChargedBefore(now, key, at, n)))
          ? ['day-charged']
          : []),
        ...(isOwn ? [] : ['children-gone']),
        ...(children.some(({ key }) => hasRegistration(now, key, monthKey)) ? ['already-submitted'] : []),
      ]
      if (refusals.length > 0) return { refusals }
      const stored = children.map(({ key }) => {
        const prices = pricesOf(at, days)
        return addSubmission(now, { family, child: key, month: monthKey, days, prices, fee: feeOf(prices) })
      })
      return created(now, stored, 'staff')
    },
  }
}

export const registerGuestByPhone: Plan = (model, pick) => {
  const phone = phoned(model, 1, pick)
  if (!phone) return null
  const { days, confirmed } = phone
  const guest = someGuest(model, pick)
  const monthKey = phone.month.key
  return {
    who: 'staff',
    text: `staff register guest ${guest.email}'s ${guest.child} for ${monthKey}: ${days.join(', ')}, confirming ${confirmed.join(', ') || 'none'}`,
    method: 'POST',
    path: '/admin/submissions',
    body: {
      ...guestFields(guest),
      month_id: phone.month.id,
      selected_days: days,
      confirmed_days: confirmed,
      agreed: true,
    },
    isKeyed: true,
    apply: (now) => {
      const at = byKey(now.months, monthKey)
      const refusals = refusedByPhone(now, at, days, confirmed, 1)
      if (refusals.length > 0) return { refusals }
      const prices = pricesOf(at, days)
      const stored = addSubmission(now, { guest, month: monthKey, days, prices, fee: feeOf(prices) })
      return created(now, [stored], 'staff')
    },
  }
}
