import { addDays, type Day, dayOfMonth, minutesOf, monthKeyOf } from '../calendar'
import { differences } from '../compare'
import { compareBoard, compareDayReport } from '../compare-day'
import { type Adult, byKey, type Model, type Submission } from '../model'
import type { Answer, Product } from '../product'
import { log, type Outcome, type Pick, type Plan, presentAdults, someVisitor, strangerTo } from '../requests'
import {
  cardOf,
  datesOf,
  expectedOn,
  familyOf,
  findMonth,
  isApproved,
  noMark,
  pickupTime,
  schoolTypeOn,
  stateOf,
} from '../rules'

/** Families say that a child is not coming, today or on a coming day, and take it back. */

type Booking = { key: string; submission: Submission; day: Day; isAbsent: boolean }

/** Nearly always a booked day that is ahead. */
function someBooking(model: Model, family: string, isReport: boolean, pick: Pick): Booking | undefined {
  const own = model.submissions.filter((each) => each.family === family)
  const bookings = own.flatMap((submission) =>
    [...datesOf(submission), addDays(model.today, pick.about(submission).int(9) - 4)].map((day) => {
      const mark = cardOf(model, submission, day)?.marks[day]
      const key = `${submission.key} ${day}`
      return { key, submission, day, isAbsent: stateOf(mark) === 'not_coming' }
    }),
  )
  const isAhead = ({ submission, day }: Booking) =>
    day >= model.today && isApproved(submission) && datesOf(submission).includes(day)
  const usual = bookings.filter((booking) => isAhead(booking) && booking.isAbsent !== isReport)
  const today = usual.filter(({ day }) => day === model.today)
  const chosen = pick.chance(50) ? today : usual
  return pick.of(pick.chance(92) ? chosen : bookings)
}

const absence =
  (isReport: boolean): Plan =>
  (model, pick) => {
    const adult = someVisitor(presentAdults(model), pick)
    if (!adult) return null
    const family = familyOf(adult)
    const booking = someBooking(model, family, isReport, pick)
    if (!booking) return null
    const { submission, day } = booking
    const { key } = submission
    const isNamed = day !== model.today || pick.chance(50)
    return {
      who: adult.key,
      text: `${adult.email} ${isReport ? 'reports' : 'takes back'} that ${key} is not coming on ${day}`,
      method: isReport ? 'POST' : 'DELETE',
      path: `/submissions/${submission.id}/not-coming${isNamed ? `?date=${day}` : ''}`,
      isKeyed: false,
      apply: (now) => {
        const stored = now.submissions.find((each) => each.key === key)
        const stranger = strangerTo(now, adult.key, family)
        if (stranger.length > 0) return { refusals: stranger }
        // Deleted at the same moment, it may be found, but not be booked any more.
        if (!stored) return { refusals: ['not-found', 'absence-rejected'] }
        const card = cardOf(now, stored, day)
        if (!card) return { refusals: ['absence-rejected'] }
        const refusals = (isReport ? report : takeBack)(now, card, day, adult.key)
        return refusals.length > 0 ? { refusals } : said(now, card, day, adult.key)
      },
    }
  }

/** Until pick-up time, while nobody marked the child. */
function report(model: Model, card: Submission, day: Day, who: string): string[] {
  const before = card.marks[day] ?? noMark()
  if (stateOf(before) === 'not_coming') return []
  const isCancelled = dayOfMonth(day) in (findMonth(model, monthKeyOf(day))?.cancelled ?? {})
  const isLate = minutesOf(model.time) >= minutesOf(pickupTime(day, schoolTypeOn(model, day)))
  const isInTime = day > model.today || (day === model.today && !isLate)
  if (isCancelled || !isInTime || stateOf(before) !== 'expected') return ['absence-rejected']
  card.marks[day] = { ...before, notComingBy: 'parent', notComingAt: null, version: before.version + 1 }
  log(model, 'mark.not-coming', who, card.key)
  return []
}

/** What the family reported, until staff mark the child. */
function takeBack(model: Model, card: Submission, day: Day, who: string): string[] {
  const before = card.marks[day]
  if (!before || stateOf(before) === 'expected') return []
  const isOwn = stateOf(before) === 'not_coming' && before.notComingBy === 'parent'
  if (!isOwn || day < model.today) return ['absence-rejected']
  card.marks[day] = { ...before, notComingBy: null, notComingAt: null, version: before.version + 1 }
  log(model, 'mark.undo-not-coming', who, card.key)
  return []
}

/** Fee, days and seats stay; report, board and the family's own page say it. */
function said(model: Model, card: Submission, day: Day, who: string): Outcome {
  return {
    submissions: [card],
    families: [card.family],
    isMonthTouched: true,
    learn: async (body, product) => [
      ...differences(`${card.key} on ${day}`, { state: body.state }, { state: stateOf(card.marks[day]) }),
      ...(await compareOwnAbsences(product, card, byKey(model.adults, who))),
      ...(await compareDayReport(model, product, day)),
      ...(await compareBoard(model, product, day)),
      ...(day === model.today ? await compareCounts(model, product) : []),
    ],
  }
}

async function compareOwnAbsences(product: Product, card: Submission, { cookie }: Adult): Promise<string[]> {
  const { body } = await product.request(`/submissions/${card.id}`, { cookie })
  const absent = Object.keys(card.marks).filter((day) => stateOf(card.marks[day]) === 'not_coming')
  return differences(
    card.key,
    { 'absent days': body.absent_days },
    { 'absent days': absent.map(dayOfMonth).sort((a, b) => a - b) },
  )
}

/** Of today, on the staff dashboard: by child. */
async function compareCounts(model: Model, product: Product): Promise<string[]> {
  const { body } = await product.staff('/admin/dashboard')
  if (body.today === null) return []
  const found: Answer = body.today
  const children = new Map<string, string>()
  for (const submission of expectedOn(model, model.today))
    children.set(
      submission.child ?? submission.key,
      stateOf(cardOf(model, submission, model.today)?.marks[model.today]),
    )
  const count = (state: string) => [...children.values()].filter((each) => each === state).length
  return differences('the dashboard', found, {
    expected: count('expected'),
    here: count('here'),
    not_coming: count('not_coming'),
  })
}

export const reportAbsence: Plan = absence(true)
export const takeBackAbsence: Plan = absence(false)
