import type { AttendanceMark } from '@aftercare/domain/board/board'
import {
  arrivedDespiteAbsence,
  changeMark,
  type MarkChange,
  type MarkedChild,
} from '@aftercare/domain/board/mark-changes'
import type { Day } from '@aftercare/domain/lib/days'
import { isClientError } from '../../../lib/api-client'
import { getErrorMessage } from '../../../lib/error-message'

/** The request body. `version` is the version that was on the screen. */
export type MarkRequest = MarkChange & {
  submission_id: string
  day: Day
  version: number
  /** The account; the server rejects the mark from any other. */
  performed_by?: string
  /** Made without a connection: an arrival then stands against a Not coming set meanwhile. */
  offline?: boolean
}

/** A mark without a response yet, or one that was rejected and whose error is unread. */
export type PendingMark = {
  /** The idempotency key of every attempt. */
  key: string
  childName: string
  request: MarkRequest
  /** Marks with the same key are sent together, all or none. Offline each is sent by itself. */
  batch?: string
  /** Why the server rejected it. It is not sent again, and shown until it is dismissed. */
  problem?: string
}

export const pendingOf = (marks: readonly PendingMark[]) =>
  marks.filter(({ problem }) => problem === undefined)
export const rejectedOf = (marks: readonly PendingMark[]) =>
  marks.filter(({ problem }) => problem !== undefined)

/** Oldest first: a pick-up never overtakes its arrival. Several only if they are sent together. */
export function nextToSend(marks: readonly PendingMark[]): PendingMark[] {
  const pending = pendingOf(marks)
  const [first] = pending
  return first?.batch ? pending.filter(({ batch }) => batch === first.batch) : pending.slice(0, 1)
}

/** The pending marks as they are after an attempt found no connection; those that do not change are left out. */
export const markedOffline = (marks: readonly PendingMark[]): PendingMark[] =>
  pendingOf(marks)
    .filter(({ request, batch }) => !request.offline || batch)
    .map(({ batch: _, ...mark }) => ({ ...mark, request: { ...mark.request, offline: true } }))

/** Whether the stored arrival stands against a Not coming that this device did not know of. */
export const isDespiteAbsence = (
  sent: MarkRequest,
  stored: AttendanceMark | null,
): stored is AttendanceMark =>
  sent.change === 'arrived' &&
  stored !== null &&
  stored.not_coming_at !== null &&
  stored.version > sent.version + 1

/** After such an arrival the child's version is higher than expected: its later pending marks, with their new version. */
export function rebased(
  marks: readonly PendingMark[],
  sent: MarkRequest,
  stored: AttendanceMark | null,
): PendingMark[] {
  if (!isDespiteAbsence(sent, stored)) return []
  const ahead = stored.version - sent.version - 1
  return pendingOf(marks)
    .filter(({ request }) => request.submission_id === sent.submission_id && request.day === sent.day)
    .filter(({ request }) => request.version > sent.version)
    .map((mark) => ({ ...mark, request: { ...mark.request, version: mark.request.version + ahead } }))
}

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
  // How far the stored mark is ahead of the version on which this device made its marks.
  let ahead = 0
  for (const { request } of pendingOf(marks)) {
    if (!submissionIds.includes(request.submission_id) || request.day !== child.day) continue
    const version = seen.mark?.version ?? 0
    if (request.offline && version > request.version && arrivedDespiteAbsence(seen.mark, request))
      ahead = version - request.version
    if (request.version + ahead !== version) continue
    const { mark } = changeMark(seen.mark, request, child)
    if (mark) seen = { mark, isWaiting: true }
  }
  return seen
}
