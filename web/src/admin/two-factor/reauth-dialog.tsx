import { CODE_LENGTH, REAUTH_RULES } from '@aftercare/domain/two-factor/two-factor'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../../lib/api-client'
import { useUser } from '../../lib/auth-provider'
import { controlsOf } from '../../lib/form-controls'
import { FormDialog } from '../../lib/form-dialog'
import { useToast } from '../../lib/scoped-toast'
import type { MutationCallbacks } from '../../lib/use-app-mutation'
import { useFieldErrors } from '../../lib/use-field-errors'
import { Field, TextInput } from '../../ui/inputs/field'
import { PasswordInput } from '../../ui/inputs/password-input'
import { errorReason } from '../error-reason'
import type { Credentials } from './two-factor.api'

type ReauthDialogProps<Data> = {
  title: string
  description: ReactNode
  confirmLabel: string
  danger?: boolean
  /** The title of its toast. */
  failed: string
  /** The mutation hook. */
  useSend: (
    userId: string,
    callbacks: MutationCallbacks<Data, Credentials>,
  ) => { mutate: (credentials: Credentials) => void; isPending: boolean }
  onDone: (data: Data) => void
  onClose: () => void
}

/** Changing two-step sign-in needs the password and a code, so an unattended session is not enough. */
export function ReauthDialog<Data>({ useSend, ...props }: ReauthDialogProps<Data>) {
  const user = useUser()
  const [credentials, setCredentials] = useState<Credentials>({ password: '', code: '' })
  const { errors, ...fields } = useFieldErrors()
  const toast = useToast('two-step sign-in')
  const { mutate, isPending } = useSend(user.id, {
    onSuccess: (data) => props.onDone(data),
    onError: (error) => {
      const fieldErrors = error instanceof ApiError ? error.fields : {}
      fields.show(fieldErrors)
      // A code that was checked is used up.
      if (!fieldErrors.password) setCredentials((now) => ({ ...now, code: '' }))
      if (Object.keys(fieldErrors).length === 0) toast.error(props.failed, errorReason(error))
    },
  })
  const change = (next: Partial<Credentials>) => {
    setCredentials({ ...credentials, ...next })
    fields.clearErrors(...Object.keys(next))
  }
  const control = controlsOf(credentials, change)
  const submit = () => {
    if (fields.check(credentials, REAUTH_RULES)) mutate(credentials)
  }
  return (
    <FormDialog
      draft="credentials"
      loading={isPending}
      title={props.title}
      description={props.description}
      saveLabel={props.confirmLabel}
      danger={props.danger}
      onSubmit={submit}
      onClose={props.onClose}
    >
      <Field label="Password" error={errors.password}>
        <PasswordInput autoComplete="current-password" {...control('password')} />
      </Field>
      <Field label="Code" description="From your authenticator app, or a recovery code." error={errors.code}>
        <TextInput
          {...control('code')}
          maxLength={CODE_LENGTH}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          className="tracking-widest tabular-nums"
        />
      </Field>
    </FormDialog>
  )
}
