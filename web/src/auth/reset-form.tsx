import { RESET_RULES } from '@aftercare/domain/auth/account-rules'
import { ChevronLeft } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../lib/api-client'
import type { Portal } from '../lib/auth.api'
import { useFieldErrors } from '../lib/use-field-errors'
import { Button } from '../ui/inputs/button'
import { Field, TextInput } from '../ui/inputs/field'
import { sendReset } from './account.api'
import { getErrorMessageOr } from './error-message'
import { signInMessages } from './sign-in-messages'

const FAILED = 'Failed to send reset email. Please try again.'

type Message = readonly [title: string, text: string]
type Messages = {
  description?: string
  missing?: Message
  sent: (email: string) => Message
  failed: string
  back: string
}

const MESSAGES: Record<Portal, Messages> = {
  parent: {
    sent: () => ['Password Reset Email Sent', 'Please check your email for a link to reset your password.'],
    failed: 'Password Reset Failed',
    back: 'Back to Sign In',
  },
  staff: {
    description: "We'll email you a link to choose a new password.",
    missing: ['Email required', 'Please enter your email address to reset your password.'],
    sent: (email) => ['Password reset sent', `If ${email} has an account, a link is on its way.`],
    failed: 'Password reset failed',
    back: 'Back to sign in',
  },
}

type ResetFormProps = {
  portal: Portal
  email: string
  onEmailChange: (email: string) => void
  onBack: () => void
}

/** Requests a password reset link. The response never reveals whether the email has an account. */
export function ResetForm({ portal, email, onEmailChange, onBack }: ResetFormProps) {
  const messages = MESSAGES[portal]
  const [isBusy, setBusy] = useState(false)
  const { errors, ...fields } = useFieldErrors()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    signInMessages.clear()
    if (!fields.check({ email }, RESET_RULES)) {
      if (messages.missing) signInMessages.error(...messages.missing)
      return
    }
    setBusy(true)
    try {
      await sendReset(email, portal)
      signInMessages.success(...messages.sent(email.trim()))
    } catch (error) {
      signInMessages.error(
        messages.failed,
        error instanceof ApiError ? getErrorMessageOr(error, FAILED) : FAILED,
      )
    } finally {
      setBusy(false)
    }
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field label="Email" description={messages.description} error={errors.email}>
        <TextInput
          type="email"
          autoComplete="username"
          value={email}
          onValueChange={(text) => {
            onEmailChange(text)
            fields.correct('email')
          }}
        />
      </Field>
      <Button type="submit" block loading={isBusy}>
        Send Reset Link
      </Button>
      <Button
        variant="plain"
        icon={<ChevronLeft aria-hidden="true" />}
        onClick={() => {
          signInMessages.clear()
          onBack()
        }}
      >
        {messages.back}
      </Button>
    </form>
  )
}
