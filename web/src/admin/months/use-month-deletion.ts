import { monthLabel } from '@aftercare/domain/months/months'
import { refusalWords } from '../../lib/error-message'
import { useMessages } from '../../lib/scoped-toast'
import { type AdminMonth, useDeleteMonth } from './months.admin.api'

type Callbacks = {
  onDeleting: (month: AdminMonth) => void
  onDeleted: (month: AdminMonth) => void
  onSettled: () => void
}

export function useMonthDeletion(month: AdminMonth, { onDeleting, onDeleted, onSettled }: Callbacks) {
  const toast = useMessages(`month ${month.id}`)
  const remove = useDeleteMonth({
    onSuccess: (_, deleted) => {
      toast.success(`${monthLabel(deleted)} deleted`)
      onSettled()
      onDeleted(deleted)
    },
    onError: (error) => {
      toast.error('Error', refusalWords(error) ?? 'Failed to delete month. Please try again.')
      onSettled()
    },
  })
  return {
    isDeleting: remove.isPending,
    deleteMonth: () => {
      onDeleting(month)
      remove.send(month)
    },
  }
}
