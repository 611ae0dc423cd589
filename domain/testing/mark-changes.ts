import type { MarkChange } from '../src/board/mark-changes'

const CHANGES = {
  arrived: true,
  picked_up: true,
  not_coming: true,
  undo_arrived: true,
  undo_picked_up: true,
  undo_not_coming: true,
  correct: true,
  note: true,
} satisfies Record<MarkChange['change'], true>

/** Every change that there is: the type checks it. */
export const MARK_CHANGES = Object.keys(CHANGES) as MarkChange['change'][]
