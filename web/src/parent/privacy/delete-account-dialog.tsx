import { TriangleAlert } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { ApiError } from '../../lib/api-client'
import { getErrorMessage } from '../../lib/error-message'
import { useFieldErrors } from '../../lib/use-field-errors'
import { Callout } from '../../ui/feedback/callout'
import { Button } from '../../ui/inputs/button'
import { Field } from '../../ui/inputs/field'
import { PasswordInput } from '../../ui/inputs/password-input'
import { Dialog } from '../../ui/overlays/dialog'
import { useDeleteAccount } from './privacy.api'

const FAMILY = {
  erased: "We erase your family's names, email, phone, allergies and notes, and our emails to you.",
  retained: 'Past fees, payments and attendance counts are kept without your names.',
  done: "Your account and your family's data have been erased.",
}
/** For somebody who joined a family: its records are the first adult's. */
const MEMBER = {
  erased: 'We erase your name, email and phone, and our emails to you.',
  retained: "The family's children, registrations and payments stay with the family.",
  done: "Your account has been erased. The family's records stay with the family.",
}

type DeleteAccountDialogProps = { isMember: boolean; onClose: () => void }

/** Asks for the password, and lists what is deleted and what is retained. */
export function DeleteAccountDialog({ isMember, onClose }: DeleteAccountDialogProps) {
  const texts = isMember ? MEMBER : FAMILY
  const formId = useId()
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const { errors, ...fields } = useFieldErrors()
  const remove = useDeleteAccount(texts.done, {
    onError: (error) => {
      const hasField = error instanceof ApiError && error.fields.password !== undefined
      if (hasField) fields.show(error.fields)
      // In the dialog, not a toast: what is due or booked takes time to resolve.
      else setProblem(getErrorMessage(error) ?? "We couldn't delete your account. Please try again.")
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    fields.clear()
    setProblem(null)
    remove.mutate(password)
  }
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      title="Delete my account"
      description="This can't be undone. You'll be signed out everywhere, and no one can restore the account."
      width="narrow"
      dismissible={false}
      loading={remove.isPending}
      footer={
        <>
          <Button variant="quiet" disabled={remove.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="danger"
            type="submit"
            form={formId}
            loading={remove.isPending}
            disabled={password === ''}
            className="whitespace-nowrap"
          >
            Delete account
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        <ul className="grid list-disc gap-1 pl-5 text-sm">
          <li>{texts.erased}</li>
          <li>{texts.retained}</li>
        </ul>
        {problem && (
          <div role="alert">
            <Callout tone="danger" icon={<TriangleAlert aria-hidden="true" />}>
              {problem}
            </Callout>
          </div>
        )}
        <Field label="Password" required error={errors.password}>
          <PasswordInput
            autoComplete="current-password"
            value={password}
            onValueChange={(text) => {
              setPassword(text)
              fields.correct('password')
            }}
          />
        </Field>
      </form>
    </Dialog>
  )
}
