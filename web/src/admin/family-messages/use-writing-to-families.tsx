import type { Day } from '@aftercare/domain/lib/days'
import { type ReactNode, useState } from 'react'
import { useKeptEdits } from '../../auth/use-kept-edits'
import { useMessages } from '../../lib/scoped-toast'
import { UnsavedChanges } from '../../lib/unsaved-changes'
import type { AdminMonth } from '../months/months.admin.api'
import { type MessageDraft, useIsWritingToFamilies } from './family-messages.api'

type View = typeof import('./family-message-dialog').FamilyMessageDialog

/** Fetched when it is first needed. Not by React's lazy: what fails once without a network would fail for good. */
let FamilyMessageDialog: View | undefined

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
  const [draft, setDraft] = useKeptEdits<MessageDraft>(`family message ${date}`)
  const say = useMessages('writing to families')
  const isSending = useIsWritingToFamilies()
  const isOpen = date !== null && openFor === date && FamilyMessageDialog !== undefined
  const open = async () => {
    try {
      FamilyMessageDialog ??= (await import('./family-message-dialog')).FamilyMessageDialog
      say.clear()
      setOpenFor(date)
    } catch {
      say.error('Error', 'This could not be opened. Please check your connection and try again.')
    }
  }
  return {
    isOpen,
    open: () => void open(),
    dialog: (
      <>
        {isOpen && FamilyMessageDialog && (
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
          staysHere={nowhere}
          description="The message that you wrote is not sent yet and would be lost."
        />
      </>
    ),
  }
}
