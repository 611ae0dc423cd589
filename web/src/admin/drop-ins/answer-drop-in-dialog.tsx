import { DECISION_RULES, type Decision } from '@aftercare/domain/drop-ins/approvals'
import { formatWeekdayDate } from '@aftercare/domain/lib/dates-format'
import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { isolate } from '@aftercare/domain/lib/isolate'
import { formatUsd, toCents } from '@aftercare/domain/lib/money'
import { useState } from 'react'
import { FormDialog } from '../../lib/form-dialog'
import { useToast } from '../../lib/scoped-toast'
import { useDraft } from '../../lib/use-draft'
import { useFieldErrors } from '../../lib/use-field-errors'
import { Field, TextArea } from '../../ui/inputs/field'
import { errorReason } from '../error-reason'
import { useAnswerDropIn } from './answer-drop-in.api'

/** A request that waits, and the answer that staff chose. */
export type AnswerTarget = {
  id: string
  child_name: string
  dropin_date: string
  /** What it costs once approved. */
  fee: number
  is_day_cancelled: boolean
  decision: Decision
}

const TEXTS = {
  approve: {
    title: 'Approve this drop-in?',
    button: 'Approve',
    done: 'Drop-in approved',
    failed: 'Drop-in not approved',
  },
  decline: {
    title: 'Decline this drop-in?',
    button: 'Decline',
    done: 'Drop-in declined',
    failed: 'Drop-in not declined',
  },
} as const

const EMPTY = { message: '' }

/** Null: closed. */
export function AnswerDropInDialog({
  target,
  onClose,
}: {
  target: AnswerTarget | null
  onClose: () => void
}) {
  // Also while it animates out.
  const [shown, setShown] = useState(target)
  if (target !== null && target !== shown) setShown(target)
  return (
    shown && (
      <AnswerForm
        key={`${shown.id} ${shown.decision}`}
        target={shown}
        open={target !== null}
        onClose={onClose}
      />
    )
  )
}

function AnswerForm({ target, open, onClose }: { target: AnswerTarget; open: boolean; onClose: () => void }) {
  const { id, decision } = target
  const { title, button, done, failed } = TEXTS[decision]
  const toast = useToast(`answer drop-in ${id}`)
  const { errors, ...fields } = useFieldErrors()
  const draft = useDraft(`${decision} drop-in ${id}`, { empty: EMPTY })
  const { message } = draft.values
  const close = () => {
    draft.clear()
    fields.clear()
    toast.clear()
    onClose()
  }
  const answer = useAnswerDropIn({
    onSuccess: () => {
      toast.success(done, 'The family gets an email.')
      draft.clear()
      onClose()
    },
    onError: (error) => {
      fields.showError(error)
      toast.error(failed, errorReason(error))
    },
  })
  return (
    <FormDialog
      open={open}
      draft={{ isUnsaved: message.trim() !== '' }}
      title={title}
      description={descriptionOf(target)}
      dismissible
      loading={answer.isPending}
      saveLabel={button}
      danger={decision === 'decline'}
      onSubmit={() => {
        if (fields.check({ message }, DECISION_RULES)) answer.mutate({ id, decision, message })
      }}
      onClose={close}
    >
      <Field label="Your message, if you like" error={errors.message}>
        <TextArea
          rows={2}
          maxLength={MAX_LENGTH.cancelRequest}
          value={message}
          onValueChange={(next) => {
            draft.change({ message: next })
            fields.clear()
          }}
        />
      </Field>
    </FormDialog>
  )
}

function descriptionOf({ decision, child_name, dropin_date, fee, is_day_cancelled }: AnswerTarget): string {
  const what = `${isolate(child_name)} on ${formatWeekdayDate(dropin_date)}`
  if (decision === 'approve')
    return `${what}, ${formatUsd(toCents(fee))}. The child is expected from now on, and the family gets an email.`
  return is_day_cancelled
    ? `${what}. There is no fee, and the family gets an email that says that aftercare is cancelled.`
    : `${what}. There is no fee, the seat is free again, and the family gets an email.`
}
