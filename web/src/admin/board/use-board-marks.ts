import type { AttendanceMark } from '@aftercare/domain/board/board'
import { changeMark, type MarkChange, type MarkedChild } from '@aftercare/domain/board/mark-changes'
import { lateLabel } from '@aftercare/domain/board/pickup-times'
import { isolate } from '@aftercare/domain/lib/isolate'
import { useMemo } from 'react'
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

const childOf = (card: Pick<Card, 'child_name' | 'dismissal'>, board: Board): MarkedChild => ({
  name: card.child_name,
  day: board.date,
  dismissal: card.dismissal,
  pickupTime: board.pickup_time,
  now: serverNow(),
  timeZone: programFacts().timeZone,
  by: 'staff',
})

export function useShownCards(board: Board | undefined): readonly ShownCard[] {
  const { marks, isPersisted } = useOutbox()
  const isSafe = useConnected() || isPersisted
  return useMemo(
    () =>
      board?.cards.map((card) => {
        const seen = withPending(card.mark, marks, card.submission_ids, childOf(card, board))
        return { ...card, ...seen, isAtRisk: seen.isWaiting && !isSafe }
      }) ?? [],
    [board, marks, isSafe],
  )
}

/** Queues a mark and shows a toast with Undo. Returns the error message of a change that the rules reject. */
export function saveMark(board: Board, card: ShownCard, change: MarkAction): string | null {
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

function toastMark(board: Board, card: ShownCard, { change }: MarkAction): void {
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
