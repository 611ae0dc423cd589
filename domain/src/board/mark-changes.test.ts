import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MARK_CHANGES } from '../../testing/mark-changes'
import { rulesTable } from '../../testing/rules-table'
import { dayInZone } from '../lib/days'
import { instantAt, timeOfDayInZone } from '../lib/time-of-day'
import { DAY_TYPES } from '../months/months'
import {
  type AttendanceMark,
  CHILD_STATE_LABELS,
  CHILD_STATES,
  type ChildState,
  childState,
  isAftercareDay,
  mayMark,
  NO_MARK,
  todayLine,
} from './board'
import {
  arrivedDespiteAbsence,
  changeMark,
  isReplay,
  type MarkChange,
  type MarkedChild,
} from './mark-changes'
import { DEFAULT_PICKUP_TIMES, dismissalTime, pickupTime } from './pickup-times'

const ZONE = 'America/New_York'
const DAY = '2026-11-16'
const at = (time: string, day = DAY) => instantAt(day, time, ZONE).toISOString()

const aChild = (changes: Partial<MarkedChild> = {}): MarkedChild => ({
  name: 'Ada Lee',
  day: DAY,
  dismissalTime: '15:30',
  pickupTime: '17:30',
  now: instantAt(DAY, '17:00', ZONE),
  timeZone: ZONE,
  by: 'staff',
  adults: [{ name: 'Ana Lee', phone: null }],
  pickup_people: [],
  must_not_pick_up: [],
  ...changes,
})

const here: AttendanceMark = { ...NO_MARK, arrived_at: at('15:10'), version: 1 }
const gone: AttendanceMark = {
  ...here,
  left_at: at('16:40'),
  picked_up_by: 'Ana Lee',
  pickup_time: '17:30',
  version: 2,
}
const MARKS: Record<ChildState, AttendanceMark> = {
  expected: NO_MARK,
  here,
  gone,
  not_coming: { ...NO_MARK, not_coming_at: at('09:00'), not_coming_by: 'parent', version: 1 },
}

function aChange(change: MarkChange['change'], at: string): MarkChange {
  if (change === 'picked_up') return { change, at, picked_up_by: 'Ana Lee' }
  if (change === 'note') return { change, at, note: 'Has her jacket' }
  return { change, at }
}

describe('states', () => {
  test.each(rulesTable('board.md', 'States'))('$name', (row) => {
    const mark = {
      arrived_at: row.yes('arrived') ? at('15:00') : null,
      left_at: row.yes('left') ? at('16:00') : null,
      not_coming_at: row.yes('not coming') ? at('09:00') : null,
    }
    expect(CHILD_STATE_LABELS[childState(mark)]).toBe(row.text('state'))
  })

  test('a child without a mark is expected', () => expect(childState(null)).toBe('expected'))
})

describe('changes', () => {
  const table = rulesTable('board.md', 'Changes')
  const stateNamed = (label: string) =>
    Object.entries(CHILD_STATE_LABELS).find(([, text]) => text === label)?.[0] as ChildState

  test.each(table)('$name', (row) => {
    const state = stateNamed(row.text('state'))
    const change = row.text('change') as MarkChange['change']
    const { mark, error } = changeMark(MARKS[state], aChange(change, at('16:50')), aChild())
    expect(error ?? CHILD_STATE_LABELS[childState(mark)]).toBe(row.text('state or error'))
    if (mark) expect(mark.version).toBe(MARKS[state].version + 1)
  })

  test('the table covers every change in every state', () => {
    expect(new Set(table.map((row) => row.name)).size).toBe(4 * MARK_CHANGES.length)
  })

  test('a name that looks like a replacement pattern is shown as it is', () => {
    const { error } = changeMark(NO_MARK, aChange('picked_up', at('16:50')), aChild({ name: "$& $' Lee" }))
    expect(error).toBe("$& $' Lee has not arrived yet.")
  })

  test('undoing everything leaves only the note and the version', () => {
    const steps: MarkChange['change'][] = ['arrived', 'picked_up', 'undo_picked_up', 'undo_arrived']
    const mark = steps.reduce<AttendanceMark | null>(
      (before, change) => changeMark(before, aChange(change, at('16:50')), aChild()).mark,
      null,
    )
    expect(mark).toEqual({ ...NO_MARK, version: 4 })
  })

  test('a child who arrives despite Not coming is Not coming again once the arrival is undone', () => {
    const arrived = changeMark(MARKS.not_coming, aChange('arrived', at('16:50')), aChild()).mark
    expect(childState(arrived)).toBe('here')
    expect(childState(changeMark(arrived, aChange('undo_arrived', at('16:51')), aChild()).mark)).toBe(
      'not_coming',
    )
  })
})

test.each(rulesTable('board.md', 'Which days can be marked'))('$name', (row) => {
  expect(mayMark(row.text('day'), DAY)).toBe(row.yes('can be marked'))
})

test.each(rulesTable('board.md', 'Today on the dashboard'))('$name', (row) => {
  const type = DAY_TYPES.find((name) => name === row.text('type')) ?? null
  expect(isAftercareDay(row.text('day'), type, Number(row.text('children')))).toBe(row.yes('shown'))
})

test('the line of the dashboard writes zeros', () => {
  expect(todayLine({ expected: 23, here: 11, not_coming: 2 })).toBe(
    'Today: 23 expected, 11 here, 2 not coming',
  )
  expect(todayLine({ expected: 0, here: 0, not_coming: 0 })).toBe('Today: 0 expected, 0 here, 0 not coming')
})

describe('the recorded time', () => {
  test.each(rulesTable('board.md', 'The time of a mark'))('$name', (row) => {
    const day = row.text('day')
    const [markedOn = '', time = ''] = row.text('tapped').split(' ')
    const change = row.text('change') as 'arrived' | 'picked_up'
    const before = change === 'picked_up' ? { ...here, arrived_at: at('15:00', day) } : null
    const child = aChild({
      day,
      now: instantAt(DAY, '16:00', ZONE),
      dismissalTime: dismissalTime(DEFAULT_PICKUP_TIMES, day, 'regular'),
      pickupTime: pickupTime(DEFAULT_PICKUP_TIMES, day, 'regular'),
    })
    const { mark, error } = changeMark(before, aChange(change, at(time, markedOn)), child)
    const recorded = change === 'arrived' ? mark?.arrived_at : mark?.left_at
    expect(error ?? timeOfDayInZone(recorded ?? '', ZONE)).toBe(row.text('recorded or error'))
    if (recorded) expect(dayInZone(new Date(recorded), ZONE)).toBe(day)
  })

  test('on an earlier day is never before a late arrival', () => {
    const late = { ...here, arrived_at: at('17:50', '2026-11-12') }
    const { mark } = changeMark(late, aChange('picked_up', at('09:00')), aChild({ day: '2026-11-12' }))
    expect(mark?.left_at).toBe(late.arrived_at)
  })

  test('may be in the minute of the arrival, whatever its seconds', () => {
    const arrived = { ...here, arrived_at: new Date(Date.parse(at('15:10')) + 40_000).toISOString() }
    const { mark } = changeMark(arrived, aChange('picked_up', at('15:10')), aChild())
    expect(mark?.left_at).toBe(arrived.arrived_at)
  })
})

describe('correcting', () => {
  test.each(rulesTable('board.md', 'Correcting a time'))('$name', (row) => {
    const time = (column: string) => (row.text(column) === 'none' ? undefined : at(row.text(column)))
    const change: MarkChange = { change: 'correct', at: at('17:00') }
    if (time('arrived')) change.arrived_at = time('arrived')
    if (time('left')) change.left_at = time('left')
    const { mark, error } = changeMark(gone, change, aChild())
    expect(error ?? 'corrected').toBe(row.text('result'))
    if (mark) {
      expect(mark.arrived_at).toBe(time('arrived') ?? gone.arrived_at)
      expect(mark.left_at).toBe(time('left') ?? gone.left_at)
      expect(mark.picked_up_by).toBe('Ana Lee')
    }
  })

  test('measures lateness against the pick-up time in force when it was recorded', () => {
    const change: MarkChange = { change: 'correct', at: at('18:00'), left_at: at('17:42') }
    const later = aChild({ pickupTime: '16:00', now: instantAt(DAY, '18:00', ZONE) })
    expect(changeMark(gone, change, later).mark).toMatchObject({ late_minutes: 12, pickup_time: '17:30' })
  })

  test('can change who picked the child up, once it was picked up', () => {
    const change: MarkChange = { change: 'correct', at: at('17:00'), picked_up_by: 'Grandma' }
    expect(
      changeMark(gone, change, aChild({ pickup_people: [{ name: 'Grandma', phone: null }] })).mark
        ?.picked_up_by,
    ).toBe('Grandma')
    expect(
      changeMark(here, change, aChild({ pickup_people: [{ name: 'Grandma', phone: null }] })).error,
    ).toBe('Ada Lee has not been picked up yet.')
  })

  test('to another day is an error', () => {
    const change: MarkChange = { change: 'correct', at: at('17:00'), arrived_at: at('15:00', '2026-11-15') }
    expect(changeMark(here, change, aChild()).error).toBe('The time must be on Monday, November 16.')
  })
})

test('a note is stored or removed, and changes nothing else', () => {
  const noted = changeMark(here, { change: 'note', at: at('16:50'), note: 'Naps' }, aChild()).mark
  expect(noted).toEqual({ ...here, note: 'Naps', version: 2 })
  const removed = changeMark(noted, { change: 'note', at: at('16:50'), note: null }, aChild()).mark
  expect(removed).toEqual({ ...here, version: 3 })
})

test('a correction of a child who is still here changes the arrival alone', () => {
  const change: MarkChange = { change: 'correct', at: at('17:00'), arrived_at: at('15:20') }
  expect(changeMark(here, change, aChild()).mark).toEqual({ ...here, arrived_at: at('15:20'), version: 2 })
  const left: MarkChange = { change: 'correct', at: at('17:00'), left_at: at('16:20') }
  expect(changeMark(here, left, aChild()).error).toBe('Ada Lee has not been picked up yet.')
})

test('a correction to the same minute keeps the seconds, also of a time that has passed the clock', () => {
  const seconds = { ...gone, arrived_at: new Date(Date.parse(at('15:10')) + 40_000).toISOString() }
  const change: MarkChange = { change: 'correct', at: at('17:00'), arrived_at: at('15:10') }
  expect(changeMark(seconds, change, aChild()).mark?.arrived_at).toBe(seconds.arrived_at)
})

test('a mark from a tablet whose clock is far ahead is rejected', () => {
  for (const change of ['arrived', 'not_coming'] as const)
    expect(changeMark(null, aChange(change, at('17:06')), aChild()).error).toBe(
      '5:06 PM is still in the future.',
    )
  expect(changeMark(here, aChange('picked_up', at('17:06')), aChild()).error).toBe(
    '5:06 PM is still in the future.',
  )
  expect(changeMark(null, aChange('arrived', at('17:05')), aChild()).mark?.arrived_at).toBe(at('17:00'))
})

test('a mark that is already stored is recognised as a replay, another one is not', () => {
  expect(isReplay(here, aChange('arrived', at('15:10')))).toBe(true)
  expect(isReplay(here, aChange('arrived', at('15:11')))).toBe(false)
  expect(isReplay(gone, aChange('picked_up', at('16:40')))).toBe(true)
  expect(isReplay(gone, { change: 'picked_up', at: at('16:40'), picked_up_by: 'Grandma' })).toBe(false)
  expect(isReplay(gone, aChange('picked_up', at('16:41')))).toBe(false)
  expect(isReplay(here, aChange('undo_arrived', at('15:10')))).toBe(false)
  const absent = { ...MARKS.not_coming, not_coming_by: 'staff' as const }
  expect(isReplay(absent, aChange('not_coming', at('09:00')))).toBe(true)
  expect(isReplay(absent, aChange('not_coming', at('09:01')))).toBe(false)
  expect(isReplay(absent, aChange('undo_not_coming', at('09:00')))).toBe(false)
  expect(isReplay(MARKS.not_coming, aChange('not_coming', at('09:00')))).toBe(false)
})

describe('a day outside the past 14', () => {
  const coming = '2026-11-20'
  const comingError = "Friday, November 20 can't be marked. You can mark today and the past 14 days."
  const passed = '2026-11-01'
  const passedError = "Sunday, November 1 can't be marked. You can mark today and the past 14 days."

  test.each<[string, MarkedChild['by'], MarkChange['change'], ChildState, string]>([
    [coming, 'parent', 'not_coming', 'expected', 'Not coming'],
    [coming, 'parent', 'undo_not_coming', 'not_coming', 'Expected'],
    [coming, 'parent', 'arrived', 'expected', comingError],
    [coming, 'parent', 'note', 'expected', comingError],
    [coming, 'staff', 'not_coming', 'expected', comingError],
    [coming, 'staff', 'undo_not_coming', 'not_coming', comingError],
    [passed, 'parent', 'not_coming', 'expected', passedError],
    [passed, 'parent', 'undo_not_coming', 'not_coming', passedError],
    [passed, 'staff', 'not_coming', 'expected', passedError],
  ])('%s: %s, %s, %s: %s', (day, by, change, state, expected) => {
    const { mark, error } = changeMark(MARKS[state], aChange(change, at('16:50')), aChild({ day, by }))
    expect(error ?? CHILD_STATE_LABELS[childState(mark)]).toBe(expected)
  })
})

test('a pick-up without an arrival can be corrected only together with its arrival', () => {
  const left = { ...gone, arrived_at: null }
  const change: MarkChange = { change: 'correct', at: at('17:00'), left_at: at('16:45') }
  expect(changeMark(left, change, aChild()).error).toBe('Enter an arrival before a pick-up.')
  const both = { ...change, arrived_at: at('15:20') }
  expect(changeMark(left, both, aChild()).mark).toMatchObject({
    arrived_at: at('15:20'),
    left_at: at('16:45'),
  })
})

test('only an arrival stands against a stored mark, and only against Not coming', () => {
  for (const state of CHILD_STATES)
    for (const change of MARK_CHANGES)
      expect(arrivedDespiteAbsence(MARKS[state], aChange(change, at('16:50')))).toBe(
        state === 'not_coming' && change === 'arrived',
      )
})

test('after any changes, a mark stays within its day, not in the future and in order', () => {
  const change = fc.constantFrom(...MARK_CHANGES)
  const minutes = fc.integer({ min: -3 * 1440, max: 600 })
  const step = fc.record({
    change,
    marked: minutes,
    other: minutes,
    seconds: fc.integer({ max: 59, min: 0 }),
  })
  const now = instantAt(DAY, '16:00', ZONE)
  const instant = (offset: number, seconds: number) =>
    new Date(now.getTime() + offset * 60_000 + seconds * 1000).toISOString()
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), fc.constantFrom(DAY, '2026-11-15'), (steps, day) => {
      let mark: AttendanceMark | null = null
      for (const { change, marked, other, seconds } of steps) {
        const markChange: MarkChange =
          change === 'correct'
            ? { change, at: now.toISOString(), arrived_at: instant(marked, 0), left_at: instant(other, 0) }
            : aChange(change, instant(marked, seconds))
        const outcome = changeMark(mark, markChange, aChild({ day, now }))
        if (outcome.error !== null) continue
        expect(outcome.mark.version).toBe((mark?.version ?? 0) + 1)
        mark = outcome.mark
        for (const time of [mark.arrived_at, mark.left_at]) {
          if (time === null) continue
          expect(dayInZone(new Date(time), ZONE)).toBe(day)
        }
        if (mark.left_at !== null) expect(mark.left_at >= (mark.arrived_at ?? 'none')).toBe(true)
        if (mark.left_at === null) expect(mark).toMatchObject({ picked_up_by: null, late_minutes: 0 })
        if (day === DAY)
          for (const time of [mark.arrived_at, mark.left_at])
            expect((time ?? '') <= now.toISOString()).toBe(true)
      }
    }),
  )
})
