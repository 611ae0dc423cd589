import { MONTH_REQUIRED } from '@aftercare/domain/family-messages/audiences'
import { familyCountLabel, MESSAGE_RULES } from '@aftercare/domain/family-messages/family-messages'
import { pluralize } from '@aftercare/domain/lib/pluralize'
import { monthLabel } from '@aftercare/domain/months/months'
import { useId, useState } from 'react'
import { Form } from '../../lib/form'
import { formErrorMessage } from '../../lib/form-error-message'
import { useToast } from '../../lib/scoped-toast'
import type { Draft } from '../../lib/use-draft'
import { useFieldErrors } from '../../lib/use-field-errors'
import { Spinner } from '../../ui/feedback/spinner'
import { TableError } from '../../ui/feedback/states'
import { Button } from '../../ui/inputs/button'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { Dialog } from '../../ui/overlays/dialog'
import { useProgram } from '../../ui/program'
import { useAdminMonths } from '../months/months.api'
import type { AudienceDraft } from './audience'
import { useAudience, useSendToAudience } from './audience.api'
import { AudienceFields } from './audience-fields'
import { AudienceNotes } from './audience-notes'
import { FAILED } from './family-messages.api'
import { MessageFields } from './message-fields'
import { MessagePreview } from './message-preview'

type AudienceMessageProps = {
  draft: Pick<Draft<AudienceDraft>, 'values' | 'change' | 'clear'>
  onClose: () => void
  onSent?: (() => void) | undefined
}

/** A message to all active families, to those of a month or to those who owe. */
export function AudienceMessageDialog({ draft, onClose, onSent }: AudienceMessageProps) {
  const { values } = draft
  const formId = useId()
  const { data, isError, isLoading, refetch } = useAudience(values)
  const { data: months } = useAdminMonths()
  const month = months?.find(({ id }) => id === values.month_id)
  const count = data?.families ?? 0
  const { contactEmail } = useProgram()
  const { errors, ...fields } = useFieldErrors()
  const [isConfirming, setConfirming] = useState(false)
  const toast = useToast('message to families')
  const message = useSendToAudience({
    onSuccess: ({ families }) => {
      toast.success(
        `Message sent to ${familyCountLabel(families)}`,
        'Check delivery under Settings > Email Templates > Sent Mail.',
      )
      setConfirming(false)
      draft.clear()
      onClose()
      onSent?.()
    },
    onError: (error) => {
      setConfirming(false)
      fields.showError(error)
      toast.error('Message not sent', formErrorMessage(error, FAILED))
    },
  })
  const change = (part: Partial<AudienceDraft>) => {
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
      title="Write to Families"
      description={`One email to each address. Replies go to ${contactEmail}.`}
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
              disabled={data?.left_today === 0}
              className="whitespace-nowrap"
            >
              Send to {familyCountLabel(count)}
            </Button>
          )}
        </>
      }
    >
      <div className="grid items-start gap-x-6 gap-y-5 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <Form
          draft="guarded by the page"
          id={formId}
          onSubmit={() => fields.check(values, MESSAGE_RULES) && setConfirming(true)}
          className="grid gap-4"
        >
          <AudienceFields to={values} error={errors.month_id} onChange={change} />
          {isError ? (
            <TableError message="We couldn't load the families." onRetry={() => void refetch()} />
          ) : isLoading ? (
            <Spinner label="Loading..." />
          ) : data ? (
            <AudienceNotes found={data} audience={values.audience} month={month ? monthLabel(month) : null} />
          ) : (
            <p className="text-sm text-muted">{MONTH_REQUIRED} to see who is written to.</p>
          )}
          <MessageFields words={values} errors={errors} onChange={change} rows={9} />
        </Form>
        <MessagePreview message={values} />
      </div>
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={`Send to ${familyCountLabel(count)}?`}
        description={`${count === 1 ? 'The family gets one email.' : `Each of the ${count} families gets one email.`} Emails can't be unsent.`}
        confirmLabel={`Send ${pluralize(count, 'email')}`}
        cancelLabel="Back"
        variant="primary"
        loading={message.isPending}
        onConfirm={() => {
          toast.clear()
          message.mutate(values)
        }}
      />
    </Dialog>
  )
}
