import {
  EMAIL_PREFERENCE_LABELS,
  type EmailPreferences,
  preferencesOf,
} from '@aftercare/domain/admins/email-preferences'
import { ADMIN_RULES } from '@aftercare/domain/auth/account-rules'
import { STAFF_ROLE_LABELS, type StaffRole } from '@aftercare/domain/lib/enums'
import { checkFields } from '@aftercare/domain/lib/field-rules'
import { ApiError } from '../../lib/api-client'
import { useUser } from '../../lib/auth-provider'
import { FormConflict } from '../../lib/form-conflict'
import { FormDialog } from '../../lib/form-dialog'
import { withConnection } from '../../lib/form-error-message'
import { useVersionedForm } from '../../lib/use-versioned-form'
import { Callout } from '../../ui/feedback/callout'
import { Field, TextInput } from '../../ui/inputs/field'
import { Switch } from '../../ui/inputs/switch'
import { EMAIL_CHANGE_HINT } from '../listed-email'
import { type AdminUser, type AdminValues, saveAdminOptions, storedAdmin } from './admins.api'
import { RoleField } from './role-field'

const LABELS: Record<keyof AdminValues, string> = {
  full_name: 'Full Name',
  email: 'Email',
  phone: 'Phone',
  role: 'Role',
  preferences: 'Email preferences',
}

const shown = (values: AdminValues, name: keyof AdminValues) =>
  name === 'preferences'
    ? preferencesOf(values.role)
        .filter((each) => values.preferences[each])
        .map((each) => EMAIL_PREFERENCE_LABELS[each])
        .join(', ')
    : name === 'role'
      ? STAFF_ROLE_LABELS[values.role]
      : values[name].trim()

/** Shown in the form where no field can show it. */
const isOwnError = (error: Error) =>
  error instanceof ApiError &&
  error.code !== 'network' &&
  error.code !== 'stale-version' &&
  error.code !== 'email-in-use' &&
  Object.keys(error.fields).length === 0

type EditAdminDialogProps = {
  admin: AdminUser
  isLastAdmin: boolean
  onClose: () => void
}

export function EditAdminDialog({ admin, isLastAdmin, onClose }: EditAdminDialogProps) {
  const isSelf = useUser().id === admin.id
  const form = useVersionedForm({
    name: `admin ${admin.id}`,
    stored: storedAdmin(admin),
    mutation: saveAdminOptions(admin.id),
    fieldErrors: (error) => {
      if (!(error instanceof ApiError)) return {}
      return error.code === 'email-in-use' ? { email: error.message } : error.fields
    },
    onSaved: (_, __, isDone) => {
      form.toast.success('Success', 'User updated successfully')
      if (isDone) onClose()
    },
    onError: (error) => form.toast.error('Error', withConnection(error, 'Failed to update user')),
  })
  const { values, errors, isSaving } = form
  const { error } = form.save
  return (
    <FormDialog
      draft={form}
      unsavedText="Your changes to this user haven't been saved."
      loading={isSaving}
      title="Edit Admin User"
      description={admin.full_name ? admin.email : undefined}
      saveLabel="Save Changes"
      onSubmit={() => form.submit(checkFields(values, ADMIN_RULES))}
      onClose={onClose}
    >
      <FormConflict form={form} describe={(name, values) => [LABELS[name], shown(values, name)]} />
      {error && isOwnError(error) && !isSaving && (
        <div role="alert">
          <Callout tone="danger">{error.message}</Callout>
        </div>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Full Name" error={errors.full_name}>
          <TextInput autoComplete="off" {...form.control('full_name')} />
        </Field>
        <Field label="Phone" error={errors.phone}>
          <TextInput type="tel" autoComplete="off" {...form.control('phone')} />
        </Field>
        <Field
          label="Email"
          required
          error={errors.email}
          description={EMAIL_CHANGE_HINT}
          className="sm:col-span-2"
        >
          <TextInput type="email" autoComplete="off" {...form.control('email')} />
        </Field>
        <RoleField
          error={errors.role}
          fixedBecause={
            isLastAdmin
              ? 'The last admin cannot be changed.'
              : isSelf
                ? 'You cannot change your own role.'
                : undefined
          }
          {...form.control('role')}
        />
      </div>
      <PreferenceSwitches role={values.role} preferences={values.preferences} onChange={form.edit} />
    </FormDialog>
  )
}

type PreferenceSwitchesProps = {
  role: StaffRole
  preferences: EmailPreferences
  onChange: (part: { preferences: EmailPreferences }) => void
}

function PreferenceSwitches({ role, preferences, onChange }: PreferenceSwitchesProps) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">Email preferences</legend>
      <ul className="divide-y divide-line rounded-control border border-line">
        {preferencesOf(role).map((name) => (
          <li key={name} className="flex min-h-tap items-center justify-between gap-3 px-3 py-1.5 text-sm">
            <span aria-hidden="true">{EMAIL_PREFERENCE_LABELS[name]}</span>
            <Switch
              label={EMAIL_PREFERENCE_LABELS[name]}
              checked={preferences[name]}
              onCheckedChange={(isOn) => onChange({ preferences: { ...preferences, [name]: isOn } })}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
