import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import type { FieldMessages } from '@aftercare/domain/lib/field-rules'
import { memo } from 'react'
import { useTexts } from '../../language/language'
import { Field, TextArea, TextInput } from '../../ui/inputs/field'
import { Card, CardTitle } from '../../ui/layout/card'
import { en } from './texts/en'
import type { RegistrationFormState } from './use-registration-form'

type GuestFieldsProps = Pick<RegistrationFormState, 'guest' | 'changeGuest' | 'missing'> & {
  errors: FieldMessages
}

/** The guest's own and the child's details. */
export const GuestFields = memo(function GuestFields(props: GuestFieldsProps) {
  const t = useTexts(en).guest
  const { guest, changeGuest, missing, errors } = props
  const errorOf = (name: keyof typeof guest, column: string) =>
    missing.includes(name) ? t.required : errors[column]
  return (
    <>
      <Card as="section" aria-labelledby="parent-heading" className="grid gap-4">
        <CardTitle id="parent-heading">{t.parentHeading}</CardTitle>
        <Field label={t.parentName} required error={errorOf('parentName', 'guest_parent_name')}>
          <TextInput
            value={guest.parentName}
            autoComplete="name"
            maxLength={MAX_LENGTH.name}
            onValueChange={(parentName) => changeGuest({ parentName })}
          />
        </Field>
        <Field label={t.parentEmail} required error={errorOf('parentEmail', 'guest_parent_email')}>
          <TextInput
            type="email"
            inputMode="email"
            value={guest.parentEmail}
            autoComplete="email"
            maxLength={MAX_LENGTH.email}
            onValueChange={(parentEmail) => changeGuest({ parentEmail })}
          />
        </Field>
        <Field label={t.parentPhone} error={errors.guest_parent_phone}>
          <TextInput
            type="tel"
            value={guest.parentPhone}
            autoComplete="tel"
            maxLength={MAX_LENGTH.phone}
            onValueChange={(parentPhone) => changeGuest({ parentPhone })}
          />
        </Field>
      </Card>
      <Card as="section" aria-labelledby="child-heading" className="grid gap-4">
        <CardTitle id="child-heading">{t.childHeading}</CardTitle>
        <Field label={t.childName} required error={errorOf('childName', 'guest_child_name')}>
          <TextInput
            value={guest.childName}
            autoComplete="off"
            maxLength={MAX_LENGTH.name}
            onValueChange={(childName) => changeGuest({ childName })}
          />
        </Field>
        <Field label={t.allergies} error={errors.guest_child_allergies}>
          <TextInput
            value={guest.childAllergies}
            autoComplete="off"
            maxLength={MAX_LENGTH.allergies}
            onValueChange={(childAllergies) => changeGuest({ childAllergies })}
          />
        </Field>
        <Field label={t.notes} error={errors.guest_child_notes}>
          <TextArea
            value={guest.childNotes}
            maxLength={MAX_LENGTH.notes}
            onValueChange={(childNotes) => changeGuest({ childNotes })}
          />
        </Field>
      </Card>
    </>
  )
})
