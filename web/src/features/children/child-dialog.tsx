import { LIMITS } from '@aftercare/domain/limits'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../ui/button'
import { Dialog } from '../../ui/dialog'
import { Field, TextArea, TextInput } from '../../ui/field'
import { ApiError, type FieldErrors } from '../api-client'
import { useMessages } from '../messages'
import { refusalWords } from '../refusal-words'
import { useFieldErrors } from '../use-field-errors'
import { type Child, type ChildInput, type ChildSave, useSaveChild } from './children.api'
import { PickupPeopleFields } from './pickup-people-fields'

export type ChildDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The child to change; without one the dialog adds a new child. */
  child?: Child | null
  /** "Add New Child" where the dialog opens over another form; "Add Child" by default. */
  addTitle?: string
  onSaved?: (child: Child) => void
}

/** Adds or edits a child in place, over whatever page asked for it. It stays until the answer is there. */
export function ChildDialog({
  open,
  onOpenChange,
  child,
  addTitle = 'Add Child',
  onSaved,
}: ChildDialogProps) {
  const formId = useId()
  const say = useMessages('saving a child')
  const { errors, ...fields } = useFieldErrors()
  const [isNamed, setNamed] = useState(Boolean(child))
  const save = useSaveChild({
    onSuccess: (saved, { id }) => {
      say.success('Success!', successWords(saved.name, id !== undefined))
      leave()
      onSaved?.(saved)
    },
    onError: (error, { id }) => {
      if (error instanceof ApiError) fields.show(error.fields)
      say.error('Error', refusalWords(error) ?? (id ? FAILED_UPDATE : FAILED_ADD))
    },
  })
  function leave() {
    fields.clear()
    setNamed(Boolean(child))
    onOpenChange(false)
  }
  const close = () => {
    if (save.isPending) return
    say.clear()
    leave()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={child ? 'Edit Child' : addTitle}
      width="narrow"
      keepOpen
      footer={
        <>
          <Button kind="quiet" disabled={save.isPending} onClick={close}>
            Cancel
          </Button>
          <Button
            type="submit"
            form={formId}
            disabled={!isNamed}
            busy={save.isPending}
            className="whitespace-nowrap"
          >
            {child ? 'Save Changes' : 'Add Child'}
          </Button>
        </>
      }
    >
      {open && (
        <ChildForm
          child={child ?? null}
          formId={formId}
          errors={errors}
          onChange={(name, values) => {
            fields.correct(name)
            setNamed(values.name.trim() !== '')
          }}
          onSubmit={(values) => {
            fields.clear()
            save.send(values)
          }}
        />
      )}
    </Dialog>
  )
}

type ChildFormProps = {
  child: Child | null
  formId: string
  errors: FieldErrors
  /** `name` as errors name the field. */
  onChange: (name: string, values: ChildInput) => void
  onSubmit: (values: ChildSave) => void
}

function ChildForm({ child, formId, errors, onChange, onSubmit }: ChildFormProps) {
  const [values, setValues] = useState<ChildInput>({
    name: child?.name ?? '',
    allergies: child?.allergies ?? '',
    notes: child?.notes ?? '',
    pickup_people: (child?.pickup_people ?? []).map(({ name, phone }) => ({ name, phone: phone ?? '' })),
  })

  const take = (name: string, next: ChildInput) => {
    setValues(next)
    onChange(name, next)
  }
  const change = (name: 'name' | 'allergies' | 'notes') => (text: string) =>
    take(name, { ...values, [name]: text })

  function submit(event: FormEvent) {
    event.preventDefault()
    // The form lies over another one in the tree of components, which must not hear this.
    event.stopPropagation()
    if (values.name.trim() === '') return
    // Lines that were added and left blank are nobody; without them the server's errors name the lines shown.
    const pickup_people = values.pickup_people.filter(({ name, phone }) => name.trim() || phone.trim())
    setValues({ ...values, pickup_people })
    onSubmit({ ...values, pickup_people, ...(child && { id: child.id }) })
  }

  return (
    <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
      <Field label="Name" required error={errors.name}>
        <TextInput
          value={values.name}
          maxLength={LIMITS.name}
          autoComplete="off"
          onValueChange={change('name')}
        />
      </Field>
      <Field label="Allergies" error={errors.allergies} description="Food, medicine or anything else.">
        <TextInput
          value={values.allergies}
          maxLength={LIMITS.allergies}
          autoComplete="off"
          onValueChange={change('allergies')}
        />
      </Field>
      <Field label="Notes" error={errors.notes}>
        <TextArea value={values.notes} maxLength={LIMITS.notes} onValueChange={change('notes')} />
      </Field>
      <PickupPeopleFields
        people={values.pickup_people}
        errors={errors}
        onChange={(pickup_people, name) => take(name, { ...values, pickup_people })}
      />
    </form>
  )
}

const FAILED_ADD = 'Failed to add child. Please try again.'
const FAILED_UPDATE = 'Failed to update child information. Please try again.'

const successWords = (name: string, isEdit: boolean) =>
  isEdit ? `${name}'s information has been updated.` : `${name} has been added successfully.`
