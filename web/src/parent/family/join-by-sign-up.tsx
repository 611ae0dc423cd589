import { SIGN_UP_RULES } from '@aftercare/domain/auth/account-rules'
import { useState } from 'react'
import { FullNameField, NewPasswordField } from '../../auth/account-fields'
import { signInMessages } from '../../auth/sign-in-messages'
import { useTexts } from '../../language/language'
import { getServerMessage } from '../../lib/api-client'
import { Form } from '../../lib/form'
import { useFieldErrors } from '../../lib/use-field-errors'
import { Button } from '../../ui/inputs/button'
import { Field, TextInput } from '../../ui/inputs/field'
import { signUpAgain, signUpByInvitation } from './join.api'
import { en } from './texts/join.en'

type JoinBySignUpProps = { email: string; token: string; onStale: () => void }

/** Name and password make the account and join the family in one step: the link proves the address. */
export function JoinBySignUp({ email, token, onStale }: JoinBySignUpProps) {
  const t = useTexts(en)
  const [fullName, setFullName] = useState('')
  const [password, setPassword] = useState('')
  const fields = useFieldErrors()
  const [isBusy, setBusy] = useState(false)
  const [wasLost, setLost] = useState(false)

  const submit = async () => {
    signInMessages.clear()
    const { full_name, password: passwordRule } = SIGN_UP_RULES
    if (!fields.check({ full_name: fullName, password }, { full_name, password: passwordRule })) return
    setBusy(true)
    try {
      const values = { token, full_name: fullName, password }
      const { error } = await (wasLost ? signUpAgain(email, values) : signUpByInvitation(values))
      if (!error) return
      fields.show(error.fields)
      signInMessages.error(t.notJoined, getServerMessage(error) ?? t.accountFailed)
      onStale()
    } catch {
      setLost(true)
      signInMessages.error(t.notJoined, t.unreachable)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form draft="credentials" onSubmit={submit} className="grid gap-4">
      <FullNameField fields={fields} value={fullName} onValueChange={setFullName} />
      <Field label={t.email}>
        <TextInput type="email" autoComplete="username" readOnly value={email} />
      </Field>
      <NewPasswordField
        label={t.choosePassword}
        email={email}
        fields={fields}
        value={password}
        onValueChange={setPassword}
      />
      <Button type="submit" block loading={isBusy}>
        {t.join}
      </Button>
    </Form>
  )
}
