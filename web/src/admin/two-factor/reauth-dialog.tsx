import { CODE_LENGTH, REAUTH_RULES } from '@aftercare/domain/two-factor/two-factor'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { ApiError } from '../../lib/api-client'
import { useUser } from '../../lib/auth-provider'
import { getErrorMessage } from '../../lib/error-message'
import { useToast } from '../../lib/scoped-toast'
import type { MutationCallbacks } from '../../lib/use-app-mutation'
import { useFieldErrors } from '../../lib/use-field-errors'
import { Button } from '../../ui/inputs/button'
import { Field, TextInput } from '../../ui/inputs/field'
import { PasswordInput } from '../../ui/inputs/password-input'
import { Dialog } from '../../ui/overlays/dialog'
import type { Proof } from './two-factor.admin.api'

type ProofDialogProps<Answer> = {
  title: string
  description: ReactNode
  confirmLabel: string
  danger?: boolean
  failed: string
  /** A hook: how the change is sent. */
  useSend: (
    userId: string,
    outcome: MutationCallbacks<Answer, Proof>,
  ) => { mutate: (proof: Proof) => void; isPending: boolean }
  onDone: (answer: Answer) => void
  onClose: () => void
}

/** What changes two-step sign-in needs the password and a code: whoever finds an open page has neither. */
export function ReauthDialog<Answer>({ useSend, ...props }: ProofDialogProps<Answer>) {
  const user = useUser()
  const formId = useId()
  const [proof, setProof] = useState<Proof>({ password: '', code: '' })
  const { errors, ...fields } = useFieldErrors()
  const say = useToast('two-step sign-in')
  const { mutate, isPending } = useSend(user.id, {
    onSuccess: (answer) => props.onDone(answer),
    onError: (error) => {
      const named = error instanceof ApiError ? error.fields : {}
      fields.show(named)
      // A code that was looked at is not worth a second look.
      if (!named.password) setProof((now) => ({ ...now, code: '' }))
      if (Object.keys(named).length === 0) say.error('Error', getErrorMessage(error) ?? props.failed)
    },
  })
  const change = (next: Partial<Proof>) => {
    setProof({ ...proof, ...next })
    fields.correct(...Object.keys(next))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (fields.check(proof, REAUTH_RULES)) mutate(proof)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !isPending) props.onClose()
      }}
      title={props.title}
      description={props.description}
      width="narrow"
      dismissible={false}
      loading={isPending}
      footer={
        <>
          <Button variant="quiet" disabled={isPending} onClick={props.onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            variant={props.danger ? 'danger' : 'primary'}
            loading={isPending}
          >
            {props.confirmLabel}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <Field label="Password" error={errors.password}>
          <PasswordInput
            autoComplete="current-password"
            value={proof.password}
            onValueChange={(password) => change({ password })}
          />
        </Field>
        <Field
          label="Code"
          description="From your authenticator app, or a recovery code."
          error={errors.code}
        >
          <TextInput
            value={proof.code}
            maxLength={CODE_LENGTH}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            className="tracking-widest tabular-nums"
            onValueChange={(code) => change({ code })}
          />
        </Field>
      </form>
    </Dialog>
  )
}
