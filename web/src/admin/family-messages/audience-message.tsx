import { useDraft } from '../../lib/use-draft'
import type { AudienceDraft } from './audience'
import { AudienceMessageDialog } from './audience-message-dialog'
import { UnsentMessage } from './unsent-message'

type AudienceMessageProps = {
  form: string
  /** Filled in. */
  subject: string
  isOpen: boolean
  onClose: () => void
  onSent: (() => void) | undefined
}

/** A message to families that is being written, also while its dialog is closed. */
export function AudienceMessage({ form, subject, isOpen, onClose, onSent }: AudienceMessageProps) {
  const empty: AudienceDraft = { subject, text: '', audience: 'active', month_id: null }
  const draft = useDraft<AudienceDraft>(form, { empty })
  const { values } = draft
  return (
    <>
      {isOpen && <AudienceMessageDialog draft={draft} onClose={onClose} onSent={onSent} />}
      <UnsentMessage isUnsaved={values.subject.trim() !== subject || values.text.trim() !== ''} />
    </>
  )
}
