import { addDays, type Day, instantOf, lastDayOf, monthKeyOf, type Time } from './calendar'
import { compareEverything, waitForMails } from './compare-everything'
import type { Model } from './model'
import type { Product } from './product'
import { mailWaitingEdits, type Pick } from './requests'

const TIMES: readonly Time[] = ['00:10', '06:30', '11:00', '15:45', '16:45', '17:20', '17:45', '23:30']

/** What the school's clock shows. */
export type Moment = { day: Day; time: Time }

/** A later time of the day, or of one of the next days. */
export function later({ day, time }: Moment, pick: Pick): Moment {
  const left = TIMES.filter((each) => each > time)
  const days = pick.of([0, 0, 1, 1, 2, 3, 5, 7]) ?? 1
  if (days === 0 && left.length > 0) return { day, time: pick.of(left) ?? '23:30' }
  return { day: addDays(day, Math.max(1, days)), time: pick.of(TIMES) ?? '11:00' }
}

/** Whether it goes over the end of the month, where everything is compared. */
export async function passTime(model: Model, product: Product, until: Moment): Promise<boolean> {
  const month = monthKeyOf(model.today)
  const isMonthEnd = monthKeyOf(until.day) !== month
  if (isMonthEnd) {
    await moveTo(model, product, { day: lastDayOf(month), time: '23:45' })
    await compareEverything(model, product)
  }
  await moveTo(model, product, until)
  return isMonthEnd
}

/** Nothing happens if it is that time already. */
export async function moveTo(model: Model, product: Product, moment: Moment): Promise<boolean> {
  const isMoved = setMoment(model, moment)
  if (!isMoved) return false
  await product.setClock(instantOf(moment.day, moment.time))
  await waitForMails(product, model)
  return true
}

/** Every move is longer than the ten minutes that the mails of an edit wait. */
export function setMoment(model: Model, { day, time }: Moment): boolean {
  if (model.today === day && model.time === time) return false
  mailWaitingEdits(model)
  Object.assign(model, { today: day, time })
  return true
}
