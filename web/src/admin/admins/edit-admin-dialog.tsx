import { EMAIL_PREFERENCE_LABELS, EMAIL_PREFERENCES } from '@aftercare/domain/admins/email-preferences'
import { ADMIN_RULES } from '@aftercare/domain/auth/account-rules'
import type { FieldErrors } from '@aftercare/domain/lib/field-rules'
import { type FormEvent, useId, useState } from 'react'
import { ApiError } from '../../lib/api-client'
import { useMessages } from '../../lib/scoped-toast'
import { useFieldErrors } from '../../lib/use-field-errors'
import { Note } from '../../ui/feedback/callout'
import { SavedNow, StaleNote } from '../../ui/feedback/stale-note'
import { Button } from '../../ui/inputs/button'
import { Field, TextInput } from '../../ui/inputs/field'
import { Switch } from '../../ui/inputs/switch'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog'
import { Dialog } from '../../ui/overlays/dialog'
import { isStoredAs } from '../settings/drafts'
import { type AdminUser, useUpdateAdmin } from './admins.admin.api'

type Values = Pick<AdminUser, 'full_name' | 'email' | 'preferences'> & { phone: string }

const valuesOf = ({ full_name, email, phone, preferences }: AdminUser): Values => ({
  full_name,
  email,
  phone: phone ?? '',
  preferences,
})

type EditAdminDialogProps = {
  /** As the row was when the dialog opened: a save names its version. */
  opened: AdminUser
  /** As it is now. */
  stored: AdminUser
  onClose: () => void
}

export function EditAdminDialog({ opened, stored, onClose }: EditAdminDialogProps) {
  const formId = useId()
  const [values, setValues] = useState(() => valuesOf(opened))
  const [version, setVersion] = useState(opened.version)
  const { errors, ...fields } = useFieldErrors()
  const [refusal, setRefusal] = useState('')
  const [isAsking, setAsking] = useState(false)
  const say = useMessages(`admin ${opened.id}`)
  const update = useUpdateAdmin({
    onSuccess: () => {
      say.success('Success', 'User updated successfully')
      onClose()
    },
    onError: (error) => {
      say.error('Error', 'Failed to update user')
      if (!(error instanceof ApiError)) return
      fields.show(error.code === 'email-in-use' ? { email: error.message } : error.fields)
      const isShown = error.code === 'stale-version' || error.code === 'email-in-use'
      if (!isShown && Object.keys(error.fields).length === 0) setRefusal(error.message)
    },
  })
  const isDirty = JSON.stringify(values) !== JSON.stringify(valuesOf(opened))
  // Saved by whomever, also by a save from here whose answer was lost: nothing stands against it.
  const isStored = isStoredAs(values, valuesOf(stored))
  const isStale = version !== stored.version && !isStored && !update.isPending

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setRefusal('')
    if (!fields.check(values, ADMIN_RULES)) return
    update.send({ id: opened.id, ...values, version: isStored ? stored.version : version })
  }
  const close = () => {
    if (update.isPending) return
    if (isDirty) setAsking(true)
    else onClose()
  }
  const change = (next: Values) => {
    for (const name of ['full_name', 'phone', 'email'] as const)
      if (next[name] !== values[name]) fields.correct(name)
    setValues(next)
  }

  return (
    <>
      <Dialog
        open
        onOpenChange={(open) => {
          if (!open) close()
        }}
        title="Edit Admin User"
        description={opened.full_name ? opened.email : undefined}
        width="narrow"
        keepOpen
        footer={
          <>
            <Button kind="quiet" disabled={update.isPending} onClick={close}>
              Cancel
            </Button>
            <Button type="submit" form={formId} busy={update.isPending}>
              Save Changes
            </Button>
          </>
        }
      >
        <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
          {isStale && (
            <StaleNote
              onReplace={() => {
                setVersion(stored.version)
                say.clear()
              }}
              onDiscard={() => {
                setValues(valuesOf(stored))
                setVersion(stored.version)
                fields.clear()
                say.clear()
              }}
            >
              <SavedNow
                rows={[
                  ['Full Name', stored.full_name],
                  ['Email', stored.email],
                  ['Phone', stored.phone ?? '-'],
                ]}
              />
            </StaleNote>
          )}
          {refusal && (
            <div role="alert">
              <Note tone="danger">{refusal}</Note>
            </div>
          )}
          <ProfileFields values={values} errors={errors} onChange={change} />
          <PreferenceSwitches values={values} onChange={setValues} />
        </form>
      </Dialog>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Close without saving?"
        description="What you changed about this user has not been saved."
        confirmLabel="Close without saving"
        cancelLabel="Keep editing"
        onConfirm={onClose}
      />
    </>
  )
}

type PartProps = { values: Values; onChange: (values: Values) => void }

function ProfileFields({ values, errors, onChange }: PartProps & { errors: FieldErrors }) {
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <Field label="Full Name" error={errors.full_name}>
        <TextInput
          autoComplete="off"
          value={values.full_name}
          onValueChange={(full_name) => onChange({ ...values, full_name })}
        />
      </Field>
      <Field label="Phone" error={errors.phone}>
        <TextInput
          type="tel"
          autoComplete="off"
          value={values.phone}
          onValueChange={(phone) => onChange({ ...values, phone })}
        />
      </Field>
      <Field
        label="Email"
        required
        error={errors.email}
        description="Also the address to sign in with. The old address is told of a change."
        className="sm:col-span-2"
      >
        <TextInput
          type="email"
          autoComplete="off"
          value={values.email}
          onValueChange={(email) => onChange({ ...values, email })}
        />
      </Field>
    </div>
  )
}

function PreferenceSwitches({ values, onChange }: PartProps) {
  const { preferences } = values
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">Email preferences</legend>
      <ul className="divide-y divide-line rounded-control border border-line">
        {EMAIL_PREFERENCES.map((name) => (
          <li key={name} className="flex min-h-tap items-center justify-between gap-3 px-3 py-1.5 text-sm">
            <span aria-hidden="true">{EMAIL_PREFERENCE_LABELS[name]}</span>
            <Switch
              label={EMAIL_PREFERENCE_LABELS[name]}
              checked={preferences[name]}
              onCheckedChange={(isOn) =>
                onChange({ ...values, preferences: { ...preferences, [name]: isOn } })
              }
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
