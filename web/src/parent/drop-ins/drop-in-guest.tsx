import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import type { FieldMessages } from '@aftercare/domain/lib/field-rules'
import { useTexts } from '../../language/language'
import { Field, TextInput } from '../../ui/inputs/field'
import { en } from './texts/en'
import type { DropInFormState } from './use-drop-in-form'

/** The guest's own and the child's details. */
export function DropInGuest({ form, errors }: { form: DropInFormState; errors: FieldMessages }) {
  const t = useTexts(en)
  const { values, change } = form
  return (
    <>
      <Field label={t.yourName} required error={errors.guest_parent_name}>
        <TextInput
          value={values.parentName}
          autoComplete="name"
          maxLength={MAX_LENGTH.name}
          onValueChange={(parentName) => change({ parentName })}
        />
      </Field>
      <Field label={t.yourEmail} required error={errors.guest_parent_email}>
        <TextInput
          type="email"
          inputMode="email"
          value={values.parentEmail}
          autoComplete="email"
          maxLength={MAX_LENGTH.email}
          onValueChange={(parentEmail) => change({ parentEmail })}
        />
      </Field>
      <Field label={t.yourPhone} error={errors.guest_parent_phone}>
        <TextInput
          type="tel"
          value={values.parentPhone}
          autoComplete="tel"
          maxLength={MAX_LENGTH.phone}
          onValueChange={(parentPhone) => change({ parentPhone })}
        />
      </Field>
      <Field label={t.childName} required error={errors.guest_child_name}>
        <TextInput
          value={values.childName}
          autoComplete="off"
          maxLength={MAX_LENGTH.name}
          onValueChange={(childName) => change({ childName })}
        />
      </Field>
      <Field label={t.childAllergies} error={errors.guest_child_allergies}>
        <TextInput
          value={values.childAllergies}
          autoComplete="off"
          maxLength={MAX_LENGTH.allergies}
          onValueChange={(childAllergies) => change({ childAllergies })}
        />
      </Field>
    </>
  )
}
