import type { Day } from '@aftercare/domain/lib/days'
import { type ReactNode, useState } from 'react'
import { useDraft } from '../../lib/use-draft'
import { lazyWithRetry } from '../../ui/lazy-with-retry'
import type { MessageDraft } from './family-messages.api'
import { UnsentMessage } from './unsent-message'

const FamilyMessageDialog = lazyWithRetry(
  () => import('./family-message-dialog'),
  (m) => m.FamilyMessageDialog,
  { close: ({ onClose }) => onClose() },
)

const EMPTY: MessageDraft = { subject: '', text: '', cancelled: false, fees: 'credit' }

type Writing = { isOpen: boolean; open: () => void; dialog: ReactNode }

/**
 * The message dialog for the families of a day. `onCancelled` is called when the message also cancelled the day. The
 * draft stays until it is sent or discarded with Cancel.
 */
export function useWritingToFamilies(
  date: Day | null,
  { onCancelled }: { onCancelled?: () => void } = {},
): Writing {
  const [openFor, setOpenFor] = useState<Day | null>(null)
  const draft = useDraft<MessageDraft>(`family message ${date}`, { empty: EMPTY })
  const { subject, text } = draft.values
  const isOpen = date !== null && openFor === date
  return {
    isOpen,
    open: () => setOpenFor(date),
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
        <UnsentMessage isUnsaved={subject.trim() !== '' || text.trim() !== ''} />
      </>
    ),
  }
}
