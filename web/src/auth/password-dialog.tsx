import { SIGN_IN_RULES } from '@aftercare/domain/auth/account-rules'
import { useState } from 'react'
import { useTexts } from '../language/language'
import { ApiError } from '../lib/api-client'
import { FormDialog } from '../lib/form-dialog'
import { formErrorMessage } from '../lib/form-error-message'
import { useAppMutation } from '../lib/use-app-mutation'
import { useFieldErrors } from '../lib/use-field-errors'
import { Callout } from '../ui/feedback/callout'
import { enterPassword } from './account.api'
import { CurrentPasswordField } from './account-fields'
import { en } from './texts/password-dialog.en'

type PasswordDialogProps = { email: string; onEntered: () => void; onClose: () => void }

export function PasswordDialog({ email, onEntered, onClose }: PasswordDialogProps) {
  const t = useTexts(en)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const fields = useFieldErrors()
  const enter = useAppMutation(
    { mutationKey: ['enter password'], mutationFn: enterPassword },
    {
      onSuccess: onEntered,
      onError: (error) => {
        if (error instanceof ApiError && error.fields.password) fields.showError(error)
        else setProblem(formErrorMessage(error, t.failed))
      },
    },
  )
  const submit = () => {
    setProblem(null)
    if (fields.check({ password }, { password: SIGN_IN_RULES.password })) enter.mutate(password)
  }
  return (
    <FormDialog
      draft="credentials"
      loading={enter.isPending}
      title={t.title}
      description={t.text}
      saveLabel={t.confirm}
      // The button whose request asked takes it back, once it is enabled again.
      finalFocus={() => false}
      onSubmit={submit}
      onClose={onClose}
    >
      {/* For password managers. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      {problem && (
        <div role="alert">
          <Callout tone="danger">{problem}</Callout>
        </div>
      )}
      <CurrentPasswordField fields={fields} value={password} onValueChange={setPassword} />
    </FormDialog>
  )
}
