import { newPasswordProblem, type PasswordProblem } from '@aftercare/domain/auth/passwords'
import { type FormEvent, useState } from 'react'
import { Button } from '../ui/inputs/button'
import { Field } from '../ui/inputs/field'
import { PasswordInput } from '../ui/inputs/password-input'
import { COMMON_PASSWORD_WARNING, isCommonPassword } from './common-passwords'
import { signInMessages } from './sign-in-messages'

type NewPasswordFormProps = {
  words: Parameters<typeof newPasswordProblem>[2]
  submitLabel: string
  onSubmit: (password: string) => Promise<void>
}

/** New password and its confirmation; each portal brings its own words for the same refusals. */
export function NewPasswordForm({ words, submitLabel, onSubmit }: NewPasswordFormProps) {
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const problem: PasswordProblem | null = newPasswordProblem(password, confirmation, words)
    if (problem) {
      signInMessages.error(problem.title, problem.message)
      return
    }
    signInMessages.clear()
    setBusy(true)
    await onSubmit(password).finally(() => setBusy(false))
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field
        label="New Password"
        description={isCommonPassword(password) ? COMMON_PASSWORD_WARNING : 'At least 6 characters.'}
      >
        <PasswordInput
          value={password}
          onValueChange={setPassword}
          autoComplete="new-password"
          aria-required
        />
      </Field>
      <Field label="Confirm Password">
        <PasswordInput
          value={confirmation}
          onValueChange={setConfirmation}
          autoComplete="new-password"
          aria-required
        />
      </Field>
      <Button type="submit" block busy={isBusy}>
        {submitLabel}
      </Button>
    </form>
  )
}
