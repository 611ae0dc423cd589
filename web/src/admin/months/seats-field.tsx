import { MAX_SEATS, seatsRule } from '@aftercare/domain/months/seats'
import { memo } from 'react'
import { Field, TextInput } from '../../ui/inputs/field'

type SeatsFieldProps = {
  label: string
  description: string
  /** Null: no limit; for a single day: the month's default. */
  value: number | null
  onChange: (seats: number | null) => void
}

/** A number of seats, or nothing. Invalid input stays as typed, with an error, and is rejected on save. */
export const SeatsField = memo(function SeatsField(props: SeatsFieldProps) {
  const { label, description, value, onChange } = props
  return (
    <Field label={label} description={description} error={seatsRule(value)}>
      <SeatsInput
        value={value === null ? '' : String(value)}
        onValueChange={(text) => onChange(text.trim() === '' ? null : Number(text))}
      />
    </Field>
  )
})

type SeatsInputProps = { value: string; onValueChange: (text: string) => void }

export function SeatsInput(props: SeatsInputProps) {
  return (
    <TextInput
      {...props}
      type="number"
      inputMode="numeric"
      min={1}
      max={MAX_SEATS}
      step={1}
      onWheel={(event) => event.currentTarget.blur()}
    />
  )
}
