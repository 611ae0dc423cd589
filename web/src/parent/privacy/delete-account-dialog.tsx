import { SIGN_IN_RULES } from '@aftercare/domain/auth/account-rules'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../language/language'
import { ApiError } from '../../lib/api-client'
import { FormDialog } from '../../lib/form-dialog'
import { formErrorMessage } from '../../lib/form-error-message'
import { useFieldErrors } from '../../lib/use-field-errors'
import { Callout } from '../../ui/feedback/callout'
import { Field } from '../../ui/inputs/field'
import { PasswordInput } from '../../ui/inputs/password-input'
import { useDeleteAccount } from './privacy.api'
import { en } from './texts/delete-account.en'

type DeleteAccountDialogProps = { isMember: boolean; onClose: () => void }

/** Asks for the password, and lists what is deleted and what is retained. */
export function DeleteAccountDialog({ isMember, onClose }: DeleteAccountDialogProps) {
  const t = useTexts(en)
  const texts = isMember ? t.member : t.family
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const { errors, ...fields } = useFieldErrors()
  const remove = useDeleteAccount(
    { title: t.deleted, message: texts.done },
    {
      onError: (error) => {
        const hasField = error instanceof ApiError && error.fields.password !== undefined
        if (hasField) fields.show(error.fields)
        // In the dialog, not a toast: what is due or booked takes time to resolve.
        else setProblem(formErrorMessage(error, t.failed))
      },
    },
  )
  function submit() {
    fields.clear()
    setProblem(null)
    if (fields.check({ password }, { password: SIGN_IN_RULES.password })) remove.mutate(password)
  }
  return (
    <FormDialog
      draft="credentials"
      loading={remove.isPending}
      title={t.title}
      description={t.text}
      saveLabel={<span className="whitespace-nowrap">{t.confirm}</span>}
      danger
      onSubmit={submit}
      onClose={onClose}
    >
      <ul className="grid list-disc gap-1 pl-5 text-sm">
        <li>{texts.erased}</li>
        <li>{texts.retained}</li>
      </ul>
      {problem && (
        <div role="alert">
          <Callout tone="danger" icon={<TriangleAlert />}>
            {problem}
          </Callout>
        </div>
      )}
      <Field label={t.password} required error={errors.password}>
        <PasswordInput
          autoComplete="current-password"
          value={password}
          onValueChange={(text) => {
            setPassword(text)
            fields.clearErrors('password')
          }}
        />
      </Field>
    </FormDialog>
  )
}
