import { dateIn, weekdaysOf } from '../calendar'
import { byKey, type Model } from '../model'
import { log, mailAdult, type Plan, presentAdults, someVisitor, strangerTo } from '../requests'
import { bookedOn, childrenOf, familyOf, isOffered, isOpenType, isShutOut, seatsFree, typeOf } from '../rules'

/** A day that is full for one child, and could be chosen otherwise. */
const isFull = (model: Model, month: Model['months'][number], n: number): boolean =>
  dateIn(month.key, n) > model.today &&
  isOpenType(typeOf(month, n)) &&
  !month.closed.includes(n) &&
  seatsFree(model, month, n) === 0

export const watchSeat: Plan = (model, pick) => {
  const adult = someVisitor(presentAdults(model), pick)
  const month = pick.of(model.months.filter((each) => isOffered(model, each)))
  if (!adult || !month) return null
  const full = weekdaysOf(month.key).filter((n) => isFull(model, month, n))
  const n = pick.of(pick.chance(95) ? full : weekdaysOf(month.key))
  if (!n) return null
  const [family, key] = [familyOf(adult), month.key]
  return {
    who: adult.key,
    text: `${adult.email} waits for a seat on ${dateIn(key, n)}`,
    method: 'POST',
    path: '/seat-watches',
    body: { month_id: month.id, day: n },
    isKeyed: false,
    apply: (now) => {
      const at = byKey(now.months, key)
      const stranger = strangerTo(now, adult.key, family)
      if (stranger.length > 0) return { refusals: stranger }
      if (!isOffered(now, at)) return { refusals: ['not-found'] }
      if (!isFull(now, at, n)) return { refusals: ['not-watchable'] }
      const isKnown = now.watches.some(
        (each) => each.family === family && each.month === key && each.day === n,
      )
      if (isKnown) return {}
      now.watches.push({ family, by: adult.key, month: key, day: n })
      log(now, 'seat-watch.create', adult.key, family)
      return {}
    },
  }
}

/** How many children could newly choose the day. */
function seatsOnOffer(model: Model, monthKey: string, n: number): number {
  const month = byKey(model.months, monthKey)
  const isOpen = isOpenType(typeOf(month, n)) && !month.closed.includes(n)
  const isAhead = dateIn(monthKey, n) > model.today
  return isOpen && isAhead && isOffered(model, month) ? seatsFree(model, month, n) : 0
}

export const watchedSeats = (model: Model): Map<string, number> =>
  new Map(model.watches.map(({ month, day }) => [dateIn(month, day), seatsOnOffer(model, month, day)]))

/** As many of the longest waiting families as seats opened get a mail and leave the list, unless they are suspended, have no confirmed email or all their children come. */
export function notifyOpenedSeats(model: Model, before: Map<string, number>): void {
  for (const [date, seats] of before) {
    const [month, day] = [date.slice(0, 7), Number(date.slice(8))]
    let opened = seatsOnOffer(model, month, day) - seats
    for (const watch of model.watches.filter((each) => each.month === month && each.day === day)) {
      if (!(opened > 0)) break
      const first = byKey(model.adults, watch.family)
      const asker = byKey(model.adults, watch.by)
      const isStillIn = !asker.isErased && familyOf(asker) === watch.family && !isShutOut(model, asker)
      const mailed = isStillIn && !asker.isEmailByStaff ? asker : first
      if (isShutOut(model, first) || mailed.isEmailByStaff) continue
      if (hasAllBooked(model, watch.family, date)) continue
      opened -= 1
      model.watches = model.watches.filter((each) => each !== watch)
      mailAdult(model, mailed, 'seat-opened')
    }
  }
}

function hasAllBooked(model: Model, family: string, date: string): boolean {
  const children = childrenOf(model, family)
  const booked = bookedOn(model, date).map(({ child }) => child)
  return children.length > 0 && children.every(({ key }) => booked.includes(key))
}
