import { SIGN_UP_RULES } from '@aftercare/domain/auth/account-rules'
import { type FormEvent, useState } from 'react'
import { signUp } from '../../auth/account.api'
import { COMMON_PASSWORD_WARNING, isCommonPassword } from '../../auth/common-passwords'
import { getErrorMessageOr } from '../../auth/error-message'
import { signInMessages } from '../../auth/sign-in-messages'
import { useFieldErrors } from '../../lib/use-field-errors'
import { Button } from '../../ui/inputs/button'
import { Field, TextInput } from '../../ui/inputs/field'
import { PasswordInput } from '../../ui/inputs/password-input'

type SignUpFormProps = { email: string; onEmailChange: (email: string) => void; onDone: () => void }

export function SignUpForm({ email, onEmailChange, onDone }: SignUpFormProps) {
  const [fullName, setFullName] = useState('')
  const [password, setPassword] = useState('')
  const { errors, ...fields } = useFieldErrors()
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    signInMessages.clear()
    if (!fields.check({ full_name: fullName, email, password }, SIGN_UP_RULES)) return
    setBusy(true)
    try {
      const { error } = await signUp(email, password, fullName)
      if (error) {
        fields.show(error.fields)
        signInMessages.error(
          'Sign Up Failed',
          getErrorMessageOr(error, 'Failed to create account. Please try again.'),
        )
      } else {
        signInMessages.success('Account Created!', 'Please check your email to verify your account.')
        onDone()
      }
    } catch {
      signInMessages.error('Sign Up Error', 'An unexpected error occurred. Please try again.')
    } finally {
      setBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field label="Full Name" error={errors.full_name}>
        <TextInput
          aria-required
          autoComplete="name"
          value={fullName}
          onValueChange={(text) => {
            setFullName(text)
            fields.correct('full_name')
          }}
        />
      </Field>
      <Field label="Email" error={errors.email}>
        <TextInput
          aria-required
          type="email"
          autoComplete="username"
          value={email}
          onValueChange={(text) => {
            onEmailChange(text)
            fields.correct('email')
          }}
        />
      </Field>
      <Field
        label="Password"
        error={errors.password}
        description={isCommonPassword(password) ? COMMON_PASSWORD_WARNING : 'At least 6 characters.'}
      >
        <PasswordInput
          aria-required
          autoComplete="new-password"
          value={password}
          onValueChange={(text) => {
            setPassword(text)
            fields.correct('password')
          }}
        />
      </Field>
      <Button type="submit" block loading={isBusy}>
        Create Account
      </Button>
    </form>
  )
}
