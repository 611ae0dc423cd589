import { ChevronLeft, TriangleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../features/api-client'
import { sendReset } from '../../features/auth/auth.api'
import { wordsOf } from '../../features/auth/error-words'
import { signInMessages } from '../../features/auth/sign-in-messages'
import { Button } from '../../ui/button'
import { Field, TextInput } from '../../ui/field'
import { Note } from '../../ui/note'
import { usePageTitle } from '../../ui/page-title'

const FAILED = 'Failed to send reset email. Please try again.'

type ForgotPasswordViewProps = {
  email: string
  onEmailChange: (email: string) => void
  /** A link was given that does not work: said before a new one is asked for. */
  isLinkInvalid: boolean
  onBack: () => void
}

export function ForgotPasswordView({ email, onEmailChange, isLinkInvalid, onBack }: ForgotPasswordViewProps) {
  usePageTitle('Forgot Password')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    signInMessages.clear()
    const missing = email.trim() === '' ? 'Email is required' : undefined
    setProblem(missing)
    if (missing) return
    setBusy(true)
    try {
      await sendReset(email, 'parent')
      signInMessages.success(
        'Password Reset Email Sent',
        'Please check your email for a link to reset your password.',
      )
    } catch (error) {
      signInMessages.error(
        'Password Reset Failed',
        error instanceof ApiError ? wordsOf(error, FAILED) : FAILED,
      )
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <h1 className="mb-1 text-xl">Forgot Password</h1>
      <p className="mb-4 text-muted">We will email you a link to choose a new one.</p>
      {isLinkInvalid && (
        <div role="alert" className="mb-4">
          <Note tone="danger" icon={<TriangleAlert aria-hidden="true" />}>
            The password reset link is invalid or has expired.
          </Note>
        </div>
      )}
      <form noValidate onSubmit={submit} className="grid gap-4">
        <Field label="Email" error={problem}>
          <TextInput
            type="email"
            autoComplete="username"
            value={email}
            onValueChange={(text) => {
              onEmailChange(text)
              setProblem(undefined)
            }}
          />
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
          Back to Sign In
        </Button>
      </form>
    </>
  )
}
