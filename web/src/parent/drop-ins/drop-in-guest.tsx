import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import type { FieldMessages } from '@aftercare/domain/lib/field-rules'
import { Field, TextInput } from '../../ui/inputs/field'
import type { DropInFormState } from './use-drop-in-form'

/** The guest's own and the child's details. */
export function DropInGuest({ form, errors }: { form: DropInFormState; errors: FieldMessages }) {
  const { values, change } = form
  return (
    <>
      <Field label="Your Full Name" required error={errors.guest_parent_name}>
        <TextInput
          value={values.parentName}
          autoComplete="name"
          maxLength={MAX_LENGTH.name}
          onValueChange={(parentName) => change({ parentName })}
        />
      </Field>
      <Field label="Your Email" required error={errors.guest_parent_email}>
        <TextInput
          type="email"
          inputMode="email"
          value={values.parentEmail}
          autoComplete="email"
          maxLength={MAX_LENGTH.email}
          onValueChange={(parentEmail) => change({ parentEmail })}
        />
      </Field>
      <Field label="Your Phone" error={errors.guest_parent_phone}>
        <TextInput
          type="tel"
          value={values.parentPhone}
          autoComplete="tel"
          maxLength={MAX_LENGTH.phone}
          onValueChange={(parentPhone) => change({ parentPhone })}
        />
      </Field>
      <Field label="Child's Full Name" required error={errors.guest_child_name}>
        <TextInput
          value={values.childName}
          autoComplete="off"
          maxLength={MAX_LENGTH.name}
          onValueChange={(childName) => change({ childName })}
        />
      </Field>
      <Field label="Allergies and Dietary Restrictions" error={errors.guest_child_allergies}>
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
