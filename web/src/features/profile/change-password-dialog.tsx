import { changePasswordRules } from '@aftercare/domain/auth/account-rules'
import { type FormEvent, useId, useState } from 'react'
import { COMMON_PASSWORD_WARNING, isCommonPassword } from '../../auth/common-passwords'
import { ApiError } from '../../lib/api-client'
import { getErrorMessage } from '../../lib/error-message'
import { useToast } from '../../lib/scoped-toast'
import { useAppMutation } from '../../lib/use-app-mutation'
import { useFieldErrors } from '../../lib/use-field-errors'
import { Button } from '../../ui/inputs/button'
import { Field } from '../../ui/inputs/field'
import { PasswordInput } from '../../ui/inputs/password-input'
import { Dialog } from '../../ui/overlays/dialog'
import { updatePassword } from './profile.api'

const EMPTY = { current_password: '', password: '', confirmation: '' }
const FAILED = "We couldn't change your password. Please try again."

/** The current password is asked for, so that an unattended session is not enough. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const formId = useId()
  const [values, setValues] = useState(EMPTY)
  const { errors, ...fields } = useFieldErrors()
  const toast = useToast('change password')
  const change = useAppMutation(
    { mutationKey: ['change password'], mutationFn: updatePassword },
    {
      onSuccess: () => {
        toast.success('Password Changed', "You're now signed in only here.")
        onClose()
      },
      onError: (error) => {
        const fieldErrors = error instanceof ApiError ? error.fields : {}
        if (fields.show(fieldErrors) === undefined) toast.error('Error', getErrorMessage(error) ?? FAILED)
      },
    },
  )
  const edit = (next: Partial<typeof EMPTY>) => {
    setValues({ ...values, ...next })
    fields.correct(...Object.keys(next))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    toast.clear()
    const { confirmation: _, ...sent } = values
    if (fields.check(values, changePasswordRules(values.password))) change.mutate(sent)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !change.isPending && onClose()}
      title="Change Password"
      description="You'll be signed out everywhere else."
      width="narrow"
      dismissible={false}
      loading={change.isPending}
      footer={
        <>
          <Button variant="quiet" disabled={change.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={change.isPending} className="whitespace-nowrap">
            Change Password
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <Field label="Current Password" error={errors.current_password}>
          <PasswordInput
            autoComplete="current-password"
            value={values.current_password}
            onValueChange={(current_password) => edit({ current_password })}
          />
        </Field>
        <Field
          label="New Password"
          description={isCommonPassword(values.password) ? COMMON_PASSWORD_WARNING : 'At least 6 characters.'}
          error={errors.password}
        >
          <PasswordInput
            autoComplete="new-password"
            value={values.password}
            onValueChange={(password) => edit({ password })}
          />
        </Field>
        <Field label="Confirm Password" error={errors.confirmation}>
          <PasswordInput
            autoComplete="new-password"
            value={values.confirmation}
            onValueChange={(confirmation) => edit({ confirmation })}
          />
        </Field>
      </form>
    </Dialog>
  )
}
