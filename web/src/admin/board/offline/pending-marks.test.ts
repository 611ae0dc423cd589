import { type AttendanceMark, childState } from '@aftercare/domain/board/board'
import type { MarkedChild } from '@aftercare/domain/board/mark-changes'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../lib/api-client'
import {
  failureOf,
  type MarkRequest,
  markedOffline,
  nextToSend,
  type PendingMark,
  rebased,
  rejectedOf,
  withPending,
} from './pending-marks'

const WREN: MarkedChild = {
  name: 'Wren Abernathy',
  day: '2026-11-16',
  dismissalTime: '15:30',
  pickupTime: '17:30',
  now: new Date('2026-11-16T23:00:00.000Z'),
  timeZone: 'America/New_York',
  by: 'staff',
  adults: [{ name: 'Dana Okafor', phone: null }],
  pickup_people: [{ name: 'Joel', phone: null }],
  must_not_pick_up: [],
}

let count = 0
const next = () => {
  count += 1
  return count
}
const pendingMark = (
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
  not_on_list: false,
  not_coming_at: null,
  not_coming_by: null,
  note: null,
  pickup_time: null,
  late_minutes: 0,
  version: 1,
}

const seen = (stored: AttendanceMark | null, ...marks: PendingMark[]) =>
  withPending(stored, marks, ['wren'], WREN)

describe('what the board shows while marks are pending', () => {
  it('is the stored mark when none is pending', () => {
    expect(seen(STORED)).toEqual({ mark: STORED, isWaiting: false })
    expect(seen(null)).toEqual({ mark: null, isWaiting: false })
  })

  it('is the pending mark, with the time it was made', () => {
    const { mark, isWaiting } = seen(null, pendingMark({ change: 'arrived' }, 0))
    expect(isWaiting).toBe(true)
    expect(mark?.arrived_at).toBe('2026-11-16T20:31:00.000Z')
  })

  it('applies several marks of one child in order', () => {
    const { mark } = seen(
      null,
      pendingMark({ change: 'arrived' }, 0),
      pendingMark({ change: 'picked_up', picked_up_by: 'Joel', at: '2026-11-16T22:42:00.000Z' }, 1),
    )
    expect(childState(mark)).toBe('gone')
    expect(mark).toMatchObject({ picked_up_by: 'Joel', late_minutes: 12, version: 2 })
  })

  it('is the stored mark where somebody else was first, or the response was lost', () => {
    expect(seen(STORED, pendingMark({ change: 'arrived' }, 0))).toEqual({ mark: STORED, isWaiting: false })
  })

  it('applies pending marks that were made on the stored one', () => {
    const arrival = pendingMark({ change: 'arrived' }, 0)
    const pickup = pendingMark(
      { change: 'picked_up', picked_up_by: 'Joel', at: '2026-11-16T22:00:00.000Z' },
      1,
    )
    expect(childState(seen(STORED, arrival, pickup).mark)).toBe('gone')
  })

  it('is the arrival made offline although Not coming is stored, and what followed it', () => {
    const absent = { ...STORED, arrived_at: null, not_coming_at: '2026-11-16T15:00:00.000Z', version: 3 }
    const arrival = pendingMark({ change: 'arrived', offline: true }, 0)
    const at = '2026-11-16T22:00:00.000Z'
    const pickup = pendingMark({ change: 'picked_up', picked_up_by: 'Joel', at, offline: true }, 1)
    expect(childState(seen(absent, arrival, pickup).mark)).toBe('gone')
    expect(childState(seen(absent, pendingMark({ change: 'arrived' }, 0)).mark)).toBe('not_coming')
    const stored = { ...absent, arrived_at: arrival.request.at, version: 4 }
    expect(rebased([arrival, pickup], arrival.request, stored).map(({ request }) => request.version)).toEqual(
      [4],
    )
    expect(rebased([arrival, pickup], arrival.request, { ...STORED, version: 1 })).toEqual([])
  })

  it('ignores rejected marks, other children and other days', () => {
    const rejected = pendingMark({ change: 'arrived' }, 0, { problem: 'Somebody else was first.' })
    const otherChild = pendingMark({ change: 'arrived', submission_id: 'otis' }, 0)
    const otherDay = pendingMark({ change: 'arrived', day: '2026-11-13' }, 0)
    expect(seen(null, rejected, otherChild, otherDay)).toEqual({ mark: null, isWaiting: false })
  })

  it('finds the mark of a child with two submissions', () => {
    const marks = [pendingMark({ change: 'arrived', submission_id: 'drop-in' }, 0)]
    expect(withPending(null, marks, ['wren', 'drop-in'], WREN).isWaiting).toBe(true)
  })
})

describe('the next mark to send', () => {
  it('is the oldest that was not rejected', () => {
    const [rejected, first, second] = [
      pendingMark({ change: 'arrived' }, 0, { problem: 'No.' }),
      pendingMark({ change: 'arrived' }, 0),
      pendingMark({ change: 'undo_arrived' }, 1),
    ] as const
    expect(nextToSend([rejected, first, second])).toEqual([first])
    expect(rejectedOf([rejected, first, second])).toEqual([rejected])
    expect(nextToSend([rejected])).toEqual([])
  })

  it('are all of its batch, until there was no connection', () => {
    const marks = [
      pendingMark({ change: 'arrived' }, 0, { batch: 'b', problem: 'No.' }),
      pendingMark({ change: 'arrived', submission_id: 'otis' }, 0, { batch: 'b' }),
      pendingMark({ change: 'arrived' }, 0),
      pendingMark({ change: 'arrived', submission_id: 'ada' }, 0, { batch: 'b' }),
    ]
    expect(nextToSend(marks)).toEqual([marks[1], marks[3]])
    const offline = markedOffline(marks)
    expect(offline.map(({ batch, request }) => [batch, request.offline])).toEqual(
      Array.from({ length: 3 }, () => [undefined, true]),
    )
    expect(markedOffline(offline)).toEqual([])
  })
})

describe('a mark that was not stored', () => {
  const apiError = (status: number, code: string, message = 'Wren is already here.') =>
    new ApiError(status, code, message)

  it.each([
    ['no response', new ApiError(0, 'network', 'x'), 'no-connection'],
    ['a broken response', new TypeError('Failed to fetch'), 'no-connection'],
    ['a server error', apiError(500, 'failed'), 'no-connection'],
    ['a proxy without a server', apiError(502, 'failed'), 'no-connection'],
    ['too many requests', apiError(429, 'too-many-requests'), 'no-connection'],
    ['a session that has ended', apiError(401, 'signed-out'), 'not-now'],
    ['an account that may not write now', apiError(403, 'admins-only'), 'not-now'],
    ['somebody else was first', apiError(409, 'mark-conflict'), { problem: 'Wren is already here.' }],
    ['a child that is no longer booked', apiError(404, 'not-found'), { problem: 'Wren is already here.' }],
    [
      'an error without a message',
      new ApiError(400, 'failed', 'ours', {}, false),
      { problem: 'The server rejected this mark.' },
    ],
  ])('after %s', (_, error, outcome) => {
    expect(failureOf(error)).toEqual(outcome)
  })
})
