import { type Day, dayOfMonth, monthKeyOf } from './calendar'
import { cents, differences } from './compare'
import { type Model, type Submission, sum } from './model'
import type { Answer, Product } from './product'
import { cardOf, childNameOf, expectedOn, findMonth, stateOf } from './rules'

/** Who comes, and what it costs: the fee by the days that are not credited. */
export async function compareDayReport(model: Model, product: Product, day: Day): Promise<string[]> {
  const { body } = await product.staff(`/admin/attendance?date=${day}`)
  const booked = expectedOn(model, day)
  const month = findMonth(model, monthKeyOf(day))
  const rows = new Map<string, Answer>(body.rows.map((row: { id: string }) => [row.id, row]))
  const wrong = booked.flatMap((submission) => {
    const row = rows.get(submission.id)
    if (!row) return [`${submission.key} is not in the report of ${day}`]
    const mark = cardOf(model, submission, day)?.marks[day]
    const found = {
      fee: cents(row.fee),
      child: row.child,
      type: row.status,
      absent: row.remark === 'not_coming',
    }
    const isRegistered = submission.child !== null && submission.month !== null
    return differences(`${submission.key} on ${day}`, found, {
      fee: Math.round(feeOfDay(submission, dayOfMonth(day))),
      child: submission.isErased ? 'Deleted child' : childNameOf(model, submission),
      type: isRegistered ? 'registered' : 'drop-in',
      absent: stateOf(mark) === 'not_coming',
    })
  })
  const found = { rows: rows.size, revenue: cents(body.stats.revenue), cancelled: body.isCancelled }
  const totals = differences(`the report of ${day}`, found, {
    rows: booked.length,
    // A sum of floats may be a hair below half a cent.
    revenue: Math.round(Number(sum(booked.map((booking) => feeOfDay(booking, dayOfMonth(day)))).toFixed(6))),
    cancelled: month !== null && dayOfMonth(day) in month.cancelled,
  })
  return [...wrong, ...totals]
}

/** A fee that was kept is still that of all days. */
function feeOfDay({ fee, days, credits, cancellation }: Submission, n: number): number {
  const paidFor = cancellation?.isFeeKept ? cancellation.days : days
  return n in credits ? 0 : fee / paidFor.filter((each) => !(each in credits)).length
}

/** Those for which a family said that a child is not coming. */
export const daysAhead = (model: Model): Day[] => {
  const days = model.submissions.flatMap(({ marks }) => Object.keys(marks))
  return [...new Set(days)].filter((day) => day > model.today).sort()
}

/** Each child of a day once, with its state. */
export async function compareBoard(model: Model, product: Product, day: Day): Promise<string[]> {
  const { body } = await product.staff(`/admin/board?date=${day}`)
  const found = body.cards.map(({ submission_ids, mark }: Answer) =>
    cardText(submission_ids, stateOf(markOf(mark))),
  )
  const cards = new Map<string, { ids: string[]; state: string }>()
  for (const submission of expectedOn(model, day)) {
    const key = submission.child ?? submission.key
    const state = stateOf(cardOf(model, submission, day)?.marks[day])
    cards.set(key, { ids: [...(cards.get(key)?.ids ?? []), submission.id], state })
  }
  const wanted = [...cards.values()].map(({ ids, state }) => cardText(ids, state))
  return differences(`the board of ${day}`, { cards: found.sort() }, { cards: wanted.sort() })
}

const cardText = (ids: readonly string[], state: string) => `${[...ids].sort().join('+')} ${state}`

const markOf = (mark: Answer) =>
  mark && { arrivedAt: mark.arrived_at, leftAt: mark.left_at, notComingBy: mark.not_coming_at && 'parent' }
