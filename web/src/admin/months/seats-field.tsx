import { MOST_SEATS } from '@aftercare/domain/months/seats'
import { memo } from 'react'
import { Field, TextInput } from '../../ui/inputs/field'

type SeatsFieldProps = {
  label: string
  description: string
  /** Null: empty, which means no limit, or of a day: as on the other days. */
  value: number | null
  onChange: (seats: number | null) => void
}

const isSeats = (value: number) => Number.isInteger(value) && value >= 1 && value <= MOST_SEATS

/** A number of seats, or nothing. What is no such number stays as typed, is named here, and refused when it is saved. */
export const SeatsField = memo(function SeatsField(props: SeatsFieldProps) {
  const { label, description, value, onChange } = props
  const error = value === null || isSeats(value) ? undefined : SEATS_RANGE
  return (
    <Field label={label} description={description} error={error}>
      <TextInput
        type="number"
        inputMode="numeric"
        min={1}
        max={MOST_SEATS}
        step={1}
        value={value === null ? '' : String(value)}
        onWheel={(event) => event.currentTarget.blur()}
        onValueChange={(text) => onChange(text.trim() === '' ? null : Number(text))}
      />
    </Field>
  )
})

const SEATS_RANGE = `Please enter a whole number from 1 to ${MOST_SEATS}`
