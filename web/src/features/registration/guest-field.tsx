import { MAX_LENGTH } from '@aftercare/domain/lib/field-lengths'
import { Field, TextInput } from '../../ui/inputs/field'

/** The field that the server calls "guest_parent_name" is "parentName" in a form. */
export const guestColumn = (name: string) =>
  `guest_${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`

const INPUTS = {
  parentName: { required: true, autoComplete: 'name', maxLength: MAX_LENGTH.name },
  parentEmail: {
    required: true,
    type: 'email',
    inputMode: 'email',
    autoComplete: 'email',
    maxLength: MAX_LENGTH.email,
  },
  parentPhone: { required: false, type: 'tel', autoComplete: 'tel', maxLength: MAX_LENGTH.phone },
  childName: { required: true, autoComplete: 'off', maxLength: MAX_LENGTH.name },
  childAllergies: { required: false, autoComplete: 'off', maxLength: MAX_LENGTH.allergies },
} as const

export type GuestName = keyof typeof INPUTS

type GuestFieldProps = {
  name: GuestName
  label: string
  values: Record<GuestName, string>
  error: string | undefined
  onChange: (part: Partial<Record<GuestName, string>>) => void
}

/** What a guest types in about parent and child, in a registration and in a drop-in. */
export function GuestField({ name, label, values, error, onChange }: GuestFieldProps) {
  const { required, ...input } = INPUTS[name]
  return (
    <Field label={label} required={required} error={error}>
      <TextInput {...input} value={values[name]} onValueChange={(text) => onChange({ [name]: text })} />
    </Field>
  )
}
