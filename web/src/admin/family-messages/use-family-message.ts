import {
  familyCountLabel,
  MESSAGE_RULES,
  subjectFor,
} from '@aftercare/domain/family-messages/family-messages'
import { formatWeekdayDate } from '@aftercare/domain/lib/dates-format'
import type { Day } from '@aftercare/domain/lib/days'
import { useState } from 'react'
import { formErrorMessage } from '../../lib/form-error-message'
import { useToast } from '../../lib/scoped-toast'
import type { Draft } from '../../lib/use-draft'
import { useFieldErrors } from '../../lib/use-field-errors'
import type { AdminMonth } from '../months/months.api'
import { type MessageDraft, useFamiliesOf, useSendMessage } from './family-messages.api'

export type FamilyMessageProps = {
  date: Day
  draft: Pick<Draft<MessageDraft>, 'values' | 'change' | 'clear'>
  onClose: () => void
  onCancelled?: (month: AdminMonth) => void
}

/** The message form: validation, confirmation, sending. */
export function useFamilyMessage({ date, draft, onClose, onCancelled }: FamilyMessageProps) {
  const { values } = draft
  const families = useFamiliesOf([date])
  const { errors, ...fields } = useFieldErrors()
  const [isConfirming, setConfirming] = useState(false)
  const toast = useToast(`family message ${date}`)
  const message = useSendMessage(date, {
    onSuccess: ({ families: count, month }) => {
      toast.success(`Sent to ${familyCountLabel(count)}`, sentMessage(date, month !== null))
      setConfirming(false)
      draft.clear()
      onClose()
      if (month) onCancelled?.(month)
    },
    onError: (error) => {
      setConfirming(false)
      fields.showError(error)
      toast.error('Error', formErrorMessage(error, FAILED))
    },
  })
  const change = (part: Partial<MessageDraft>) => {
    fields.clearErrors(...Object.keys(part))
    draft.change(part)
  }
  return {
    families,
    errors,
    isConfirming,
    isSending: message.isPending,
    change,
    cancelDay: (cancelled: boolean) =>
      change({ cancelled, subject: subjectFor(date, values.subject, cancelled) }),
    /** Validates, then asks for confirmation. */
    confirm: () => {
      if (fields.check(values, MESSAGE_RULES)) setConfirming(true)
    },
    keepWriting: () => setConfirming(false),
    send: () => {
      toast.clear()
      message.mutate(values)
    },
    discard: () => {
      toast.clear()
      draft.clear()
      onClose()
    },
  }
}

const FAILED = "We couldn't send the message. Your text is still here. Please try again."

const sentMessage = (date: Day, isCancelled: boolean) =>
  isCancelled
    ? `${formatWeekdayDate(date)} is cancelled. Check delivery under Settings > Email Templates > Sent Mail.`
    : 'Check delivery under Settings > Email Templates > Sent Mail.'
