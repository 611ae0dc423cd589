import { getErrorMessage } from '../../lib/error-message'
import { scopedToast } from '../../lib/scoped-toast'
import type { ToastAction } from '../../ui/feedback/toast'
import { type SavedBilling, useUndoBillingMutation } from './submissions.api'

const undoneMessage = (undone: number, total: number) => {
  if (total === 1) return 'The submission is back to how it was.'
  if (undone === total) return `${total} submission(s) are back to how they were.`
  return `${undone} of ${total} submission(s) are back to how they were. The others have changed since.`
}

/** The toast's Undo action after a billing change; works after the form has unmounted. */
export function useUndoBilling(scope: string): (saved: readonly SavedBilling[]) => NonNullable<ToastAction> {
  const toast = scopedToast(scope)
  const { mutate } = useUndoBillingMutation({
    onSuccess: ({ undone }, rows) => toast.success('Undone', undoneMessage(undone, rows.length)),
    onError: (error) => toast.error('Error', getErrorMessage(error) ?? 'Failed to update submission.'),
  })
  return (saved) => ({ label: 'Undo', run: () => mutate(saved) })
}
