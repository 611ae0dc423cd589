import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import type { FieldMessages } from '@aftercare/domain/lib/field-rules'
import { memo } from 'react'
import { useTexts } from '../../language/language'
import { Field, TextArea } from '../../ui/inputs/field'
import { Card, CardTitle } from '../../ui/layout/card'
import { GuestField, type GuestName, guestColumn } from './guest-field'
import { en } from './texts/en'
import type { RegistrationFormState } from './use-registration-form'

type GuestFieldsProps = Pick<RegistrationFormState, 'guest' | 'changeGuest' | 'missing'> & {
  errors: FieldMessages
}

/** The guest's own and the child's details. */
export const GuestFields = memo(function GuestFields(props: GuestFieldsProps) {
  const t = useTexts(en).guest
  const { guest, changeGuest, missing, errors } = props
  const field = (name: GuestName, label: string) => (
    <GuestField
      name={name}
      label={label}
      values={guest}
      error={missing.includes(name) ? t.required : errors[guestColumn(name)]}
      onChange={changeGuest}
    />
  )
  return (
    <>
      <Card as="section" aria-labelledby="parent-heading" className="grid gap-4">
        <CardTitle id="parent-heading">{t.parentHeading}</CardTitle>
        {field('parentName', t.parentName)}
        {field('parentEmail', t.parentEmail)}
        {field('parentPhone', t.parentPhone)}
      </Card>
      <Card as="section" aria-labelledby="child-heading" className="grid gap-4">
        <CardTitle id="child-heading">{t.childHeading}</CardTitle>
        {field('childName', t.childName)}
        {field('childAllergies', t.allergies)}
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
