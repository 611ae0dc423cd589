import {
  cancelledSubject,
  cancelledText,
  daysToWriteAbout,
  MESSAGE_RULES,
} from '@aftercare/domain/family-messages/family-messages'
import type { Day } from '@aftercare/domain/lib/days'
import { useState } from 'react'
import { useToday } from '../../lib/program'
import { useFieldErrors } from '../../lib/use-field-errors'
import { useFamiliesOf } from '../family-messages/family-messages.api'
import type { MessageWords } from '../family-messages/message-fields'

/** The words that staff changed, and the days that they are about. */
export type MessageDraft = Partial<MessageWords & { days: string }>

/** The message to the families of days that a save cancels. It is proposed wherever somebody can be written to. */
export function useCancelledMessage(
  cancelled: readonly Day[],
  stored: MessageDraft,
  onChange: (draft: MessageDraft) => void,
) {
  const days = daysToWriteAbout(cancelled, useToday())
  const { data, isError, refetch } = useFamiliesOf(days)
  const { errors, ...fields } = useFieldErrors()
  const [isTicked, setTicked] = useState(true)
  const about = days.join(' ')
  // Words about one day, kept after a failed save, are not offered for another.
  const draft = stored.days === about ? stored : {}
  const canWrite = data !== undefined && data.families > 0 && data.left_today > 0
  const isWriting = canWrite && isTicked
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
    setTicked,
    change: (values: Partial<MessageWords>) => {
      fields.clearErrors(...Object.keys(values))
      onChange({ subject: draft.subject, text: draft.text, ...values, days: about })
    },
    /** What is sent with the save; null if there are errors, which are shown. */
    check: (): { message?: MessageWords } | null => {
      if (!isWriting) return {}
      return fields.check(words, MESSAGE_RULES) ? { message: words } : null
    },
  }
}

export type CancelledMessage = ReturnType<typeof useCancelledMessage>
