import type { Day } from '@aftercare/domain/lib/days'
import { type ReactNode, useState } from 'react'
import { useToast } from '../../lib/scoped-toast'
import { UnsavedChanges } from '../../lib/unsaved-changes'
import { useSessionDraft } from '../../lib/use-session-draft'
import { lazyWithRetry } from '../../ui/lazy-with-retry'
import type { AdminMonth } from '../months/months.admin.api'
import { type MessageDraft, useIsWritingToFamilies } from './family-messages.api'

const FamilyMessageDialog = lazyWithRetry(
  () => import('./family-message-dialog'),
  (m) => m.FamilyMessageDialog,
  { close: ({ onClose }) => onClose() },
)

/** Of another day or on another page it is another message. */
const nowhere = () => false

type Writing = { isOpen: boolean; open: () => void; dialog: ReactNode }

/**
 * Writing to the families of a day, for whatever holds the button: `onCancelled` gets the month as it is stored once
 * the day was cancelled with the message. What was typed stays until it is sent or given up by Cancel.
 */
export function useWritingToFamilies(
  date: Day | null,
  { onCancelled }: { onCancelled?: (month: AdminMonth) => void } = {},
): Writing {
  const [openFor, setOpenFor] = useState<Day | null>(null)
  const [draft, setDraft] = useSessionDraft<MessageDraft>(`family message ${date}`)
  const say = useToast('writing to families')
  const isSending = useIsWritingToFamilies()
  const isOpen = date !== null && openFor === date
  return {
    isOpen,
    open: () => {
      say.clear()
      setOpenFor(date)
    },
    dialog: (
      <>
        {isOpen && (
          <FamilyMessageDialog
            date={date}
            draft={{ subject: '', text: '', cancelled: false, ...draft }}
            onChange={setDraft}
            onClose={() => setOpenFor(null)}
            onCancelled={onCancelled}
          />
        )}
        <UnsavedChanges
          isDirty={!isSending && [draft.subject, draft.text].some((text) => text?.trim())}
          isSamePage={nowhere}
          description="Your message hasn't been sent and will be lost."
        />
      </>
    ),
  }
}
