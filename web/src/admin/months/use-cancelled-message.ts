import {
  cancelledSubject,
  cancelledText,
  daysToWriteAbout,
  MESSAGE_RULES,
} from '@aftercare/domain/family-messages/family-messages'
import type { Day } from '@aftercare/domain/lib/days'
import { useToday } from '../../lib/program'
import { useFieldErrors } from '../../lib/use-field-errors'
import { useFamiliesOf } from '../family-messages/family-messages.api'
import type { MessageWords } from '../family-messages/message-fields'

/** What staff changed: whether to write at all, and the words proposed. */
export type MessageDraft = Partial<MessageWords & { isWriting: boolean }>

/** The message to the families of days that a save cancels. It is proposed wherever somebody can be written to. */
export function useCancelledMessage(
  cancelled: readonly Day[],
  draft: MessageDraft,
  onChange: (draft: MessageDraft) => void,
) {
  const days = daysToWriteAbout(cancelled, useToday())
  const { data, isError, refetch } = useFamiliesOf(days)
  const { errors, ...fields } = useFieldErrors()
  const canWrite = data !== undefined && data.families > 0 && data.left_today > 0
  const isWriting = canWrite && draft.isWriting !== false
  const words = { subject: draft.subject ?? cancelledSubject(days), text: draft.text ?? cancelledText(days) }
  return {
    families: days.length > 0 ? data : undefined,
    isLoaded: days.length === 0 || data !== undefined,
    onRetry: isError ? () => void refetch() : undefined,
    canWrite,
    isWriting,
    isTyped: isWriting && (draft.subject ?? draft.text) !== undefined,
    words,
    errors,
    change: (values: MessageDraft) => {
      fields.correct(...Object.keys(values))
      onChange({ ...draft, ...values })
    },
    /** What is sent with the save; null if there are errors, which are shown. */
    check: (): { message?: MessageWords } | null => {
      if (!isWriting) return {}
      return fields.check(words, MESSAGE_RULES) ? { message: words } : null
    },
  }
}

export type CancelledMessage = ReturnType<typeof useCancelledMessage>
