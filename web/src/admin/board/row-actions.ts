import type { MarkAction, ShownCard } from './use-board-marks'

export type RowHandlers = {
  onMark: (card: ShownCard, change: MarkAction) => void
  onPickUp: (card: ShownCard) => void
  onCorrect: (card: ShownCard) => void
}

/** The change that undoes a state, and its button. */
export const UNDO = {
  here: ['undo_arrived', 'Undo arrival'],
  gone: ['undo_picked_up', 'Undo pick-up'],
  not_coming: ['undo_not_coming', 'Undo not coming'],
} as const
