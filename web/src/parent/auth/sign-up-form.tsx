import { SIGN_UP_RULES } from '@aftercare/domain/auth/account-rules'
import { type FormEvent, useState } from 'react'
import { signUp } from '../../auth/account.api'
import { usePasswordHint } from '../../auth/common-passwords'
import { signInMessages } from '../../auth/sign-in-messages'
import { useTexts } from '../../language/language'
import { getServerMessage } from '../../lib/api-client'
import { withConnection } from '../../lib/form-error-message'
import { useFieldErrors } from '../../lib/use-field-errors'
import { Button } from '../../ui/inputs/button'
import { Field, TextInput } from '../../ui/inputs/field'
import { Form } from '../../ui/inputs/form'
import { PasswordInput } from '../../ui/inputs/password-input'
import { en } from './texts/en'

type SignUpFormProps = { email: string; onEmailChange: (email: string) => void; onDone: () => void }

export function SignUpForm({ email, onEmailChange, onDone }: SignUpFormProps) {
  const t = useTexts(en)
  const [fullName, setFullName] = useState('')
  const [password, setPassword] = useState('')
  const { errors, ...fields } = useFieldErrors()
  const [isBusy, setBusy] = useState(false)
  const hint = usePasswordHint(password)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    signInMessages.clear()
    if (!fields.check({ full_name: fullName, email, password }, SIGN_UP_RULES)) return
    setBusy(true)
    try {
      const { error } = await signUp(email, password, fullName)
      if (error) {
        fields.show(error.fields)
        signInMessages.error(t.signUpFailed.title, getServerMessage(error) ?? t.signUpFailed.text)
      } else {
        signInMessages.success(t.accountCreated.title, t.accountCreated.text)
        onDone()
      }
    } catch (error) {
      signInMessages.error(t.signUpError.title, withConnection(error, t.signUpError.text))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form guard="credentials" onSubmit={submit} className="grid gap-4">
      <Field label={t.fullName} error={errors.full_name}>
        <TextInput
          aria-required
          autoComplete="name"
          value={fullName}
          onValueChange={(text) => {
            setFullName(text)
            fields.clearErrors('full_name')
          }}
        />
      </Field>
      <Field label={t.email} error={errors.email}>
        <TextInput
          aria-required
          type="email"
          autoComplete="username"
          value={email}
          onValueChange={(text) => {
            onEmailChange(text)
            fields.clearErrors('email')
          }}
        />
      </Field>
      <Field label={t.password} error={errors.password} description={hint}>
        <PasswordInput
          aria-required
          autoComplete="new-password"
          value={password}
          onValueChange={(text) => {
            setPassword(text)
            fields.clearErrors('password')
          }}
        />
      </Field>
      <Button type="submit" block loading={isBusy}>
        {t.createAccount}
      </Button>
    </Form>
  )
}
