import type { ChildInput } from '@aftercare/domain/children/children'
import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import type { FieldMessages } from '@aftercare/domain/lib/field-rules'
import type { FormEvent, ReactNode } from 'react'
import { useTexts } from '../../language/language'
import { Form } from '../../lib/form'
import { Field, TextArea, TextInput } from '../../ui/inputs/field'
import { BarredPeopleFields, PickupPeopleFields } from './pickup-people-fields'
import { en } from './texts/en'

type ChildFormProps = {
  formId: string
  values: ChildInput
  errors: FieldMessages
  draft: { isUnsaved: boolean }
  /** Who may pick up anyway: by default "you". */
  besides?: string
  /** `name` is the key in the errors. */
  onChange: (name: string, part: Partial<ChildInput>) => void
  onSubmit: () => void
  /** Above the fields, for conflicts. */
  children?: ReactNode
}

export function ChildForm(props: ChildFormProps) {
  const { formId, values, errors, draft, besides, onChange, onSubmit, children } = props
  const t = useTexts(en)
  const change = (name: TextName) => (text: string) => onChange(name, { [name]: text })

  function submit(event: FormEvent) {
    event.preventDefault()
    // React bubbles the event to a form further up the component tree.
    event.stopPropagation()
    if (values.name.trim() !== '') onSubmit()
  }

  return (
    <Form draft={draft} id={formId} onSubmit={submit} className="grid gap-4">
      {children}
      <Field label={t.name} required error={errors.name}>
        <TextInput
          value={values.name}
          maxLength={MAX_LENGTH.name}
          autoComplete="off"
          onValueChange={change('name')}
        />
      </Field>
      <Field label={t.allergies} error={errors.allergies} description={t.allergiesHint}>
        <TextInput
          value={values.allergies}
          maxLength={MAX_LENGTH.allergies}
          autoComplete="off"
          onValueChange={change('allergies')}
        />
      </Field>
      <Field label={t.notes} error={errors.notes}>
        <TextArea value={values.notes} maxLength={MAX_LENGTH.notes} onValueChange={change('notes')} />
      </Field>
      <Field label={t.grade} error={errors.grade}>
        <TextInput
          value={values.grade}
          maxLength={MAX_LENGTH.grade}
          autoComplete="off"
          onValueChange={change('grade')}
        />
      </Field>
      <PickupPeopleFields
        people={values.pickup_people}
        errors={errors}
        besides={besides}
        onChange={(pickup_people, name) => onChange(name, { pickup_people })}
      />
      <BarredPeopleFields
        people={values.must_not_pick_up}
        errors={errors}
        onChange={(must_not_pick_up, name) => onChange(name, { must_not_pick_up })}
      />
    </Form>
  )
}

type TextName = 'name' | 'allergies' | 'notes' | 'grade'
