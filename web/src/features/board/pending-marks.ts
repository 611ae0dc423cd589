import type { AttendanceMark } from '@aftercare/domain/board/board'
import { changeMark, type MarkChange, type MarkedChild } from '@aftercare/domain/board/mark-changes'
import type { Day } from '@aftercare/domain/lib/days'
import { isClientError } from '../../lib/api-client'
import { getErrorMessage } from '../../lib/error-message'

/** The request body. `version` is the version that was on the screen. */
export type MarkRequest = MarkChange & {
  submission_id: string
  day: Day
  version: number
  /** The account; the server rejects the mark from any other. */
  performed_by?: string
}

/** A mark without a response yet, or one that was rejected and whose error is unread. */
export type PendingMark = {
  /** The idempotency key of every attempt. */
  key: string
  childName: string
  request: MarkRequest
  /** Why the server rejected it. It is not sent again, and shown until it is dismissed. */
  problem?: string
}

export const pendingOf = (marks: readonly PendingMark[]) =>
  marks.filter(({ problem }) => problem === undefined)
export const rejectedOf = (marks: readonly PendingMark[]) =>
  marks.filter(({ problem }) => problem !== undefined)

/** Oldest first: a pick-up never overtakes its arrival. */
export const nextToSend = (marks: readonly PendingMark[]): PendingMark | undefined => pendingOf(marks)[0]

/** Timeouts and rate limits: worth another attempt. */
const RETRYABLE_STATUSES: readonly number[] = [408, 425, 429]

/**
 * Why a mark was not stored. `no-connection`: no response, or a server error; it is retried. `not-now`: the session has
 * ended or may not write; it waits for its account. Else the server's message.
 */
export type Failure = 'no-connection' | 'not-now' | { problem: string }

export function failureOf(error: unknown): Failure {
  if (!isClientError(error) || RETRYABLE_STATUSES.includes(error.status)) return 'no-connection'
  if (error.status === 401 || error.status === 403) return 'not-now'
  return { problem: getErrorMessage(error) ?? 'The server rejected this mark.' }
}

export type Seen = { mark: AttendanceMark | null; isWaiting: boolean }

/**
 * What the board shows of a child: the stored mark with the pending ones applied. A mark made on an older version than
 * the stored one is either in it already or will be rejected: the stored mark is shown.
 */
export function withPending(
  stored: AttendanceMark | null,
  marks: readonly PendingMark[],
  submissionIds: readonly string[],
  child: MarkedChild,
): Seen {
  let seen: Seen = { mark: stored, isWaiting: false }
  for (const { request } of pendingOf(marks)) {
    if (!submissionIds.includes(request.submission_id) || request.day !== child.day) continue
    if (request.version !== (seen.mark?.version ?? 0)) continue
    const { mark } = changeMark(seen.mark, request, child)
    if (mark) seen = { mark, isWaiting: true }
  }
  return seen
}
