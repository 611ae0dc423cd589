import { addDays, type Day, instantOf } from '../calendar'
import type { Mark, Model, Submission } from '../model'
import { log, type Outcome, type Plan } from '../requests'
import {
  cardOf,
  chosenDismissal,
  dismissalTime,
  expectedOn,
  now as instantNow,
  noMark,
  pickupTime,
  schoolTypeOn,
  stateOf,
} from '../rules'

const CHANGES = [
  'arrived',
  'picked_up',
  'not_coming',
  'undo_arrived',
  'undo_picked_up',
  'undo_not_coming',
] as const
type Change = (typeof CHANGES)[number]

/** Which states allow a change. */
const ALLOWED: Record<Change, ReturnType<typeof stateOf>[]> = {
  arrived: ['expected', 'not_coming'],
  picked_up: ['here'],
  not_coming: ['expected'],
  undo_arrived: ['here'],
  undo_picked_up: ['gone'],
  undo_not_coming: ['not_coming'],
}
const DAYS_BACK = 14
/** On no child's list. */
const PICKED_UP_BY = 'Grandma'

export const mark: Plan = (model, pick) => {
  const day = addDays(
    model.today,
    pick.of([0, 0, 0, 0, 0, 0, -1, -2, -3, -5, -DAYS_BACK, -DAYS_BACK - 1, 1]) ?? 0,
  )
  const submission = pick.of(expectedOn(model, day))
  if (!submission) return null
  const before = cardOf(model, submission, day)?.marks[day]
  const possible = CHANGES.filter((change) => ALLOWED[change].includes(stateOf(before)))
  const change = pick.of(pick.chance(90) ? possible : CHANGES) ?? 'arrived'
  const version = Math.max(0, (before?.version ?? 0) - (pick.chance(94) ? 0 : 1))
  const at = instantNow(model)
  const { key } = submission
  const release_anyway = pick.chance(90)
  return {
    who: 'staff',
    text: `staff mark ${key} on ${day}: ${change}`,
    method: 'POST',
    path: '/admin/board/marks',
    body: {
      submission_id: submission.id,
      day,
      change,
      at,
      version,
      picked_up_by: PICKED_UP_BY,
      release_anyway,
    },
    isKeyed: true,
    apply: (now) => marked(now, key, day, { change, at, version, release_anyway }),
  }
}

type Sent = { change: Change; at: string; version: number; release_anyway: boolean }

function marked(model: Model, key: string, day: Day, sent: Sent): Outcome {
  const { change, at, version } = sent
  const submission = model.submissions.find((each) => each.key === key)
  // Deleted at the same moment, it may be found, but not be booked any more.
  if (!submission) return { refusals: ['not-found', 'mark-rejected'] }
  const card = cardOf(model, submission, day)
  if (!card) return { refusals: ['mark-rejected'] }
  const before = card.marks[day] ?? noMark()
  if (before.version !== version)
    return isReplay(before, change, at) ? checked(before) : { refusals: ['mark-conflict'] }
  const isInTime = day <= model.today && day >= addDays(model.today, -DAYS_BACK)
  if (!isInTime || !ALLOWED[change].includes(stateOf(before))) return { refusals: ['mark-rejected'] }
  if (change === 'picked_up' && !sent.release_anyway) return { refusals: ['mark-rejected'] }
  const after = { ...before, ...changedFields(model, card, before, day, change, at), version: version + 1 }
  card.marks[day] = after
  log(model, `mark.${change.replaceAll('_', '-')}`, 'staff', card.key)
  return checked(after)
}

/** A device that got no answer sends the same mark again. */
const isReplay = (mark: Mark, change: Change, at: string): boolean =>
  (change === 'arrived' && mark.arrivedAt === at) ||
  (change === 'picked_up' && mark.leftAt === at && mark.pickedUpBy === PICKED_UP_BY) ||
  (change === 'not_coming' && mark.notComingAt === at && mark.notComingBy === 'staff')

function changedFields(
  model: Model,
  card: Submission,
  before: Mark,
  day: Day,
  change: Change,
  at: string,
): Partial<Mark> {
  const type = schoolTypeOn(model, day)
  const isToday = day === model.today
  switch (change) {
    case 'arrived': {
      const dismissal = chosenDismissal(model, card, day) ?? type
      return { arrivedAt: isToday ? at : instantOf(day, dismissalTime(day, dismissal)) }
    }
    case 'picked_up': {
      const usual = instantOf(day, pickupTime(day, type))
      const arrival = before.arrivedAt ?? usual
      const leftAt = isToday ? at : usual < arrival ? arrival : usual
      const lateMinutes = Math.max(0, Math.floor((Date.parse(leftAt) - Date.parse(usual)) / 60_000))
      return { leftAt, lateMinutes, pickedUpBy: PICKED_UP_BY }
    }
    case 'not_coming':
      return { notComingBy: 'staff', notComingAt: at }
    case 'undo_arrived':
      return { arrivedAt: null }
    case 'undo_picked_up':
      return { leftAt: null, lateMinutes: 0, pickedUpBy: null }
    case 'undo_not_coming':
      return { notComingBy: null, notComingAt: null }
  }
}

/** The answer is the stored mark. */
const checked = (mark: Mark): Outcome => ({
  learn: (body) => {
    const expected = {
      arrived_at: mark.arrivedAt,
      left_at: mark.leftAt,
      not_coming_by: mark.notComingBy,
      late_minutes: mark.lateMinutes,
      not_on_list: mark.leftAt !== null,
      version: mark.version,
    }
    return Object.entries(expected).flatMap(([name, value]) =>
      body[name] === value ? [] : [`${name}: ${body[name]} instead of ${value}`],
    )
  },
})
