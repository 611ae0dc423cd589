import { addDays, type Day, instantOf, lastDayOf, monthKeyOf, type Time } from './calendar'
import { compareEverything } from './compare-everything'
import type { Model } from './model'
import type { Product } from './product'
import type { Pick } from './requests'

const TIMES: readonly Time[] = ['00:10', '06:30', '11:00', '15:45', '16:45', '17:20', '17:45', '23:30']

/** To a later time of the day, the next days, or over the end of the month, where everything is compared. */
export async function passTime(model: Model, product: Product, pick: Pick): Promise<string> {
  const later = TIMES.filter((time) => time > model.time)
  const days = pick.of([0, 0, 1, 1, 2, 3, 5, 7]) ?? 1
  if (days === 0 && later.length > 0) {
    await setTime(model, product, model.today, pick.of(later) ?? '23:30')
    return `it is ${model.today} ${model.time}`
  }
  const day = addDays(model.today, Math.max(1, days))
  if (monthKeyOf(day) !== monthKeyOf(model.today)) {
    await setTime(model, product, lastDayOf(monthKeyOf(model.today)), '23:45')
    await compareEverything(model, product)
  }
  await setTime(model, product, day, pick.of(TIMES) ?? '11:00')
  return `it is ${model.today} ${model.time}`
}

/** Every move is longer than the ten minutes that the mails of an edit wait. */
async function setTime(model: Model, product: Product, day: Day, time: Time): Promise<void> {
  model.today = day
  model.time = time
  for (const mail of model.mails) mail.isPending = false
  await product.setClock(instantOf(day, time))
}
