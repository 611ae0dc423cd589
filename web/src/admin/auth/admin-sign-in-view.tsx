import { type FormEvent, useState } from 'react'
import { fetchAdminRole } from '../../auth/auth.api'
import { useAuth } from '../../auth/auth-provider'
import { wordsOf } from '../../auth/error-words'
import { LazyCodeStep } from '../../auth/lazy-code-step'
import { signInMessages } from '../../auth/sign-in-messages'
import { ApiError } from '../../lib/api-client'
import { Button } from '../../ui/inputs/button'
import { Field, TextInput } from '../../ui/inputs/field'
import { PasswordInput } from '../../ui/inputs/password-input'
import { NO_ACCESS } from '../no-access'

const NOT_VERIFIED = { title: 'Login failed', message: 'Failed to verify admin privileges' } as const
const FAILED = 'Invalid credentials. Please try again.'

type AdminSignInViewProps = {
  email: string
  onEmailChange: (email: string) => void
  /** While the role is being checked nobody is let through. */
  onBusyChange: (isBusy: boolean) => void
  onForgot: () => void
}

export function AdminSignInView({ email, onEmailChange, onBusyChange, onForgot }: AdminSignInViewProps) {
  const { signIn, signInByCode, dropSession } = useAuth()
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [isCodeAsked, setCodeAsked] = useState(false)

  const enter = async () => {
    const { error } = await signIn(email, password)
    if (error?.code === 'code-needed') setCodeAsked(true)
    else if (error) signInMessages.error('Login failed', wordsOf(error, FAILED))
    else await welcome()
  }

  const enterByCode = async (code: string) => {
    onBusyChange(true)
    try {
      const { error } = await signInByCode(code)
      if (!error) await welcome()
      return error
    } finally {
      onBusyChange(false)
    }
  }

  const welcome = async () => {
    try {
      await fetchAdminRole()
      signInMessages.success('Login successful', 'Welcome to the admin portal!')
    } catch (reason) {
      const isDenied = reason instanceof ApiError && reason.status === 403
      await dropSession('/admin/login')
      const words = isDenied ? NO_ACCESS : NOT_VERIFIED
      signInMessages.error(words.title, words.message)
    }
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    signInMessages.clear()
    setBusy(true)
    onBusyChange(true)
    await enter()
      .catch((reason) =>
        signInMessages.error('Login failed', reason instanceof Error ? reason.message : FAILED),
      )
      .finally(() => {
        setBusy(false)
        onBusyChange(false)
      })
  }

  const askAgain = () => {
    setPassword('')
    setCodeAsked(false)
  }
  if (isCodeAsked) return <LazyCodeStep onCode={enterByCode} onBack={askAgain} />
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <Field label="Email">
        <TextInput type="email" autoComplete="username" value={email} onValueChange={onEmailChange} />
      </Field>
      <Field label="Password">
        <PasswordInput autoComplete="current-password" value={password} onValueChange={setPassword} />
      </Field>
      <div className="-my-2 -ml-3">
        <Button kind="plain" className="text-sm" onClick={onForgot}>
          Forgot password?
        </Button>
      </div>
      <Button type="submit" block busy={isBusy}>
        Sign In
      </Button>
    </form>
  )
}
