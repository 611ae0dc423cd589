import { changePasswordRules } from '@aftercare/domain/auth/account-rules'
import { type FormEvent, useId, useState } from 'react'
import { usePasswordHint } from '../../auth/common-passwords'
import { useTexts } from '../../language/language'
import { ApiError } from '../../lib/api-client'
import { Form } from '../../lib/form'
import { formErrorMessage } from '../../lib/form-error-message'
import { useToast } from '../../lib/scoped-toast'
import { useAppMutation } from '../../lib/use-app-mutation'
import { useFieldErrors } from '../../lib/use-field-errors'
import { Button } from '../../ui/inputs/button'
import { Field } from '../../ui/inputs/field'
import { PasswordInput } from '../../ui/inputs/password-input'
import { Dialog } from '../../ui/overlays/dialog'
import { en as ui } from '../../ui/texts/en'
import { updatePassword } from './profile.api'
import { en } from './texts/change-password.en'

const EMPTY = { current_password: '', password: '', confirmation: '' }

/** The current password is asked for, so that an unattended session is not enough. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts(en)
  const common = useTexts(ui)
  const formId = useId()
  const [values, setValues] = useState(EMPTY)
  const hint = usePasswordHint(values.password)
  const { errors, ...fields } = useFieldErrors()
  const toast = useToast('change password')
  const change = useAppMutation(
    { mutationKey: ['change password'], mutationFn: updatePassword },
    {
      onSuccess: () => {
        toast.success(t.changed.title, t.changed.text)
        onClose()
      },
      onError: (error) => {
        const fieldErrors = error instanceof ApiError ? error.fields : {}
        if (fields.show(fieldErrors) === undefined)
          toast.error(common.error, formErrorMessage(error, t.failed))
      },
    },
  )
  const edit = (next: Partial<typeof EMPTY>) => {
    setValues({ ...values, ...next })
    fields.clearErrors(...Object.keys(next))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    toast.clear()
    const { confirmation: _, ...sent } = values
    if (fields.check(values, changePasswordRules(values.password))) change.mutate(sent)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !change.isPending && onClose()}
      title={t.title}
      description={t.text}
      width="narrow"
      dismissible={false}
      loading={change.isPending}
      footer={
        <>
          <Button variant="quiet" disabled={change.isPending} onClick={onClose}>
            {common.cancel}
          </Button>
          <Button type="submit" form={formId} loading={change.isPending} className="whitespace-nowrap">
            {t.title}
          </Button>
        </>
      }
    >
      <Form draft="credentials" id={formId} onSubmit={submit} className="grid gap-4">
        <Field label={t.current} error={errors.current_password}>
          <PasswordInput
            autoComplete="current-password"
            value={values.current_password}
            onValueChange={(current_password) => edit({ current_password })}
          />
        </Field>
        <Field label={t.new} description={hint} error={errors.password}>
          <PasswordInput
            autoComplete="new-password"
            value={values.password}
            onValueChange={(password) => edit({ password })}
          />
        </Field>
        <Field label={t.confirm} error={errors.confirmation}>
          <PasswordInput
            autoComplete="new-password"
            value={values.confirmation}
            onValueChange={(confirmation) => edit({ confirmation })}
          />
        </Field>
      </Form>
    </Dialog>
  )
}
