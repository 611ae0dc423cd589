import { CODE_LENGTH, CODE_RULES, formatKey } from '@aftercare/domain/two-factor/two-factor'
import { useEffect, useRef, useState } from 'react'
import { useUser } from '../../lib/auth-provider'
import { Form } from '../../lib/form'
import { formErrorMessage } from '../../lib/form-error-message'
import { useToast } from '../../lib/scoped-toast'
import { useFieldErrors } from '../../lib/use-field-errors'
import { loadErrorNote } from '../../ui/feedback/retry-note'
import { Skeleton } from '../../ui/feedback/skeleton'
import { Button } from '../../ui/inputs/button'
import { Field, TextInput } from '../../ui/inputs/field'
import { lazyWithRetry } from '../../ui/lazy-with-retry'
import { type AppKey, useConfirmTwoFactor } from './two-factor.api'

const QrCode = lazyWithRetry(
  () => import('./qr-code'),
  (m) => m.QrCode,
  {
    renderError: loadErrorNote("We couldn't load the QR code.", 'w-48'),
    fallback: <Skeleton className="size-48" />,
  },
)

const FAILED = 'Failed to turn on two-step sign-in. Please try again.'

type SetUpFormProps = { appKey: AppKey; onCodes: (codes: string[]) => void; onCancel: () => void }

export function SetUpForm({ appKey, onCodes, onCancel }: SetUpFormProps) {
  const user = useUser()
  const toast = useToast('two-step sign-in')
  const [code, setCode] = useState('')
  const { errors, ...fields } = useFieldErrors()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const confirm = useConfirmTwoFactor(user.id, {
    onSuccess: ({ recovery_codes }) => {
      toast.success('Two-step sign-in is on')
      onCodes(recovery_codes)
    },
    onError: (error) => {
      fields.show({ code: formErrorMessage(error, FAILED) })
      setCode('')
    },
  })
  const submit = () => {
    if (fields.check({ code }, CODE_RULES)) confirm.mutate(code)
  }
  return (
    <Form draft="credentials" onSubmit={submit} className="grid gap-4">
      <h3 ref={heading} tabIndex={-1} className="text-base outline-none">
        1. Scan this with an authenticator app
      </h3>
      <div className="flex flex-wrap items-start gap-4">
        <QrCode text={appKey.uri} label="QR code for your authenticator app" />
        <div className="min-w-0 flex-1 basis-48 text-sm">
          <p>
            Any authenticator app works, such as Google Authenticator, Microsoft Authenticator, 1Password or
            Aegis.
          </p>
          <p className="mt-1 hidden coarse:block">
            <a href={appKey.uri} className="inline-flex min-h-tap items-center font-semibold text-accent">
              Open it in an app on this device
            </a>
          </p>
          <p className="mt-2 text-muted">Can't scan it? Type this key into the app:</p>
          <p className="mt-1 font-mono text-base wrap-anywhere select-all" data-testid="two-factor-key">
            {formatKey(appKey.key)}
          </p>
        </div>
      </div>
      <h3 className="text-base">2. Enter the code it shows</h3>
      <Field label="Code from the app" error={errors.code} className="max-w-60">
        <TextInput
          value={code}
          maxLength={CODE_LENGTH}
          inputMode="numeric"
          autoComplete="one-time-code"
          className="tracking-widest tabular-nums"
          onValueChange={(text) => {
            setCode(text)
            fields.clearErrors('code')
          }}
        />
      </Field>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" disabled={confirm.isPending} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={confirm.isPending}>
          Turn on
        </Button>
      </div>
    </Form>
  )
}
