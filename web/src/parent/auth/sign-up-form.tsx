import { SIGN_UP_RULES } from '@aftercare/domain/auth/account-rules'
import { useState } from 'react'
import { signUp } from '../../auth/account.api'
import { EmailField, FullNameField, NewPasswordField } from '../../auth/account-fields'
import { signInMessages } from '../../auth/sign-in-messages'
import { useTexts } from '../../language/language'
import { getServerMessage } from '../../lib/api-client'
import { Form } from '../../lib/form'
import { withConnection } from '../../lib/form-error-message'
import { useFieldErrors } from '../../lib/use-field-errors'
import { Button } from '../../ui/inputs/button'
import { en } from './texts/en'

type SignUpFormProps = { email: string; onEmailChange: (email: string) => void; onDone: () => void }

export function SignUpForm({ email, onEmailChange, onDone }: SignUpFormProps) {
  const t = useTexts(en)
  const [fullName, setFullName] = useState('')
  const [password, setPassword] = useState('')
  const fields = useFieldErrors()
  const [isBusy, setBusy] = useState(false)

  const submit = async () => {
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
    <Form draft="credentials" onSubmit={submit} className="grid gap-4">
      <FullNameField fields={fields} value={fullName} onValueChange={setFullName} />
      <EmailField isRequired fields={fields} value={email} onValueChange={onEmailChange} />
      <NewPasswordField email={email} fields={fields} value={password} onValueChange={setPassword} />
      <Button type="submit" block loading={isBusy}>
        {t.createAccount}
      </Button>
    </Form>
  )
}
