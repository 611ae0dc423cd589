import { requiredEmail } from '@aftercare/domain/auth/account-rules'
import { MAX_ADULTS } from '@aftercare/domain/family/family'
import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { Mail } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { getErrorMessage } from '../../lib/error-message'
import { useToast } from '../../lib/scoped-toast'
import { useFieldErrors } from '../../lib/use-field-errors'
import { Button } from '../../ui/inputs/button'
import { Field, TextInput } from '../../ui/inputs/field'
import { useInvite } from './family.api'

/** `places`: adults and open invitations so far. */
export function InviteForm({ places }: { places: number }) {
  const [email, setEmail] = useState('')
  const { errors, ...fields } = useFieldErrors()
  const toast = useToast('invite adult')
  const invite = useInvite({
    onSuccess: (_, sentTo) => {
      setEmail((typed) => (typed === sentTo ? '' : typed))
      toast.success('Invitation sent', `We sent a link to ${sentTo.trim()}. It works for 7 days.`)
    },
    onError: (error) => {
      fields.showError(error)
      toast.error('Error', getErrorMessage(error) ?? "We couldn't send the invitation. Please try again.")
    },
  })
  if (places >= MAX_ADULTS) {
    return (
      <p className="mt-2 border-t border-line pt-3 text-sm text-muted">
        A family can have up to {MAX_ADULTS} adults, open invitations included.
      </p>
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    toast.clear()
    if (fields.check({ email }, { email: requiredEmail })) invite.mutate(email)
  }
  return (
    <form noValidate onSubmit={submit} className="mt-2 grid gap-3 border-t border-line pt-3">
      <Field
        label="Invite another adult"
        error={errors.email}
        description="Their email address. We send a link that works once, for 7 days."
      >
        <TextInput
          type="email"
          autoComplete="off"
          maxLength={MAX_LENGTH.email}
          value={email}
          onValueChange={(text) => {
            setEmail(text)
            fields.correct('email')
          }}
        />
      </Field>
      <div className="flex justify-end">
        <Button type="submit" variant="quiet" icon={<Mail aria-hidden="true" />} loading={invite.isPending}>
          Send invitation
        </Button>
      </div>
    </form>
  )
}
