import { ChevronLeft } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../features/api-client'
import { sendReset } from '../../features/auth/auth.api'
import { wordsOf } from '../../features/auth/error-words'
import { signInMessages } from '../../features/auth/sign-in-messages'
import { Button } from '../../ui/button'
import { Field, TextInput } from '../../ui/field'

const FAILED = 'Failed to send reset email. Please try again.'

type AdminResetViewProps = { email: string; onEmailChange: (email: string) => void; onBack: () => void }

export function AdminResetView({ email, onEmailChange, onBack }: AdminResetViewProps) {
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    signInMessages.clear()
    if (email.trim() === '') {
      signInMessages.error('Email required', 'Please enter your email address to reset your password.')
      return
    }
    setBusy(true)
    try {
      await sendReset(email, 'staff')
      signInMessages.success(
        'Password reset sent',
        `If ${email.trim()} has an account, a link is on its way.`,
      )
    } catch (error) {
      signInMessages.error(
        'Password reset failed',
        error instanceof ApiError ? wordsOf(error, FAILED) : FAILED,
      )
    } finally {
      setBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field label="Email" description="We will email you a link to choose a new password.">
        <TextInput type="email" autoComplete="username" value={email} onValueChange={onEmailChange} />
      </Field>
      <Button type="submit" block busy={isBusy}>
        Send Reset Link
      </Button>
      <Button
        kind="plain"
        icon={<ChevronLeft aria-hidden="true" />}
        onClick={() => {
          signInMessages.clear()
          onBack()
        }}
      >
        Back to sign in
      </Button>
    </form>
  )
}
