import { SIGN_IN_RULES } from '@aftercare/domain/auth/account-rules'
import { MailWarning } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../language/language'
import { getServerMessage } from '../lib/api-client'
import type { Portal } from '../lib/auth.api'
import { signIn, signInByCode } from '../lib/auth-store'
import { Form } from '../lib/form'
import { withConnection } from '../lib/form-error-message'
import { useFieldErrors } from '../lib/use-field-errors'
import { Callout } from '../ui/feedback/callout'
import { Button } from '../ui/inputs/button'
import { resendVerification } from './account.api'
import { CurrentPasswordField, EmailField } from './account-fields'
import { LazyTwoFactorForm } from './lazy-forms'
import { signInMessages } from './sign-in-messages'
import { en } from './texts/en'

/** The specification gives each portal its own texts. */
const STAFF_TEXTS = { forgot: 'Forgot password?', failed: 'Login failed' }

type SignInFormProps = {
  portal: Portal
  email: string
  onEmailChange: (email: string) => void
  onForgot: () => void
  onSignedIn: () => void | Promise<void>
  /** Until `onSignedIn` is done. */
  onLoadingChange?: (isLoading: boolean) => void
}

export function SignInForm({
  portal,
  email,
  onEmailChange,
  onForgot,
  onSignedIn,
  ...props
}: SignInFormProps) {
  const t = useTexts(en)
  const { forgot, failed } = portal === 'staff' ? STAFF_TEXTS : t
  const [password, setPassword] = useState('')
  const fields = useFieldErrors()
  const [unverifiedEmail, setUnverifiedEmail] = useState<string | null>(null)
  const [isLoading, setBusy] = useState(false)
  const [isCodeRequired, setCodeRequired] = useState(false)

  const whileBusy = async <Result,>(work: () => Promise<Result>) => {
    props.onLoadingChange?.(true)
    try {
      return await work()
    } finally {
      props.onLoadingChange?.(false)
    }
  }

  const submitCode = (code: string) =>
    whileBusy(async () => {
      const { error } = await signInByCode(code)
      if (!error) await onSignedIn()
      return error
    })

  const submitPassword = async () => {
    const { error } = await signIn(email, password)
    if (!error) return onSignedIn()
    if (error.code === 'code-needed') return setCodeRequired(true)
    signInMessages.error(failed, getServerMessage(error) ?? t.invalid)
    if (error.code === 'email-not-confirmed') setUnverifiedEmail(email)
  }

  const submit = async () => {
    signInMessages.clear()
    if (!fields.check({ email, password }, SIGN_IN_RULES)) return
    setBusy(true)
    setUnverifiedEmail(null)
    try {
      await whileBusy(submitPassword)
    } catch (reason) {
      if (portal === 'parent')
        signInMessages.error(t.unexpected.title, withConnection(reason, t.unexpected.text))
      else signInMessages.error(failed, reason instanceof Error ? reason.message : t.invalid)
    } finally {
      setBusy(false)
    }
  }

  const backToPassword = () => {
    setPassword('')
    setCodeRequired(false)
  }
  if (isCodeRequired) return <LazyTwoFactorForm onCode={submitCode} onBack={backToPassword} />
  return (
    <Form draft="credentials" onSubmit={submit} className="grid gap-4">
      {unverifiedEmail !== null && <UnverifiedEmail email={unverifiedEmail} />}
      <EmailField fields={fields} value={email} onValueChange={onEmailChange} />
      <CurrentPasswordField fields={fields} value={password} onValueChange={setPassword} />
      <div className="-my-2 -ml-3">
        <Button variant="plain" className="text-sm" onClick={onForgot}>
          {forgot}
        </Button>
      </div>
      <Button type="submit" block loading={isLoading}>
        {t.signIn}
      </Button>
    </Form>
  )
}

/** The email is not verified yet: offers to send the link again. */
function UnverifiedEmail({ email }: { email: string }) {
  const t = useTexts(en).unverified
  const [isLoading, setBusy] = useState(false)
  const send = async () => {
    signInMessages.clear()
    setBusy(true)
    try {
      await resendVerification(email)
      signInMessages.success(t.sent.title, t.sent.text)
    } catch (error) {
      const message = error instanceof Error ? error.message : t.failed.text
      signInMessages.error(t.failed.title, message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Callout tone="warning" icon={<MailWarning />}>
      <p>{t.text(email)}</p>
      <Button variant="plain" className="-mb-2 -ml-3 text-sm" loading={isLoading} onClick={send}>
        {t.send}
      </Button>
    </Callout>
  )
}
