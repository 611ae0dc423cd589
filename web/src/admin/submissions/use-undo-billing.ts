import { refusalWords } from '../../lib/error-message'
import { messagesAbout } from '../../lib/scoped-toast'
import type { ToastItem } from '../../ui/feedback/toast-store'
import { type Saved, useTakeBack } from './submissions.admin.api'

const wordsOf = (takenBack: number, sent: number) => {
  if (sent === 1) return 'The submission is as it was before.'
  if (takenBack === sent) return `${sent} submission(s) are as they were before.`
  return `${takenBack} of ${sent} submission(s) are as they were before. The others were changed in the meantime.`
}

/** What the message of a saved billing offers, also once the form that saved it is gone. */
export function useUndoBilling(thing: string): (saved: readonly Saved[]) => NonNullable<ToastItem['action']> {
  const say = messagesAbout(thing)
  const takeBack = useTakeBack({
    onSuccess: ({ taken_back }, sent) => say.success('Undone', wordsOf(taken_back, sent.length)),
    onError: (error) => say.error('Error', refusalWords(error) ?? 'Failed to update submission.'),
  })
  return (saved) => ({ label: 'Undo', run: () => takeBack.send(saved) })
}
