import { requiredEmail } from '@aftercare/domain/auth/account-rules'
import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { isolate } from '@aftercare/domain/lib/isolate'
import { ApiError } from '../../lib/api-client'
import { FormDialog } from '../../lib/form-dialog'
import { useToast } from '../../lib/scoped-toast'
import { useDraft } from '../../lib/use-draft'
import { useFieldErrors } from '../../lib/use-field-errors'
import { Field, TextInput } from '../../ui/inputs/field'
import { errorReason } from '../error-reason'
import { type ParentDetail, useInviteAdult } from './parents.api'

/** The server says "your family". */
const STAFF_TEXTS: Record<string, string> = {
  'in-family': 'This address already belongs to an adult in this family.',
  'too-many-invitations': 'This family has been sent 10 invitation emails today. Please try again tomorrow.',
}

const staffError = (error: Error): string | undefined =>
  error instanceof ApiError ? STAFF_TEXTS[error.code] : undefined

export function InviteAdultDialog({ parent, onClose }: { parent: ParentDetail; onClose: () => void }) {
  const scope = `invite adult ${parent.id}`
  const draft = useDraft(scope, { empty: { email: '' } })
  const { email } = draft.values
  const { errors, ...fields } = useFieldErrors()
  const toast = useToast(scope)
  const leave = () => {
    draft.clear()
    onClose()
  }
  const invite = useInviteAdult(parent.id, {
    onSuccess: (_, sentTo) => {
      toast.success('Invitation sent', `${sentTo.trim()} gets a link to join. It works for 7 days.`)
      leave()
    },
    onError: (error) => {
      const message = staffError(error)
      if (message) fields.show({ email: message })
      else fields.showError(error)
      toast.error('Invitation not sent', message ?? errorReason(error))
    },
  })
  const submit = () => {
    toast.clear()
    if (fields.check({ email }, { email: requiredEmail })) invite.mutate(email)
  }
  return (
    <FormDialog
      draft={draft}
      unsavedText="This invitation hasn't been sent."
      loading={invite.isPending}
      title="Invite Adult"
      description={`They get an email with a link to join the family of ${isolate(parent.full_name || parent.email)}, with an account of their own. We'll email the adults who are in it who was invited.`}
      saveLabel="Send Invitation"
      onSubmit={submit}
      onClose={leave}
    >
      <Field label="Email" required error={errors.email}>
        <TextInput
          type="email"
          autoComplete="off"
          maxLength={MAX_LENGTH.email}
          value={email}
          onValueChange={(text) => {
            draft.change({ email: text })
            fields.clearErrors('email')
          }}
        />
      </Field>
    </FormDialog>
  )
}
