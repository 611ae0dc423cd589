import type { AttendanceMark } from '@aftercare/domain/board/board'
import { changeMark, type MarkChange, type MarkedChild } from '@aftercare/domain/board/mark-changes'
import type { Day } from '@aftercare/domain/lib/days'
import { isClientError } from '../../lib/api-client'
import { getErrorMessage } from '../../lib/error-message'

/** A mark as the server takes it. `version` is the one that the person had before them. */
export type MarkRequest = MarkChange & {
  submission_id: string
  day: Day
  version: number
  /** The account; the server takes the mark from no other, whoever is signed in by then. */
  performed_by?: string
}

/** A press that the server has not answered yet, or has refused and the person has not read that. */
export type PendingMark = {
  /** Goes with every try: the server stores it once, however often it comes. */
  key: string
  childName: string
  request: MarkRequest
  /** Why the server did not take it. It is not sent again, and shown until it is read. */
  problem?: string
}

export const pendingOf = (marks: readonly PendingMark[]) =>
  marks.filter(({ problem }) => problem === undefined)
export const rejectedOf = (marks: readonly PendingMark[]) =>
  marks.filter(({ problem }) => problem !== undefined)

/** The oldest goes first: a pick-up never overtakes its arrival. */
export const nextToSend = (marks: readonly PendingMark[]): PendingMark | undefined => pendingOf(marks)[0]

/** Too many at once, or too long under way: the same may be taken a little later. */
const LATER: readonly number[] = [408, 425, 429]

/**
 * What becomes of a mark that was not stored. `no-connection`: no answer, or none that can be relied on; it is tried
 * again. `not-now`: the session has ended or may not write; it waits for its person. Else the words of the refusal.
 */
export type Failure = 'no-connection' | 'not-now' | { problem: string }

export function failureOf(error: unknown): Failure {
  if (!isClientError(error) || LATER.includes(error.status)) return 'no-connection'
  if (error.status === 401 || error.status === 403) return 'not-now'
  return { problem: getErrorMessage(error) ?? 'The server rejected this mark.' }
}

export type Seen = { mark: AttendanceMark | null; isWaiting: boolean }

/**
 * What the board shows of a child: the stored mark with the presses on top that still wait. A press made on an older
 * version than the stored one is either in it already or will be refused: the stored mark stands.
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
