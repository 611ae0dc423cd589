import type { Day } from '@aftercare/domain/days'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useKeptEdits } from '../../auth/use-kept-edits'
import type { AdminMonth } from '../months/months.admin.api'
import type { MessageDraft } from './family-messages.api'

const FamilyMessageDialog = lazy(() =>
  import('./family-message-dialog').then((m) => ({ default: m.FamilyMessageDialog })),
)

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
  const isOpen = date !== null && openFor === date
  return {
    isOpen,
    open: () => setOpenFor(date),
    dialog: isOpen && (
      <Suspense>
        <FamilyMessageDialog
          date={date}
          draft={{ subject: '', text: '', cancelled: false, ...draft }}
          onChange={setDraft}
          onClose={() => setOpenFor(null)}
          onCancelled={onCancelled}
        />
      </Suspense>
    ),
  }
}
