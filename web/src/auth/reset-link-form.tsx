import { ChevronLeft } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../lib/api-client'
import { Button } from '../ui/inputs/button'
import { Field, TextInput } from '../ui/inputs/field'
import { sendReset } from './auth.api'
import { wordsOf } from './error-words'
import { signInMessages } from './sign-in-messages'

const FAILED = 'Failed to send reset email. Please try again.'

type ResetLinkFormProps = {
  portal: Parameters<typeof sendReset>[1]
  email: string
  onEmailChange: (email: string) => void
  /** Pressed without an address. */
  onMissing: () => void
  problem?: string
  description?: string
  sent: (email: string) => readonly [title: string, message: string]
  failedTitle: string
  backLabel: string
  onBack: () => void
}

/** Asks for a link to a new password. Whether the address has an account is told to nobody. */
export function ResetLinkForm({
  portal,
  email,
  onEmailChange,
  onMissing,
  problem,
  description,
  sent,
  failedTitle,
  backLabel,
  onBack,
}: ResetLinkFormProps) {
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    signInMessages.clear()
    if (email.trim() === '') return onMissing()
    setBusy(true)
    try {
      await sendReset(email, portal)
      signInMessages.success(...sent(email.trim()))
    } catch (error) {
      signInMessages.error(failedTitle, error instanceof ApiError ? wordsOf(error, FAILED) : FAILED)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field label="Email" description={description} error={problem}>
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
        {backLabel}
      </Button>
    </form>
  )
}
