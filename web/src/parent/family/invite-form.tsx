import { requiredEmail } from '@aftercare/domain/auth/account-rules'
import { MAX_ADULTS } from '@aftercare/domain/family/family'
import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { Mail } from 'lucide-react'
import { useTexts } from '../../language/language'
import { Form } from '../../lib/form'
import { formErrorMessage } from '../../lib/form-error-message'
import { useToast } from '../../lib/scoped-toast'
import { useDraft } from '../../lib/use-draft'
import { useFieldErrors } from '../../lib/use-field-errors'
import { Button } from '../../ui/inputs/button'
import { Field, TextInput } from '../../ui/inputs/field'
import { en as ui } from '../../ui/texts/en'
import { useInvite } from './family.api'
import { en } from './texts/en'

/** `places`: adults and open invitations so far. */
export function InviteForm({ places }: { places: number }) {
  const t = useTexts(en).invite
  const common = useTexts(ui)
  const draft = useDraft('invite adult', { empty: { email: '' } })
  const { email } = draft.values
  const { errors, ...fields } = useFieldErrors()
  const toast = useToast('invite adult')
  const invite = useInvite({
    onSuccess: (_, sentTo) => {
      draft.change((now) => (now.email === sentTo ? { email: '' } : now))
      toast.success(t.sent.title, t.sent.text(sentTo.trim()))
    },
    onError: (error) => {
      fields.showError(error)
      toast.error(common.error, formErrorMessage(error, t.failed))
    },
  })
  if (places >= MAX_ADULTS) {
    return <p className="mt-2 border-t border-line pt-3 text-sm text-muted">{t.full(MAX_ADULTS)}</p>
  }
  const submit = () => {
    toast.clear()
    if (fields.check({ email }, { email: requiredEmail })) invite.mutate(email)
  }
  return (
    <Form
      draft={draft}
      isSending={invite.isPending}
      onSubmit={submit}
      className="mt-2 grid gap-3 border-t border-line pt-3"
    >
      <Field label={t.label} error={errors.email} description={t.hint}>
        <TextInput
          type="email"
          autoComplete="off"
          maxLength={MAX_LENGTH.email}
          value={email}
          onValueChange={(text) => {
            draft.change({ email: text })
            fields.clearErrors('email')
          }}
        />
      </Field>
      <div className="flex justify-end">
        <Button type="submit" variant="quiet" icon={<Mail />} loading={invite.isPending}>
          {t.send}
        </Button>
      </div>
    </Form>
  )
}
