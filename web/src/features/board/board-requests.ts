import type { Day } from '@aftercare/domain/lib/days'
import { api, request } from '../../lib/api-client'
import type { MarkRequest } from './pending-marks'

/** An answer that does not come in this time counts as none. */
const PATIENCE_MS = 10_000
const patience = () => ({ signal: AbortSignal.timeout(PATIENCE_MS) })

export const fetchBoard = (date: Day) =>
  request(api.admin.board.$get({ query: { date } }, { init: patience() }))

export type Board = Awaited<ReturnType<typeof fetchBoard>>
export type Card = Board['cards'][number]
export type StoredMark = Card['mark']

/** A board as it is kept: with the instant at which the server told it. */
export type OfflineBoard = Board & { readAt: string }

export const sendMark = (json: MarkRequest, key: string) =>
  request(api.admin.board.marks.$post({ json }, { headers: { 'Idempotency-Key': key }, init: patience() }))
