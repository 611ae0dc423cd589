import { changePasswordRules } from '@aftercare/domain/auth/account-rules'
import { useState } from 'react'
import { usePasswordHint } from '../../auth/use-password-hint'
import { useTexts } from '../../language/language'
import { ApiError } from '../../lib/api-client'
import { useAuth } from '../../lib/auth-provider'
import { controlsOf } from '../../lib/form-controls'
import { FormDialog } from '../../lib/form-dialog'
import { formErrorMessage } from '../../lib/form-error-message'
import { useToast } from '../../lib/scoped-toast'
import { useAppMutation } from '../../lib/use-app-mutation'
import { useFieldErrors } from '../../lib/use-field-errors'
import { Field } from '../../ui/inputs/field'
import { PasswordInput } from '../../ui/inputs/password-input'
import { updatePassword } from './profile.api'
import { en } from './texts/change-password.en'

const EMPTY = { current_password: '', password: '', confirmation: '' }

/** The current password is asked for, so that an unattended session is not enough. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(en)
  const [values, setValues] = useState(EMPTY)
  const hint = usePasswordHint(values.password, useAuth().user?.email ?? '')
  const { errors, ...fields } = useFieldErrors()
  const toast = useToast('change password')
  const change = useAppMutation(
    { mutationKey: ['change password'], mutationFn: updatePassword },
    {
      onSuccess: () => {
        toast.success(t.changed.title, t.changed.text)
        onClose()
      },
      onError: (error) => {
        const fieldErrors = error instanceof ApiError ? error.fields : {}
        if (fields.show(fieldErrors) === undefined)
          toast.error(t.failed.title, formErrorMessage(error, t.failed.text))
      },
    },
  )
  const edit = (next: Partial<typeof EMPTY>) => {
    setValues({ ...values, ...next })
    fields.clearErrors(...Object.keys(next))
  }
  const control = controlsOf(values, edit)
  const submit = () => {
    toast.clear()
    const { confirmation: _, ...sent } = values
    if (fields.check(values, changePasswordRules(values.password))) change.mutate(sent)
  }
  return (
    <FormDialog
      draft="credentials"
      loading={change.isPending}
      title={t.title}
      description={t.text}
      saveLabel={<span className="whitespace-nowrap">{t.title}</span>}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t.current} error={errors.current_password}>
        <PasswordInput autoComplete="current-password" {...control('current_password')} />
      </Field>
      <Field label={t.new} description={hint} error={errors.password}>
        <PasswordInput autoComplete="new-password" {...control('password')} />
      </Field>
      <Field label={t.confirm} error={errors.confirmation}>
        <PasswordInput autoComplete="new-password" {...control('confirmation')} />
      </Field>
    </FormDialog>
  )
}
