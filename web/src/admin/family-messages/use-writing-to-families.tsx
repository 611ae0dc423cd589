import type { Day } from '@aftercare/domain/lib/days'
import { type ReactNode, useState } from 'react'
import { useToast } from '../../lib/scoped-toast'
import { UnsavedChanges } from '../../lib/unsaved-changes'
import { useDraft } from '../../lib/use-draft'
import { lazyWithRetry } from '../../ui/lazy-with-retry'
import type { AdminMonth } from '../months/months.api'
import { type MessageDraft, useIsSendingMessage } from './family-messages.api'

const FamilyMessageDialog = lazyWithRetry(
  () => import('./family-message-dialog'),
  (m) => m.FamilyMessageDialog,
  { close: ({ onClose }) => onClose() },
)

const EMPTY: MessageDraft = { subject: '', text: '', cancelled: false, fees: 'credit' }

/** Another day or page means another message. */
const never = () => false

type Writing = { isOpen: boolean; open: () => void; dialog: ReactNode }

/**
 * The message dialog for the families of a day. `onCancelled` gets the saved month when the message also cancelled the
 * day. The draft stays until it is sent or discarded with Cancel.
 */
export function useWritingToFamilies(
  date: Day | null,
  { onCancelled }: { onCancelled?: (month: AdminMonth) => void } = {},
): Writing {
  const [openFor, setOpenFor] = useState<Day | null>(null)
  const draft = useDraft<MessageDraft>(`family message ${date}`, { empty: EMPTY })
  const { subject, text } = draft.values
  const toast = useToast('writing to families')
  const isSending = useIsSendingMessage()
  const isOpen = date !== null && openFor === date
  return {
    isOpen,
    open: () => {
      toast.clear()
      setOpenFor(date)
    },
    dialog: (
      <>
        {isOpen && (
          <FamilyMessageDialog
            date={date}
            draft={draft}
            onClose={() => setOpenFor(null)}
            onCancelled={onCancelled}
          />
        )}
        <UnsavedChanges
          draft={{ isUnsaved: subject.trim() !== '' || text.trim() !== '' }}
          isSending={isSending}
          isSamePage={never}
          unsavedText="Your message hasn't been sent and will be lost."
        />
      </>
    ),
  }
}
