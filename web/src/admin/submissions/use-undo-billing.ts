import { getErrorMessage } from '../../lib/error-message'
import { scopedToast } from '../../lib/scoped-toast'
import type { ToastItem } from '../../ui/feedback/toast-store'
import { type Saved, useUndoSaved } from './submissions.admin.api'

const undoneMessage = (undone: number, sent: number) => {
  if (sent === 1) return 'The submission is back to how it was.'
  if (undone === sent) return `${sent} submission(s) are back to how they were.`
  return `${undone} of ${sent} submission(s) are back to how they were. The others have changed since.`
}

/** What the message of a saved billing offers, also once the form that saved it is gone. */
export function useUndoBilling(thing: string): (saved: readonly Saved[]) => NonNullable<ToastItem['action']> {
  const say = scopedToast(thing)
  const { mutate } = useUndoSaved({
    onSuccess: ({ undone }, sent) => say.success('Undone', undoneMessage(undone, sent.length)),
    onError: (error) => say.error('Error', getErrorMessage(error) ?? 'Failed to update submission.'),
  })
  return (saved) => ({ label: 'Undo', run: () => mutate(saved) })
}
