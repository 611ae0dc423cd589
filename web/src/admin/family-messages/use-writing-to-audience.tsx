import { type ReactNode, useState } from 'react'
import { useToast } from '../../lib/scoped-toast'
import { UnsavedChanges } from '../../lib/unsaved-changes'
import { useDraft } from '../../lib/use-draft'
import { lazyWithRetry } from '../../ui/lazy-with-retry'
import type { AudienceDraft } from './audience'
import { useIsSendingMessage } from './family-messages.api'

const AudienceMessageDialog = lazyWithRetry(
  () => import('./audience-message-dialog'),
  (m) => m.AudienceMessageDialog,
  { close: ({ onClose }) => onClose() },
)

/** Another page means another message. */
const never = () => false

type Writing = { open: () => void; dialog: ReactNode }

/** The message dialog for all families. The draft stays until it is sent or discarded with Cancel. */
export function useWritingToAudience(
  form: string,
  { subject = '', onSent }: { subject?: string; onSent?: () => void } = {},
): Writing {
  const [isOpen, setOpen] = useState(false)
  const empty: AudienceDraft = { subject, text: '', audience: 'active', month_id: null }
  const draft = useDraft<AudienceDraft>(form, { empty })
  const { values } = draft
  const toast = useToast('writing to families')
  return {
    open: () => {
      toast.clear()
      setOpen(true)
    },
    dialog: (
      <>
        {isOpen && <AudienceMessageDialog draft={draft} onClose={() => setOpen(false)} onSent={onSent} />}
        <UnsavedChanges
          draft={{ isUnsaved: values.subject.trim() !== subject || values.text.trim() !== '' }}
          isSending={useIsSendingMessage()}
          isSamePage={never}
          unsavedText="Your message hasn't been sent and will be lost."
        />
      </>
    ),
  }
}
