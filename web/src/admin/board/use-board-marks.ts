import type { AttendanceMark } from '@aftercare/domain/board/board'
import { changeMark, type MarkChange, type MarkedChild } from '@aftercare/domain/board/mark-changes'
import { lateLabel } from '@aftercare/domain/board/pickup-times'
import { isolate } from '@aftercare/domain/lib/isolate'
import { useMemo, useRef } from 'react'
import { useConnected } from '../../features/board/board-connection'
import { enqueue, useOutbox } from '../../features/board/board-outbox'
import type { Board, Card } from '../../features/board/board-requests'
import { withPending } from '../../features/board/pending-marks'
import { programFacts, serverNow } from '../../lib/program'
import { scopedToast } from '../../lib/scoped-toast'
import { timeOf } from './board-text'

/** A card with this device's pending marks applied to the server's. */
export type ShownCard = Omit<Card, 'mark'> & {
  mark: AttendanceMark | null
  isWaiting: boolean
  /** Pending in memory only: closing the page loses it. */
  isAtRisk: boolean
}

/** A mark change without its time, which is added when it is saved. */
export type MarkAction = MarkChange extends infer Change
  ? Change extends unknown
    ? Omit<Change, 'at'>
    : never
  : never

const toast = scopedToast('attendance board')

/** What a mark needs to know of the board. */
export type MarkedDay = Pick<Board, 'date' | 'pickup_time'>

const childOf = (card: Pick<Card, 'child_name' | 'dismissal'>, board: MarkedDay): MarkedChild => ({
  name: card.child_name,
  day: board.date,
  dismissal: card.dismissal,
  pickupTime: board.pickup_time,
  now: serverNow(),
  timeZone: programFacts().timeZone,
  by: 'staff',
})

/** Cards that did not change stay the same objects, so that only the others are rendered again. */
export function useShownCards(board: Board | undefined): readonly ShownCard[] {
  const { marks, isPersisted } = useOutbox()
  const isSafe = useConnected() || isPersisted
  const before = useRef(new Map<Card, ShownCard>())
  return useMemo(() => {
    const shown = new Map<Card, ShownCard>()
    for (const card of board?.cards ?? []) {
      const seen = withPending(card.mark, marks, card.submission_ids, childOf(card, board as Board))
      const next = { ...card, ...seen, isAtRisk: seen.isWaiting && !isSafe }
      const last = before.current.get(card)
      shown.set(card, last && isSameCard(last, next) ? last : next)
    }
    before.current = shown
    return [...shown.values()]
  }, [board, marks, isSafe])
}

const isSameCard = (a: ShownCard, b: ShownCard) =>
  a.mark?.version === b.mark?.version && a.isWaiting === b.isWaiting && a.isAtRisk === b.isAtRisk

/** Queues a mark and shows a toast with Undo. Returns the error message of a change that the rules reject. */
export function saveMark(board: MarkedDay, card: ShownCard, change: MarkAction): string | null {
  const at = serverNow().toISOString()
  const request = {
    ...change,
    at,
    submission_id: card.submission_id,
    day: board.date,
    version: card.mark?.version ?? 0,
  }
  const { mark, error } = changeMark(card.mark, request, childOf(card, board))
  if (error !== null) return error
  void enqueue(request, card.child_name)
  toastMark(board, { ...card, mark }, change)
  return null
}

function toastMark(board: MarkedDay, card: ShownCard, { change }: MarkAction): void {
  const { mark } = card
  const child = isolate(card.child_name)
  const undo = (undoChange: 'undo_arrived' | 'undo_picked_up' | 'undo_not_coming') => ({
    label: 'Undo',
    run: () => toastMarkError(saveMark(board, card, { change: undoChange })),
  })
  if (change === 'arrived')
    toast.success(`${child} has arrived`, timeOf(mark?.arrived_at), undo('undo_arrived'))
  else if (change === 'picked_up')
    toast.success(
      `${child} was picked up`,
      [timeOf(mark?.left_at), `by ${isolate(mark?.picked_up_by ?? '')}`, lateLabel(mark?.late_minutes ?? 0)]
        .filter(Boolean)
        .join(', '),
      undo('undo_picked_up'),
    )
  else if (change === 'not_coming')
    toast.success(`${child} is not coming`, undefined, undo('undo_not_coming'))
  else toast.success(DONE[change], child)
}

const DONE = {
  undo_arrived: 'Arrival undone',
  undo_picked_up: 'Pick-up undone',
  undo_not_coming: 'Expected again',
  correct: 'Times updated',
  note: 'Note saved',
} as const

export function toastMarkError(problem: string | null): void {
  if (problem !== null) toast.error('Not marked', problem)
}
