import { SIGN_IN_RULES } from '@aftercare/domain/auth/account-rules'
import { MailWarning } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { resendVerification } from '../../auth/auth.api'
import { useAuth } from '../../auth/auth-provider'
import { wordsOf } from '../../auth/error-words'
import { LazyCodeStep } from '../../auth/lazy-code-step'
import { signInMessages } from '../../auth/sign-in-messages'
import { useFieldErrors } from '../../lib/use-field-errors'
import { Note } from '../../ui/feedback/callout'
import { Button } from '../../ui/inputs/button'
import { Field, TextInput } from '../../ui/inputs/field'
import { PasswordInput } from '../../ui/inputs/password-input'

type SignInFormProps = {
  email: string
  onEmailChange: (email: string) => void
  onForgot: () => void
}

export function SignInForm({ email, onEmailChange, onForgot }: SignInFormProps) {
  const { signIn, signInByCode } = useAuth()
  const [password, setPassword] = useState('')
  const { errors, ...fields } = useFieldErrors()
  const [unconfirmed, setUnconfirmed] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [isCodeAsked, setCodeAsked] = useState(false)
  const welcome = () => signInMessages.success('Welcome back!', 'You have been signed in successfully.')

  const enterByCode = async (code: string) => {
    const { error } = await signInByCode(code)
    if (!error) welcome()
    return error
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    signInMessages.clear()
    if (!fields.check({ email, password }, SIGN_IN_RULES)) return
    setBusy(true)
    setUnconfirmed(null)
    try {
      const { error } = await signIn(email, password)
      if (!error) welcome()
      else if (error.code === 'code-needed') setCodeAsked(true)
      else {
        signInMessages.error('Sign In Failed', wordsOf(error, 'Invalid credentials. Please try again.'))
        if (error.code === 'email-not-confirmed') setUnconfirmed(email)
      }
    } catch {
      signInMessages.error('Sign In Error', 'An unexpected error occurred. Please try again.')
    } finally {
      setBusy(false)
    }
  }

  const askAgain = () => {
    setPassword('')
    setCodeAsked(false)
  }
  if (isCodeAsked) return <LazyCodeStep onCode={enterByCode} onBack={askAgain} />
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {unconfirmed !== null && <Unconfirmed email={unconfirmed} />}
      <Field label="Email" error={errors.email}>
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
      <Field label="Password" error={errors.password}>
        <PasswordInput
          autoComplete="current-password"
          value={password}
          onValueChange={(text) => {
            setPassword(text)
            fields.correct('password')
          }}
        />
      </Field>
      <div className="-my-2 -ml-3">
        <Button kind="plain" className="text-sm" onClick={onForgot}>
          Forgot Password?
        </Button>
      </div>
      <Button type="submit" block busy={isBusy}>
        Sign In
      </Button>
    </form>
  )
}

/** The address still waits for its confirmation: the mail can be had again. */
function Unconfirmed({ email }: { email: string }) {
  const [isBusy, setBusy] = useState(false)
  const send = async () => {
    signInMessages.clear()
    setBusy(true)
    try {
      await resendVerification(email)
      signInMessages.success('Verification Email Sent', 'Please check your email to verify your account.')
    } catch (error) {
      const words = error instanceof Error ? error.message : 'Please try again.'
      signInMessages.error('Verification Email Failed', words)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Note tone="sun" icon={<MailWarning aria-hidden="true" />}>
      <p>Open the link in the mail we sent to {email}, then sign in.</p>
      <Button kind="plain" className="-mb-2 -ml-3 text-sm" busy={isBusy} onClick={send}>
        Send the email again
      </Button>
    </Note>
  )
}
