import { SIGN_UP_RULES } from '@aftercare/domain/auth/account-rules'
import { type FormEvent, useState } from 'react'
import { COMMON_PASSWORD_WARNING, isCommonPassword } from '../../auth/common-passwords'
import { getErrorMessageOr } from '../../auth/error-message'
import { signInMessages } from '../../auth/sign-in-messages'
import { useFieldErrors } from '../../lib/use-field-errors'
import { Button } from '../../ui/inputs/button'
import { Field, TextInput } from '../../ui/inputs/field'
import { PasswordInput } from '../../ui/inputs/password-input'
import { signUpByInvitation } from './join.api'

type JoinBySignUpProps = { email: string; token: string; onStale: () => void }

const FAILED = "We couldn't create your account. Please try again."

/** Name and password make the account and join the family in one step: the link proves the address. */
export function JoinBySignUp({ email, token, onStale }: JoinBySignUpProps) {
  const [fullName, setFullName] = useState('')
  const [password, setPassword] = useState('')
  const { errors, ...fields } = useFieldErrors()
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    signInMessages.clear()
    const { full_name, password: passwordRule } = SIGN_UP_RULES
    if (!fields.check({ full_name: fullName, password }, { full_name, password: passwordRule })) return
    setBusy(true)
    try {
      const { error } = await signUpByInvitation({ token, full_name: fullName, password })
      if (!error) return
      fields.show(error.fields)
      signInMessages.error('Not joined', getErrorMessageOr(error, FAILED))
      onStale()
    } catch {
      signInMessages.error('Not joined', "We couldn't reach the server. Check your connection and try again.")
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
      <Field label="Email">
        <TextInput type="email" autoComplete="username" readOnly value={email} />
      </Field>
      <Field
        label="Choose a password"
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
        Join this family
      </Button>
    </form>
  )
}
