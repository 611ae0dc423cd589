import { PARENT_RULES } from '@aftercare/domain/auth/account-rules'
import { ACCOUNT_STATUS_LABELS, ACCOUNT_STATUSES, type AccountStatus } from '@aftercare/domain/lib/enums'
import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { checkFields } from '@aftercare/domain/lib/field-rules'
import { isolate } from '@aftercare/domain/lib/isolate'
import { useCallback } from 'react'
import { Form } from '../../lib/form'
import { FormConflict } from '../../lib/form-conflict'
import { formErrorMessage } from '../../lib/form-error-message'
import { useVersionedForm } from '../../lib/use-versioned-form'
import { Button } from '../../ui/inputs/button'
import { Field, TextInput } from '../../ui/inputs/field'
import { SelectInput } from '../../ui/inputs/select-input'
import { EMAIL_CHANGE_HINT } from '../listed-email'
import { parentHref } from '../parent-href'
import { type ParentDetail, type ParentValues, saveParentOptions, storedParent } from './parents.api'

const STATUS_OPTIONS = ACCOUNT_STATUSES.map((value) => ({ value, label: ACCOUNT_STATUS_LABELS[value] }))

const STATUS_HINTS: Record<AccountStatus, string> = {
  active: 'Can sign in and register children.',
  inactive: 'Label only. They can still sign in and register children.',
  suspended: "Signed out right away. They can't sign in or register children.",
}

const LABELS: Record<keyof ParentValues, string> = {
  full_name: 'Full Name',
  email: 'Email',
  phone: 'Phone',
  status: 'Account status',
}

const shown = (values: ParentValues, name: keyof ParentValues) =>
  name === 'status' ? ACCOUNT_STATUS_LABELS[values.status] : values[name].trim()

/** The draft stays until it is saved or discarded. */
export function ParentEditForm({ parent, onDone }: { parent: ParentDetail; onDone: () => void }) {
  const form = useVersionedForm({
    name: `parent ${parent.id}`,
    stored: storedParent(parent),
    mutation: saveParentOptions(parent.id),
    onSaved: () => {
      form.toast.success('Success', 'Parent information updated successfully')
      onDone()
    },
    onError: (error) =>
      form.toast.error('Error', formErrorMessage(error, 'Failed to update parent information')),
  })
  const { values, errors } = form
  const submit = () => {
    const { phone, ...rules } = PARENT_RULES
    // One from before phones were checked may stay.
    const isNewPhone = values.phone.trim() !== form.stored.phone
    form.submit(checkFields(values, isNewPhone ? PARENT_RULES : rules))
  }
  const path = parentHref(parent.id)
  const isSamePage = useCallback((url: URL) => url.pathname === path, [path])
  const cancel = () => {
    form.discard()
    onDone()
  }

  return (
    <Form
      draft={form}
      isSamePage={isSamePage}
      unsavedText={`Your changes to ${isolate(parent.full_name || parent.email)} haven't been saved and will be lost.`}
      onSubmit={submit}
      className="grid gap-4"
    >
      <FormConflict form={form} describe={(name, values) => [LABELS[name], shown(values, name)]} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label="Full Name" error={errors.full_name}>
          <TextInput {...form.control('full_name')} maxLength={MAX_LENGTH.name} />
        </Field>
        <Field label="Email" required error={errors.email} description={EMAIL_CHANGE_HINT}>
          <TextInput type="email" {...form.control('email')} />
        </Field>
        <Field label="Phone" error={errors.phone}>
          <TextInput type="tel" {...form.control('phone')} maxLength={MAX_LENGTH.phone} />
        </Field>
        <Field label="Account status" error={errors.status} description={STATUS_HINTS[values.status]}>
          <SelectInput options={STATUS_OPTIONS} {...form.control('status')} />
        </Field>
      </div>
      <div className="flex justify-end gap-2">
        <Button variant="quiet" disabled={form.isSaving} onClick={cancel}>
          Cancel
        </Button>
        <Button type="submit" loading={form.isSaving}>
          Save Changes
        </Button>
      </div>
    </Form>
  )
}
