import { DELETE_DROP_IN_RULES } from '@aftercare/domain/drop-ins/withdrawals'
import { formatShortDate } from '@aftercare/domain/lib/dates-format'
import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { isolate } from '@aftercare/domain/lib/isolate'
import { getErrorMessage } from '../../lib/error-message'
import { FormDialog } from '../../lib/form-dialog'
import { useToast } from '../../lib/scoped-toast'
import { useDraft } from '../../lib/use-draft'
import { useFieldErrors } from '../../lib/use-field-errors'
import { Checkbox } from '../../ui/inputs/checkbox'
import { Field, TextArea } from '../../ui/inputs/field'
import { type ListedDropIn, useDeleteDropIn } from './drop-ins.api'

type DeleteDropInDialogProps = {
  /** Null: closed. */
  dropIn: ListedDropIn | null
  onClose: () => void
}

/** Of a declined request the family was told. */
const isTold = (dropIn: ListedDropIn | null) => dropIn?.status === 'declined'
const noticeFor = (dropIn: ListedDropIn | null) => ({ tell_family: !isTold(dropIn), message: '' })

export function DeleteDropInDialog({ dropIn, onClose }: DeleteDropInDialogProps) {
  const toast = useToast('delete drop-in')
  const { errors, ...fields } = useFieldErrors()
  const draft = useDraft(`delete drop-in ${dropIn?.id}`, { empty: noticeFor(dropIn) })
  const notice = draft.values
  const close = () => {
    draft.clear()
    fields.clear()
    toast.clear()
    onClose()
  }
  const remove = useDeleteDropIn({
    onSuccess: () => {
      toast.success('Success', 'Drop-in deleted successfully')
      close()
    },
    onError: (error) => {
      fields.showError(error)
      toast.error('Error', getErrorMessage(error) ?? 'Failed to delete drop-in')
    },
  })
  const date = dropIn?.dropin_date ? formatShortDate(dropIn.dropin_date) : ''
  const submit = () => {
    const sent = notice.tell_family ? notice : { ...notice, message: '' }
    if (dropIn && fields.check(sent, DELETE_DROP_IN_RULES)) remove.mutate({ id: dropIn.id, ...sent })
  }
  return (
    <FormDialog
      open={dropIn !== null}
      draft={{ isUnsaved: notice.message.trim() !== '' }}
      title="Delete this drop-in?"
      description={`The drop-in for ${isolate(dropIn?.child_name ?? '')} on ${date} will be removed. Payments recorded for it are kept as general payments.`}
      dismissible
      loading={remove.isPending}
      saveLabel="Delete"
      danger
      onSubmit={submit}
      onClose={close}
    >
      {isTold(dropIn) ? (
        <p>The family was told that it was declined.</p>
      ) : (
        <Checkbox
          label="Tell the family"
          description="By email, that the request could not be accepted."
          checked={notice.tell_family}
          onCheckedChange={(tell_family) => draft.change({ tell_family })}
        />
      )}
      {notice.tell_family && (
        <Field label="Your message, if you like" error={errors.message}>
          <TextArea
            rows={2}
            maxLength={MAX_LENGTH.cancelRequest}
            value={notice.message}
            onValueChange={(message) => {
              draft.change({ message })
              fields.clear()
            }}
          />
        </Field>
      )}
    </FormDialog>
  )
}
