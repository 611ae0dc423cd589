import { CODE_LENGTH, CODE_RULES } from '@aftercare/domain/two-factor/two-factor'
import { ChevronLeft, LockKeyhole } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../language/language'
import { ApiError, getServerMessage } from '../lib/api-client'
import { Form } from '../lib/form'
import { useFieldErrors } from '../lib/use-field-errors'
import { Button } from '../ui/inputs/button'
import { Field, TextInput } from '../ui/inputs/field'
import { signInMessages } from './sign-in-messages'
import { en } from './texts/two-factor.en'

type TwoFactorFormProps = {
  /** Signs in with the code; resolves to the error, if any. */
  onCode: (code: string) => Promise<ApiError | null>
  onBack: () => void
}

/** The second factor; replaces the password form. */
export function TwoFactorForm({ onCode, onBack }: TwoFactorFormProps) {
  const t = useTexts(en)
  const [codeType, setCodeType] = useState<'app' | 'recovery'>('app')
  const [code, setCode] = useState('')
  const [isBusy, setBusy] = useState(false)
  const { errors, ...fields } = useFieldErrors()
  const input = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: also when the user switches to the other type of code
  useEffect(() => input.current?.focus(), [codeType])

  const onRejected = (error: ApiError) => {
    if (error.code === 'challenge-expired') {
      signInMessages.error(t.signInAgain, error.message)
      onBack()
      return
    }
    fields.show({ code: getServerMessage(error) ?? t.failed })
    setCode('')
    input.current?.focus()
  }

  const submit = async () => {
    signInMessages.clear()
    if (!fields.check({ code }, CODE_RULES)) return
    setBusy(true)
    try {
      const error = await onCode(code)
      if (error) onRejected(error)
    } catch (reason) {
      // The code was not checked and may be right: it stays for the next attempt.
      signInMessages.error(t.notChecked, reason instanceof ApiError ? reason.message : t.failed)
    } finally {
      setBusy(false)
    }
  }

  const isApp = codeType === 'app'
  return (
    <Form draft="credentials" onSubmit={submit} className="grid gap-4">
      <h2 className="flex items-center gap-2 text-lg">
        <LockKeyhole className="size-5 text-accent" />
        {t.title}
      </h2>
      <Field
        label={isApp ? t.appCode : t.recoveryCode}
        description={isApp ? t.appHint : t.recoveryHint}
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
            fields.clearErrors('code')
          }}
        />
      </Field>
      <Button type="submit" block loading={isBusy}>
        {t.signIn}
      </Button>
      <div className="-my-2 flex flex-wrap justify-between">
        <Button
          variant="plain"
          className="-ml-3 text-sm"
          icon={<ChevronLeft />}
          onClick={() => {
            signInMessages.clear()
            onBack()
          }}
        >
          {t.back}
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
          {isApp ? t.useRecoveryCode : t.useApp}
        </Button>
      </div>
    </Form>
  )
}
