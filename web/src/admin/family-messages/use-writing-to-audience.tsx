import { type ReactNode, useMemo, useState } from 'react'
import { useUnsavedForms } from '../../lib/use-draft'
import { lazyWithRetry } from '../../ui/lazy-with-retry'

const AudienceMessage = lazyWithRetry(
  () => import('./audience-message'),
  (m) => m.AudienceMessage,
  { close: ({ onClose }) => onClose() },
)

type Writing = { open: () => void; dialog: ReactNode }

/** The message dialog for all families. The draft stays until it is sent or discarded with Cancel. */
export function useWritingToAudience(
  form: string,
  { subject = '', onSent }: { subject?: string; onSent?: () => void } = {},
): Writing {
  const [isOpen, setOpen] = useState(false)
  const isUnsaved = useUnsavedForms(useMemo(() => [form], [form])).length > 0
  return {
    open: () => setOpen(true),
    dialog: (isOpen || isUnsaved) && (
      <AudienceMessage
        form={form}
        subject={subject}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        onSent={onSent}
      />
    ),
  }
}
