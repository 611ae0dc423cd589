import { type AttendanceMark, childState } from '@aftercare/domain/board/board'
import type { MarkedChild } from '@aftercare/domain/board/mark-changes'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../lib/api-client'
import {
  failureOf,
  type MarkRequest,
  nextToSend,
  type PendingMark,
  rejectedOf,
  withPending,
} from './pending-marks'

const WREN: MarkedChild = {
  name: 'Wren Abernathy',
  day: '2026-11-16',
  dismissal: 'regular',
  pickupTime: '17:30',
  now: new Date('2026-11-16T23:00:00.000Z'),
  timeZone: 'America/New_York',
  by: 'staff',
}

let count = 0
const next = () => {
  count += 1
  return count
}
const pressed = (
  change: Partial<MarkRequest> & { change: MarkRequest['change'] },
  version: number,
  more: Partial<PendingMark> = {},
): PendingMark => ({
  key: `key ${next()}`,
  childName: WREN.name,
  request: {
    at: '2026-11-16T20:31:00.000Z',
    submission_id: 'wren',
    day: WREN.day,
    version,
    ...change,
  } as MarkRequest,
  ...more,
})

const STORED: AttendanceMark = {
  arrived_at: '2026-11-16T20:29:00.000Z',
  left_at: null,
  picked_up_by: null,
  not_coming_at: null,
  not_coming_by: null,
  note: null,
  pickup_time: null,
  late_minutes: 0,
  version: 1,
}

const seen = (stored: AttendanceMark | null, ...marks: PendingMark[]) =>
  withPending(stored, marks, ['wren'], WREN)

describe('what the board shows while marks wait', () => {
  it('is the stored mark when none waits', () => {
    expect(seen(STORED)).toEqual({ mark: STORED, isWaiting: false })
    expect(seen(null)).toEqual({ mark: null, isWaiting: false })
  })

  it('is what was pressed, with the time of the press', () => {
    const { mark, isWaiting } = seen(null, pressed({ change: 'arrived' }, 0))
    expect(isWaiting).toBe(true)
    expect(mark?.arrived_at).toBe('2026-11-16T20:31:00.000Z')
  })

  it('follows several presses of one child in their order', () => {
    const { mark } = seen(
      null,
      pressed({ change: 'arrived' }, 0),
      pressed({ change: 'picked_up', picked_up_by: 'Joel', at: '2026-11-16T22:42:00.000Z' }, 1),
    )
    expect(childState(mark)).toBe('gone')
    expect(mark).toMatchObject({ picked_up_by: 'Joel', late_minutes: 12, version: 2 })
  })

  it('is the stored mark where somebody else was first, or the answer was lost on the way', () => {
    expect(seen(STORED, pressed({ change: 'arrived' }, 0))).toEqual({ mark: STORED, isWaiting: false })
  })

  it('goes on from the stored mark with the presses that were made on it', () => {
    const arrival = pressed({ change: 'arrived' }, 0)
    const pickup = pressed({ change: 'picked_up', picked_up_by: 'Joel', at: '2026-11-16T22:00:00.000Z' }, 1)
    expect(childState(seen(STORED, arrival, pickup).mark)).toBe('gone')
  })

  it('leaves out what was refused, other children and other days', () => {
    const refused = pressed({ change: 'arrived' }, 0, { problem: 'Somebody else was first.' })
    const otherChild = pressed({ change: 'arrived', submission_id: 'otis' }, 0)
    const otherDay = pressed({ change: 'arrived', day: '2026-11-13' }, 0)
    expect(seen(null, refused, otherChild, otherDay)).toEqual({ mark: null, isWaiting: false })
  })

  it('finds the mark of a child that stands there by two submissions', () => {
    const marks = [pressed({ change: 'arrived', submission_id: 'drop-in' }, 0)]
    expect(withPending(null, marks, ['wren', 'drop-in'], WREN).isWaiting).toBe(true)
  })
})

describe('the next mark to send', () => {
  it('is the oldest that was not refused', () => {
    const [refused, first, second] = [
      pressed({ change: 'arrived' }, 0, { problem: 'No.' }),
      pressed({ change: 'arrived' }, 0),
      pressed({ change: 'undo_arrived' }, 1),
    ] as const
    expect(nextToSend([refused, first, second])).toBe(first)
    expect(rejectedOf([refused, first, second])).toEqual([refused])
    expect(nextToSend([refused])).toBeUndefined()
  })
})

describe('a mark that was not stored', () => {
  const refusal = (status: number, code: string, message = 'Wren is already here.') =>
    new ApiError(status, code, message)

  it.each([
    ['no answer', new ApiError(0, 'network', 'x'), 'no-connection'],
    ['an answer that broke off', new TypeError('Failed to fetch'), 'no-connection'],
    ['a server in trouble', refusal(500, 'failed'), 'no-connection'],
    ['a proxy without a server', refusal(502, 'failed'), 'no-connection'],
    ['too many at once', refusal(429, 'too-many-requests'), 'no-connection'],
    ['a session that has ended', refusal(401, 'signed-out'), 'not-now'],
    ['an account that may not write now', refusal(403, 'admins-only'), 'not-now'],
    ['somebody else was first', refusal(409, 'mark-conflict'), { problem: 'Wren is already here.' }],
    ['a child that is no longer booked', refusal(404, 'not-found'), { problem: 'Wren is already here.' }],
    [
      'a refusal without words',
      new ApiError(400, 'failed', 'ours', {}, false),
      { problem: 'The server rejected this mark.' },
    ],
  ])('after %s', (_, error, outcome) => {
    expect(failureOf(error)).toEqual(outcome)
  })
})
