import { LIMITS } from '@aftercare/domain/limits'
import { type FormEvent, useState } from 'react'
import { Field, TextArea, TextInput } from '../../ui/field'
import type { FieldErrors } from '../api-client'
import type { Child, ChildInput } from './children.api'
import { PickupPeopleFields } from './pickup-people-fields'

/** As the form shows a child; nothing for a new one. */
export const valuesOf = (child: Child | null | undefined): ChildInput => ({
  name: child?.name ?? '',
  allergies: child?.allergies ?? '',
  notes: child?.notes ?? '',
  pickup_people: (child?.pickup_people ?? []).map(({ name, phone }) => ({ name, phone: phone ?? '' })),
})

type ChildFormProps = {
  formId: string
  /** What is stored now: another tab, or the other parent, may change it while the form is open. */
  stored: ChildInput
  values: ChildInput
  errors: FieldErrors
  /** `name` as errors name the field. */
  onChange: (name: string, part: Partial<ChildInput>) => void
  onSubmit: (values: ChildInput) => void
}

export function ChildForm({ formId, stored, values, errors, onChange, onSubmit }: ChildFormProps) {
  const [atFirst] = useState(stored)
  const change = (name: TextName) => (text: string) => onChange(name, { [name]: text })
  /** Fields that were left alone follow what is stored; over one that was typed into, the person decides. */
  const elsewhere = (name: TextName) =>
    stored[name] === atFirst[name] || stored[name] === values[name] ? undefined : changedWords(stored[name])

  function submit(event: FormEvent) {
    event.preventDefault()
    // The form lies over another one in the tree of components, which must not hear this.
    event.stopPropagation()
    if (values.name.trim() === '') return
    // Lines that were added and left blank are nobody; without them the server's errors name the lines shown.
    const pickup_people = values.pickup_people.filter(({ name, phone }) => name.trim() || phone.trim())
    if (pickup_people.length < values.pickup_people.length) onChange('pickup_people', { pickup_people })
    onSubmit({ ...values, pickup_people })
  }

  return (
    <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
      <Field label="Name" required error={errors.name} description={elsewhere('name')}>
        <TextInput
          value={values.name}
          maxLength={LIMITS.name}
          autoComplete="off"
          onValueChange={change('name')}
        />
      </Field>
      <Field
        label="Allergies"
        error={errors.allergies}
        description={elsewhere('allergies') ?? 'Food, medicine or anything else.'}
      >
        <TextInput
          value={values.allergies}
          maxLength={LIMITS.allergies}
          autoComplete="off"
          onValueChange={change('allergies')}
        />
      </Field>
      <Field label="Notes" error={errors.notes} description={elsewhere('notes')}>
        <TextArea value={values.notes} maxLength={LIMITS.notes} onValueChange={change('notes')} />
      </Field>
      <PickupPeopleFields
        people={values.pickup_people}
        errors={errors}
        onChange={(pickup_people, name) => onChange(name, { pickup_people })}
      />
    </form>
  )
}

type TextName = 'name' | 'allergies' | 'notes'

const changedWords = (now: string) =>
  now === ''
    ? 'This was emptied elsewhere meanwhile. Saving puts yours there.'
    : `This was changed elsewhere meanwhile to “${now}”. Saving replaces it with yours.`
