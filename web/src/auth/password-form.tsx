import { PASSWORD_TOO_SHORT } from '@aftercare/domain/auth/account-rules'
import { MIN_PASSWORD_LENGTH } from '@aftercare/domain/lib/enums'
import { type FormEvent, useState } from 'react'
import type { Portal } from '../lib/auth.api'
import { Button } from '../ui/inputs/button'
import { Field } from '../ui/inputs/field'
import { PasswordInput } from '../ui/inputs/password-input'
import { type RecoveryTokens, setPasswordByLink } from './account.api'
import { COMMON_PASSWORD_WARNING, isCommonPassword } from './common-passwords'
import { getErrorMessageOr } from './error-message'
import { signInMessages } from './sign-in-messages'

const FAILED = 'Failed to update password. Please try again.'

type Message = readonly [title: string, text: string]

const MESSAGES: Record<Portal, { mismatch: Message; tooShort: Message; updated: Message; failed: string }> = {
  parent: {
    mismatch: ["Passwords Don't Match", 'Please make sure both passwords are the same.'],
    tooShort: ['Password Too Short', PASSWORD_TOO_SHORT],
    updated: ['Password Updated', 'Your password has been successfully updated. You can now sign in.'],
    failed: 'Password Update Failed',
  },
  staff: {
    mismatch: ["Passwords don't match", 'Please make sure both password fields match.'],
    tooShort: ['Password too short', PASSWORD_TOO_SHORT],
    updated: ['Password updated successfully', 'You can now sign in with your new password.'],
    failed: 'Password update failed',
  },
}

const FIRST_SAVED: Message = ['Password Saved', 'You can now sign in.']

type PasswordFormProps = {
  portal: Portal
  tokens: RecoveryTokens
  /** The account's first password, chosen by a parent whom staff invited. */
  isFirst?: boolean
  onDone: () => void
  onInvalid: () => void
}

/** Sets a new password by a mailed link. */
export function PasswordForm({ portal, tokens, isFirst = false, onDone, onInvalid }: PasswordFormProps) {
  const messages = MESSAGES[portal]
  const [password, setPassword] = useState('')
  const [confirmation, setConfirmation] = useState('')
  const [isBusy, setBusy] = useState(false)

  const update = async () => {
    const { error } = await setPasswordByLink(tokens, password)
    if (!error) {
      signInMessages.success(...(isFirst ? FIRST_SAVED : messages.updated))
      return onDone()
    }
    signInMessages.error(messages.failed, getErrorMessageOr(error, FAILED))
    if (error.code === 'invalid-link') onInvalid()
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== confirmation) return signInMessages.error(...messages.mismatch)
    if (password.length < MIN_PASSWORD_LENGTH) return signInMessages.error(...messages.tooShort)
    signInMessages.clear()
    setBusy(true)
    void update()
      .catch(() => signInMessages.error(messages.failed, FAILED))
      .finally(() => setBusy(false))
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field
        label={isFirst ? 'Password' : 'New Password'}
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
      <Button type="submit" block loading={isBusy}>
        {isFirst ? 'Save Password' : 'Update Password'}
      </Button>
    </form>
  )
}
