import type { FieldMessages } from '@aftercare/domain/lib/field-rules'
import { GuestField, type GuestName, guestColumn } from '../../features/registration/guest-field'
import { useTexts } from '../../language/language'
import { en } from './texts/en'
import type { DropInFormState } from './use-drop-in-form'

/** The guest's own and the child's details. */
export function DropInGuest({ form, errors }: { form: DropInFormState; errors: FieldMessages }) {
  const t = useTexts(en)
  const labels: [GuestName, string][] = [
    ['parentName', t.yourName],
    ['parentEmail', t.yourEmail],
    ['parentPhone', t.yourPhone],
    ['childName', t.childName],
    ['childAllergies', t.childAllergies],
  ]
  return labels.map(([name, label]) => (
    <GuestField
      key={name}
      name={name}
      label={label}
      values={form.values}
      error={errors[guestColumn(name)]}
      onChange={form.change}
    />
  ))
}
