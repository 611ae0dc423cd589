import { MIN_PASSWORD_LENGTH } from '@aftercare/domain/lib/enums'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../language/language'
import { getServerMessage } from '../lib/api-client'
import type { Portal } from '../lib/auth.api'

import { useAuth } from '../lib/auth-provider'
import { Form } from '../lib/form'
import { withConnection } from '../lib/form-error-message'
import { useFieldErrors } from '../lib/use-field-errors'
import { Callout } from '../ui/feedback/callout'
import { Button } from '../ui/inputs/button'
import { Field, TextInput } from '../ui/inputs/field'
import { PasswordInput } from '../ui/inputs/password-input'
import { type RecoveryTokens, setPasswordByLink } from './account.api'
import { signInMessages } from './sign-in-messages'
import { en } from './texts/en'
import { en as recovery } from './texts/recovery.en'
import { usePasswordHint } from './use-password-hint'

/** The specification gives each portal its own texts. */
const STAFF_TEXTS = {
  mismatch: { title: "Passwords don't match", text: 'Please make sure both password fields match.' },
  tooShort: { title: 'Password too short', text: recovery.newPassword.tooShort.text },
  updated: {
    title: 'Password updated successfully',
    text: 'You can now sign in with your new password.',
  },
  failed: 'Password update failed',
}

type PasswordFormProps = {
  portal: Portal
  tokens: RecoveryTokens
  /** Of the account whose password it is. */
  email: string
  /** The account's first password, chosen by a parent whom staff invited. */
  isFirst?: boolean
  onDone: () => void
  onInvalid: () => void
}

/** Sets a new password by a mailed link. */
export function PasswordForm(props: PasswordFormProps) {
  const { portal, tokens, email, isFirst = false, onDone, onInvalid } = props
  const { password: passwordLabel, email: emailLabel } = useTexts(en)
  const { newPassword: t } = useTexts(recovery)
  const texts = portal === 'staff' ? { ...t, ...STAFF_TEXTS } : t
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [wasLost, setLost] = useState(false)
  const signedIn = useAuth().user?.email
  const { errors, ...fields } = useFieldErrors()
  const hint = usePasswordHint(password, email)

  const update = async () => {
    const { error } = await setPasswordByLink(tokens, password)
    if (!error) {
      const { title, text } = isFirst ? texts.firstSaved : texts.updated
      signInMessages.success(title, text)
      return onDone()
    }
    if (error.code === 'invalid-link' && wasLost) {
      signInMessages.error(t.lost.title, t.lost.text)
      return onDone()
    }
    fields.show(error.fields)
    signInMessages.error(texts.failed, getServerMessage(error) ?? withConnection(error, texts.failedText))
    if (error.code === 'invalid-link') onInvalid()
  }

  const submit = () => {
    const isSame = password === confirmation
    if (!isSame || password.length < MIN_PASSWORD_LENGTH) {
      const { title, text } = isSame ? texts.tooShort : texts.mismatch
      fields.show(isSame ? { password: text } : { confirmation: text })
      return signInMessages.error(title, text)
    }
    signInMessages.clear()
    fields.clear()
    setBusy(true)
    void update()
      .catch((error) => {
        setLost(true)
        signInMessages.error(texts.failed, withConnection(error, texts.failedText))
      })
      .finally(() => setBusy(false))
  }

  return (
    <Form draft="credentials" onSubmit={submit} className="grid gap-4">
      {signedIn !== undefined && signedIn !== email && (
        <Callout tone="warning" icon={<TriangleAlert />}>
          {t.otherAccount(email, signedIn)}
        </Callout>
      )}
      <Field label={emailLabel}>
        <TextInput type="email" autoComplete="username" readOnly value={email} />
      </Field>
      <Field label={isFirst ? passwordLabel : t.label} description={hint} error={errors.password}>
        <PasswordInput
          value={password}
          onValueChange={(text) => {
            setPassword(text)
            // Which of the two fields differs is not known.
            fields.clear()
          }}
          autoComplete="new-password"
          aria-required
        />
      </Field>
      <Field label={t.confirm} error={errors.confirmation}>
        <PasswordInput
          value={confirmation}
          onValueChange={(text) => {
            setConfirmation(text)
            fields.clear()
          }}
          autoComplete="new-password"
          aria-required
        />
      </Field>
      <Button type="submit" block loading={isBusy}>
        {isFirst ? t.saveFirst : t.update}
      </Button>
    </Form>
  )
}
