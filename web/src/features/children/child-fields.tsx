import type { ChildInput, ChildText } from '@aftercare/domain/children/children'
import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import type { FieldMessages } from '@aftercare/domain/lib/field-rules'
import { useTexts } from '../../language/language'
import { Field, TextArea, TextInput } from '../../ui/inputs/field'
import { BarredPeopleFields, PickupPeopleFields } from './pickup-people-fields'
import { en } from './texts/en'

type ChildFieldsProps = {
  values: ChildInput
  errors: FieldMessages
  /** Who may pick up anyway: by default "you". */
  besides?: string
  /** `name` is the key in the errors. */
  onChange: (name: string, part: Partial<ChildInput>) => void
}

export function ChildFields({ values, errors, besides, onChange }: ChildFieldsProps) {
  const t = useTexts(en)
  const control = (name: ChildText) => ({
    value: values[name],
    onValueChange: (text: string) => onChange(name, { [name]: text }),
  })
  return (
    <>
      <Field label={t.name} required error={errors.name}>
        <TextInput {...control('name')} maxLength={MAX_LENGTH.name} autoComplete="off" />
      </Field>
      <Field label={t.allergies} error={errors.allergies} description={t.allergiesHint}>
        <TextInput {...control('allergies')} maxLength={MAX_LENGTH.allergies} autoComplete="off" />
      </Field>
      <Field label={t.notes} error={errors.notes}>
        <TextArea {...control('notes')} maxLength={MAX_LENGTH.notes} />
      </Field>
      <Field label={t.grade} error={errors.grade}>
        <TextInput {...control('grade')} maxLength={MAX_LENGTH.grade} autoComplete="off" />
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
    </>
  )
}
