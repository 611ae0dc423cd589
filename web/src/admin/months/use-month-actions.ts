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

  async function store(is_active?: boolean) {
    const sent = draft.calendar
    try {
      const saved = await save.mutateAsync({ month: draft.base, calendar: sent, is_active })
      draft.markSaved(saved, sent)
      toast.success(is_active ? `${name} published` : `${name} saved and synced`)
    } catch (error) {
      toast.error('Error', saveFailure(error))
    }
  }

  // Awaited rather than given callbacks: the list may have dropped the month, and this editor with it, by then.
  async function removeMonth() {
    try {
      await remove.mutateAsync(draft.base.id)
      toast.success(`${name} deleted`)
      onDeleted()
    } catch (error) {
      toast.error('Error', deleteFailure(error))
    }
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

function saveFailure(error: unknown): string {
  return error instanceof ApiError && error.code === 'stale-version'
    ? STALE
    : 'Failed to sync month to server.'
}

function deleteFailure(error: unknown): string {
  return error instanceof ApiError && error.code === 'month-has-submissions'
    ? error.message
    : 'Failed to delete month. Please try again.'
}
