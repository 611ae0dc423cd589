import { monthLabel } from '@aftercare/domain/months'
import { ApiError } from '../../features/api-client'
import { useMessages } from '../../features/messages'
import { type AdminMonth, useDeleteMonth, useSaveMonth } from '../../features/months/months.admin.api'
import { refusalWords } from '../../features/refusal-words'
import type { MonthDraft } from './use-month-draft'

type Ends = {
  onDeleting: (month: AdminMonth) => void
  onDeleted: (month: AdminMonth) => void
  onDeletionEnd: () => void
}

/** Save, publish, move to draft and delete, each with its words. */
export function useMonthActions(draft: MonthDraft, { onDeleting, onDeleted, onDeletionEnd }: Ends) {
  const say = useMessages(`month ${draft.base.id}`)
  const save = useSaveMonth(draft.base.id, {
    onSuccess: (saved, { calendar, is_active }) => {
      draft.markSaved(saved, calendar)
      say.success(is_active ? `${monthLabel(saved)} published` : `${monthLabel(saved)} saved and synced`)
    },
    onError: (error) => say.error('Error', saveFailure(error)),
  })
  const remove = useDeleteMonth({
    onSuccess: (_, month) => {
      say.success(`${monthLabel(month)} deleted`)
      onDeletionEnd()
      onDeleted(month)
    },
    onError: (error) => {
      say.error('Error', refusalWords(error) ?? 'Failed to delete month. Please try again.')
      onDeletionEnd()
    },
  })
  const store = (is_active?: boolean) =>
    save.send({ month: draft.base, calendar: draft.calendar, ...(is_active !== undefined && { is_active }) })
  /** What was said of a conflict goes with it. */
  const solve = (take: () => void) => () => {
    take()
    say.clear()
  }

  return {
    save: () => store(),
    publish: () => store(true),
    moveToDraft: () => store(false),
    removeMonth: () => {
      onDeleting(draft.row)
      remove.send(draft.row)
    },
    applyMine: solve(draft.applyMine),
    dropMine: solve(draft.dropMine),
    undoAll: solve(draft.undoAll),
    /** Which of the three saves is under way. */
    saving: save.isPending ? (save.sent?.is_active ?? 'keep') : null,
    isDeleting: remove.isPending,
  }
}

const STALE =
  'Another admin changed this month in the meantime. Your changes are still here: see above the calendar.'

function saveFailure(error: Error): string {
  if (error instanceof ApiError && error.code === 'stale-version') return STALE
  return refusalWords(error) ?? 'Failed to sync month to server.'
}
