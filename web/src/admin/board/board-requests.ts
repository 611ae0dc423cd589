import type { Day } from '@aftercare/domain/lib/days'
import { api, request } from '../../lib/api-client'
import type { MarkRequest } from './offline/pending-marks'

/** A slower response counts as none. */
const TIMEOUT_MS = 10_000
const withTimeout = () => ({ signal: AbortSignal.timeout(TIMEOUT_MS) })

export const fetchBoard = (date: Day) =>
  request(api.admin.board.$get({ query: { date } }, { init: withTimeout() }))

export type Board = Awaited<ReturnType<typeof fetchBoard>>
export type CardJson = Board['cards'][number]
export type StoredMark = CardJson['mark']

/** A board as it is stored, with the time it was fetched. */
export type OfflineBoard = Board & { readAt: string }

export const sendMark = (json: MarkRequest, key: string) =>
  request(api.admin.board.marks.$post({ json }, { headers: { 'Idempotency-Key': key }, init: withTimeout() }))

/** Stores all of them or none. */
export const sendMarks = (marks: MarkRequest[], key: string) =>
  request(
    api.admin.board.marks.batch.$post(
      { json: { marks } },
      { headers: { 'Idempotency-Key': key }, init: withTimeout() },
    ),
  )
