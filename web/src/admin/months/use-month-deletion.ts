import { monthLabel } from '@aftercare/domain/months/months'
import { getErrorMessage } from '../../lib/error-message'
import { useToast } from '../../lib/scoped-toast'
import { type AdminMonth, useDeleteMonth } from './months.api'

type Callbacks = {
  onDeleting: (month: AdminMonth) => void
  onDeleted: (month: AdminMonth) => void
  onSettled: () => void
}

export function useMonthDeletion(month: AdminMonth, { onDeleting, onDeleted, onSettled }: Callbacks) {
  const toast = useToast(`month ${month.id}`)
  const remove = useDeleteMonth({
    onSuccess: (_, deleted) => {
      toast.success(`${monthLabel(deleted)} deleted`)
      onSettled()
      onDeleted(deleted)
    },
    onError: (error) => {
      toast.error('Error', getErrorMessage(error) ?? 'Failed to delete month. Please try again.')
      onSettled()
    },
  })
  return {
    isDeleting: remove.isPending,
    deleteMonth: () => {
      onDeleting(month)
      remove.mutate(month)
    },
  }
}
