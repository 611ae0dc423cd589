import { monthLabel } from '@aftercare/domain/months'
import { ApiError } from '../../features/api-client'
import { useDeleteMonth, useSaveMonth } from '../../features/months/months.admin.api'
import { toast } from '../../ui/toast'
import type { MonthDraft } from './use-month-draft'

/** Save, publish, move to draft and delete, each with its words. */
export function useMonthActions(draft: MonthDraft, onDeleted: () => void) {
  const save = useSaveMonth()
  const remove = useDeleteMonth()
  const name = monthLabel(draft.base)

  function store(is_active?: boolean) {
    const sent = draft.calendar
    save.mutate(
      { month: draft.base, calendar: sent, is_active },
      {
        onSuccess: (saved) => {
          draft.markSaved(saved, sent)
          toast.success(is_active ? `${name} published` : `${name} saved and synced`)
        },
        onError: (error) => toast.error('Error', saveFailure(error)),
      },
    )
  }

  function removeMonth(onSettled: () => void) {
    remove.mutate(draft.base.id, {
      onSuccess: () => {
        toast.success(`${name} deleted`)
        onDeleted()
      },
      onError: (error) => toast.error('Error', deleteFailure(error)),
      onSettled,
    })
  }

  return {
    save: () => store(),
    publish: () => store(true),
    moveToDraft: () => store(false),
    removeMonth,
    /** Which of the three saves is under way. */
    saving: save.isPending ? (save.variables.is_active ?? 'keep') : null,
    isDeleting: remove.isPending,
  }
}

const STALE =
  'Another admin changed this month in the meantime. Your changes are still here: see above the calendar.'

function saveFailure(error: Error): string {
  return error instanceof ApiError && error.code === 'stale-version'
    ? STALE
    : 'Failed to sync month to server.'
}

function deleteFailure(error: Error): string {
  return error instanceof ApiError && error.code === 'month-has-submissions'
    ? error.message
    : 'Failed to delete month. Please try again.'
}
