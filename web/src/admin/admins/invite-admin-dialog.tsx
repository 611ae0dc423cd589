import { INVITE_ADMIN_RULES } from '@aftercare/domain/auth/account-rules'
import type { StaffRole } from '@aftercare/domain/lib/enums'
import { ApiError } from '../../lib/api-client'
import { controlsOf } from '../../lib/form-controls'
import { FormDialog } from '../../lib/form-dialog'
import { useToast } from '../../lib/scoped-toast'
import { useDraft } from '../../lib/use-draft'
import { useFieldErrors } from '../../lib/use-field-errors'
import { Field, TextInput } from '../../ui/inputs/field'
import { errorReason } from '../error-reason'
import { type Invitation, useInviteAdmin } from './admins.api'
import { RoleField } from './role-field'

const EMPTY: Invitation = { full_name: '', email: '', role: 'admin' }

const ACCESS_TEXTS: Record<StaffRole, string> = {
  admin: 'will have full admin access',
  attendance: 'can use the attendance board and day reports, without fees',
}

type InviteAdminDialogProps = { open: boolean; onOpenChange: (open: boolean) => void }

export function InviteAdminDialog({ open, onOpenChange }: InviteAdminDialogProps) {
  const draft = useDraft('inviting an admin', { empty: EMPTY })
  const { values } = draft
  const { errors, ...fields } = useFieldErrors()
  const toast = useToast('inviting an admin')
  const invite = useInviteAdmin({
    onSuccess: ({ email }, sent) => {
      toast.success('Invitation sent', `A link to set a password was sent to ${email}.`)
      // The tab may have been left and opened again: the next invitation stays.
      draft.change((now) => (now.email === sent.email ? EMPTY : now))
      onOpenChange(false)
    },
    onError: (error) => {
      toast.error('Invitation not sent', errorReason(error))
      if (!(error instanceof ApiError)) return
      fields.show(error.code === 'email-in-use' ? { email: error.message } : error.fields)
    },
  })
  const change = (next: Partial<Invitation>) => {
    draft.change(next)
    fields.clearErrors(...Object.keys(next))
  }
  const control = controlsOf(values, change)
  const close = () => {
    draft.clear()
    fields.clear()
    toast.clear()
    onOpenChange(false)
  }

  const submit = () => {
    if (fields.check(values, INVITE_ADMIN_RULES)) invite.mutate(values)
  }

  return (
    <FormDialog
      open={open}
      draft={draft}
      unsavedText="This invitation hasn't been sent."
      loading={invite.isPending}
      title="Invite Admin"
      description={`They'll get an email with a link to set a password, and ${ACCESS_TEXTS[values.role]}.`}
      saveLabel="Send Invitation"
      onSubmit={submit}
      onClose={close}
    >
      <Field label="Full Name" required error={errors.full_name}>
        <TextInput autoComplete="off" {...control('full_name')} />
      </Field>
      <Field label="Email" required error={errors.email}>
        <TextInput type="email" autoComplete="off" {...control('email')} />
      </Field>
      <RoleField error={errors.role} {...control('role')} />
    </FormDialog>
  )
}
