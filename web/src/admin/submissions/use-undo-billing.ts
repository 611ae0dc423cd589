import { refusalWords } from '../../lib/error-message'
import { messagesAbout } from '../../lib/scoped-toast'
import type { ToastItem } from '../../ui/feedback/toast-store'
import { type Saved, useUndoSaved } from './submissions.admin.api'

const undoneMessage = (undone: number, sent: number) => {
  if (sent === 1) return 'The submission is as it was before.'
  if (undone === sent) return `${sent} submission(s) are as they were before.`
  return `${undone} of ${sent} submission(s) are as they were before. The others were changed in the meantime.`
}

/** What the message of a saved billing offers, also once the form that saved it is gone. */
export function useUndoBilling(thing: string): (saved: readonly Saved[]) => NonNullable<ToastItem['action']> {
  const say = messagesAbout(thing)
  const { send } = useUndoSaved({
    onSuccess: ({ undone }, sent) => say.success('Undone', undoneMessage(undone, sent.length)),
    onError: (error) => say.error('Error', refusalWords(error) ?? 'Failed to update submission.'),
  })
  return (saved) => ({ label: 'Undo', run: () => send(saved) })
}
