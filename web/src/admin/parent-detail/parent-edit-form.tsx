import { parentEditSchema } from '@aftercare/domain/family-schemas'
import { fieldProblems } from '@aftercare/domain/fields'
import { LIMITS } from '@aftercare/domain/limits'
import { ACCOUNT_STATUS_LABELS, ACCOUNT_STATUSES, type AccountStatus } from '@aftercare/domain/names'
import { type FormEvent, useState } from 'react'
import { ApiError, type FieldErrors } from '../../features/api-client'
import { type ParentDetail, useUpdateParent } from '../../features/parents/parents.api'
import { Button } from '../../ui/button'
import { Field, TextInput } from '../../ui/field'
import { Note } from '../../ui/note'
import { SelectInput } from '../../ui/select-input'
import { toast } from '../../ui/toast'

const STATUS_OPTIONS = ACCOUNT_STATUSES.map((value) => ({ value, label: ACCOUNT_STATUS_LABELS[value] }))

const STATUS_HINTS: Record<AccountStatus, string> = {
  active: 'May sign in and register children.',
  inactive: 'A label only: may still sign in and register children.',
  suspended: 'Is signed out at once; cannot sign in or register children.',
}

/** Starts from what is stored when it opens; what is typed stays until it is saved or given up. */
export function ParentEditForm({ parent, onDone }: { parent: ParentDetail; onDone: () => void }) {
  const [form, setForm] = useState({
    full_name: parent.full_name,
    email: parent.email,
    status: parent.status === 'guest' ? 'active' : parent.status,
  })
  const [version] = useState(parent.version ?? 0)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [refusal, setRefusal] = useState('')
  const update = useUpdateParent()

  const save = (event: FormEvent) => {
    event.preventDefault()
    setRefusal('')
    const checked = parentEditSchema.safeParse(form)
    if (!checked.success) return setErrors(fieldProblems(checked.error))
    setErrors({})
    update.mutate(
      { id: parent.id, ...checked.data, version },
      {
        onSuccess: () => {
          toast.success('Success', 'Parent information updated successfully')
          onDone()
        },
        onError: (error) => {
          toast.error('Error', 'Failed to update parent information')
          if (!(error instanceof ApiError)) return
          setErrors(error.fields)
          if (Object.keys(error.fields).length === 0) setRefusal(error.message)
        },
      },
    )
  }

  return (
    <form noValidate onSubmit={save} className="grid gap-4">
      <div className="grid items-start gap-4 desk:grid-cols-3">
        <Field label="Full Name" error={errors.full_name}>
          <TextInput
            value={form.full_name}
            maxLength={LIMITS.name}
            onValueChange={(full_name) => setForm({ ...form, full_name })}
          />
        </Field>
        <Field
          label="Email"
          required
          error={errors.email}
          description="Also the address to sign in with. The old address is told of a change."
        >
          <TextInput type="email" value={form.email} onValueChange={(email) => setForm({ ...form, email })} />
        </Field>
        <Field label="Account status" error={errors.status} description={STATUS_HINTS[form.status]}>
          <SelectInput
            options={STATUS_OPTIONS}
            value={form.status}
            onValueChange={(status) => setForm({ ...form, status })}
          />
        </Field>
      </div>
      {refusal && (
        <div role="alert">
          <Note tone="danger">{refusal}</Note>
        </div>
      )}
      <div className="flex justify-end gap-2">
        <Button kind="quiet" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" busy={update.isPending}>
          Save Changes
        </Button>
      </div>
    </form>
  )
}
