import { familyCountLabel, MESSAGE_RULES } from '@aftercare/domain/family-messages/family-messages'
import type { FieldMessages } from '@aftercare/domain/lib/field-rules'
import { pluralize } from '@aftercare/domain/lib/pluralize'
import type { UseMutationOptions } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { Form } from '../../lib/form'
import { formErrorMessage } from '../../lib/form-error-message'
import { useToast } from '../../lib/scoped-toast'
import { useAppMutation } from '../../lib/use-app-mutation'
import type { Draft } from '../../lib/use-draft'
import { useFieldErrors } from '../../lib/use-field-errors'
import { Button } from '../../ui/inputs/button'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { Dialog } from '../../ui/overlays/dialog'
import { FAILED, type PreviewedMessage } from './family-messages.api'
import { MessageFields, type MessageWords } from './message-fields'
import { MessagePreview } from './message-preview'

type MessageDialogProps<Values extends MessageWords, Sent extends { families: number }> = {
  /** Of its toasts. */
  scope: string
  title: string
  description: string | undefined
  draft: Pick<Draft<Values>, 'values' | 'change' | 'clear'>
  /** Undefined until it is known whom it would reach. */
  reach: { families: number; left_today: number } | undefined
  /** Asked before it is sent. */
  question: string
  sending: UseMutationOptions<Sent, Error, Values>
  sentText: (sent: Sent) => string
  onSent: (sent: Sent) => void
  onClose: () => void
  above?: ReactNode
  /** Undefined if there is nobody to write to. */
  preview: PreviewedMessage | undefined
  /** The fields before the subject. */
  children: (errors: FieldMessages, change: (part: Partial<Values>) => void) => ReactNode
}

/** A message to families beside its preview. Nothing is sent before the number of families was confirmed. */
export function MessageDialog<Values extends MessageWords, Sent extends { families: number }>(
  props: MessageDialogProps<Values, Sent>,
) {
  const { draft, reach, preview, onClose } = props
  const words: MessageWords = draft.values
  const count = reach?.families ?? 0
  const formId = useId()
  const { errors, ...fields } = useFieldErrors()
  const [isConfirming, setConfirming] = useState(false)
  const toast = useToast(props.scope)
  const message = useAppMutation(props.sending, {
    onSuccess: (sent) => {
      toast.success(`Message sent to ${familyCountLabel(sent.families)}`, props.sentText(sent))
      setConfirming(false)
      draft.clear()
      onClose()
      props.onSent(sent)
    },
    onError: (error) => {
      setConfirming(false)
      fields.showError(error)
      toast.error('Message not sent', formErrorMessage(error, FAILED))
    },
  })
  const change = (part: Partial<Values>) => {
    fields.clearErrors(...Object.keys(part))
    draft.change(part)
  }
  const discard = () => {
    toast.clear()
    draft.clear()
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={props.title}
      description={props.description}
      width="wide"
      dismissible={false}
      loading={message.isPending}
      footer={
        <>
          <Button variant="quiet" disabled={message.isPending} onClick={discard}>
            Cancel
          </Button>
          {count > 0 && (
            <Button
              type="submit"
              form={formId}
              loading={message.isPending}
              disabled={reach?.left_today === 0}
              className="whitespace-nowrap"
            >
              Send to {familyCountLabel(count)}
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-4">
        {props.above}
        {preview && (
          <div className="grid items-start gap-x-6 gap-y-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
            <Form
              draft="guarded by the page"
              id={formId}
              onSubmit={() => fields.check(words, MESSAGE_RULES) && setConfirming(true)}
              className="grid gap-4"
            >
              {props.children(errors, change)}
              <MessageFields
                words={words}
                errors={errors}
                onChange={(part) => change(part as Partial<Values>)}
                rows={9}
              />
            </Form>
            <MessagePreview message={preview} />
          </div>
        )}
      </div>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={`Send to ${familyCountLabel(count)}?`}
        description={`${props.question} Emails can't be unsent.`}
        confirmLabel={`Send ${pluralize(count, 'email')}`}
        cancelLabel="Back"
        variant="primary"
        loading={message.isPending}
        onConfirm={() => {
          toast.clear()
          message.mutate(draft.values)
        }}
      />
    </Dialog>
  )
}
