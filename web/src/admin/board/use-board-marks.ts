import type { AttendanceMark } from '@aftercare/domain/board/board'
import { changeMark, type MarkChange, type MarkedChild } from '@aftercare/domain/board/mark-changes'
import { lateLabel } from '@aftercare/domain/board/pickup-times'
import { type PickupLists, pickedUpByText } from '@aftercare/domain/board/release'
import { useMemo, useRef } from 'react'
import { getAuthState } from '../../lib/auth-store'
import { programFacts, serverNow } from '../../lib/program'
import type { Board, CardJson } from './board-requests'
import { joinNames, timeOf } from './board-text'
import { useConnected } from './offline/board-connection'
import { boardToast, enqueue, outboxAccount, useOutbox } from './offline/board-outbox'
import { withPending } from './offline/pending-marks'

/** A card with this device's pending marks applied to the server's. */
export type ShownCard = Omit<CardJson, 'mark'> & {
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

/** What a mark needs to know of the board. */
export type MarkedDay = Pick<Board, 'date' | 'pickup_time'>

const childOf = (
  card: Pick<CardJson, 'child_name' | 'dismissal_time' | keyof PickupLists>,
  board: MarkedDay,
): MarkedChild => ({
  ...card,
  name: card.child_name,
  day: board.date,
  dismissalTime: card.dismissal_time,
  pickupTime: board.pickup_time,
  now: serverNow(),
  timeZone: programFacts().timeZone,
  by: 'staff',
})

/** Cards that did not change stay the same objects, so that only the others are rendered again. */
export function useShownCards(board: Board | undefined): readonly ShownCard[] {
  const { marks, isPersisted } = useOutbox()
  const isSafe = useConnected() || isPersisted
  const before = useRef(new Map<CardJson, ShownCard>())
  return useMemo(() => {
    const shown = new Map<CardJson, ShownCard>()
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

/**
 * Queues the same change for one or more children and shows a toast with Undo, whose marks are of the same account.
 * Returns the error message of a change that the rules reject; then none is queued.
 */
export function saveMarks(
  day: MarkedDay,
  cards: readonly ShownCard[],
  change: MarkAction,
  accountId = outboxAccount(),
): string | null {
  if (!accountId || getAuthState().session?.user.id !== accountId)
    return 'The account that made this mark is no longer signed in.'
  const at = serverNow().toISOString()
  const made = cards.map((card) => {
    const { submission_id, child_name: childName } = card
    const request = { ...change, at, submission_id, day: day.date, version: card.mark?.version ?? 0 }
    return { card, childName, request, ...changeMark(card.mark, request, childOf(card, day)) }
  })
  const rejected = made.find(({ error }) => error !== null)
  if (rejected) return rejected.error
  void enqueue(accountId, ...made.map(({ request, childName }) => ({ request, childName })))
  const marked = made.map(({ card, mark }) => ({ ...card, mark }))
  toastMarks(marked, change, (undo) => toastMarkError(saveMarks(day, marked, { change: undo }, accountId)))
  return null
}

export const saveMark = (day: MarkedDay, card: ShownCard, change: MarkAction): string | null =>
  saveMarks(day, [card], change)

type UndoChange = 'undo_arrived' | 'undo_picked_up' | 'undo_not_coming'

function toastMarks(
  cards: readonly ShownCard[],
  { change }: MarkAction,
  onUndo: (undo: UndoChange) => void,
): void {
  const mark = cards[0]?.mark
  // Siblings have lists of their own.
  const unlisted = cards.find((card) => card.mark?.not_on_list)?.mark
  const children = joinNames(cards.map(({ child_name }) => child_name))
  const undo = (undoChange: UndoChange) => ({ label: 'Undo', run: () => onUndo(undoChange) })
  if (change === 'arrived')
    boardToast.success(`${children} has arrived`, timeOf(mark?.arrived_at), undo('undo_arrived'))
  else if (change === 'picked_up')
    boardToast.success(
      `${children} ${cards.length === 1 ? 'was' : 'were'} picked up`,
      [
        timeOf(mark?.left_at),
        `by ${pickedUpByText(unlisted ?? mark ?? null)}`,
        lateLabel(mark?.late_minutes ?? 0),
      ]
        .filter(Boolean)
        .join(', '),
      undo('undo_picked_up'),
    )
  else if (change === 'not_coming')
    boardToast.success(`${children} is not coming`, undefined, undo('undo_not_coming'))
  else boardToast.success(DONE[change], children)
}

const DONE = {
  undo_arrived: 'Arrival undone',
  undo_picked_up: 'Pick-up undone',
  undo_not_coming: 'Expected again',
  correct: 'Times updated',
  note: 'Note saved',
} as const

export function toastMarkError(problem: string | null): void {
  if (problem !== null) boardToast.error('Not marked', problem)
}
