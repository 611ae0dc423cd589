import { CODE_LENGTH, CODE_RULES } from '@aftercare/domain/two-factor/two-factor'
import { ChevronLeft, LockKeyhole } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '../lib/api-client'
import { useFieldErrors } from '../lib/use-field-errors'
import { Button } from '../ui/inputs/button'
import { Field, TextInput } from '../ui/inputs/field'
import { getErrorMessageOr } from './error-message'
import { signInMessages } from './sign-in-messages'

const FAILED = "We couldn't check the code. Please try again."

type TwoFactorFormProps = {
  /** Signs in with the code; resolves to the error, if any. */
  onCode: (code: string) => Promise<ApiError | null>
  onBack: () => void
}

/** The second factor; replaces the password form. */
export function TwoFactorForm({ onCode, onBack }: TwoFactorFormProps) {
  const [codeType, setCodeType] = useState<'app' | 'recovery'>('app')
  const [code, setCode] = useState('')
  const [isBusy, setBusy] = useState(false)
  const { errors, ...fields } = useFieldErrors()
  const input = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when the user switches to the other type of code
  useEffect(() => input.current?.focus(), [codeType])

  const onRejected = (error: ApiError) => {
    if (error.code === 'challenge-expired') {
      signInMessages.error('Please sign in again', error.message)
      onBack()
      return
    }
    fields.show({ code: getErrorMessageOr(error, FAILED) })
    setCode('')
    input.current?.focus()
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    signInMessages.clear()
    if (!fields.check({ code }, CODE_RULES)) return
    setBusy(true)
    try {
      const error = await onCode(code)
      if (error) onRejected(error)
    } catch (reason) {
      // The code was not checked and may be right: it stays for the next attempt.
      signInMessages.error('Code not checked', reason instanceof ApiError ? reason.message : FAILED)
    } finally {
      setBusy(false)
    }
  }

  const isApp = codeType === 'app'
  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      <h2 className="flex items-center gap-2 text-lg">
        <LockKeyhole aria-hidden="true" className="size-5 text-accent" />
        One more step
      </h2>
      <Field
        label={isApp ? 'Code from your authenticator app' : 'Recovery code'}
        description={
          isApp
            ? 'Six digits. A new code appears every 30 seconds.'
            : 'One of your ten codes, such as abcd-efgh-jkmn. Each works once.'
        }
        error={errors.code}
      >
        <TextInput
          ref={input}
          value={code}
          maxLength={CODE_LENGTH}
          inputMode={isApp ? 'numeric' : 'text'}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          className="tracking-widest tabular-nums"
          onValueChange={(text) => {
            setCode(text)
            fields.correct('code')
          }}
        />
      </Field>
      <Button type="submit" block loading={isBusy}>
        Sign In
      </Button>
      <div className="-my-2 flex flex-wrap justify-between">
        <Button
          variant="plain"
          className="-ml-3 text-sm"
          icon={<ChevronLeft aria-hidden="true" />}
          onClick={() => {
            signInMessages.clear()
            onBack()
          }}
        >
          Back to sign in
        </Button>
        <Button
          variant="plain"
          className="-mr-3 text-sm"
          onClick={() => {
            setCodeType(isApp ? 'recovery' : 'app')
            setCode('')
            fields.clear()
          }}
        >
          {isApp ? 'Use a recovery code' : 'Use the app'}
        </Button>
      </div>
    </form>
  )
}
