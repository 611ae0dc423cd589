import { MAX_SEATS, seatsRule } from '@aftercare/domain/months/seats'
import { memo, useLayoutEffect, useRef, useState } from 'react'
import { Field, TextInput } from '../../ui/inputs/field'

type SeatsFieldProps = {
  label: string
  description: string
  /** Null: no limit; for a single day: the month's default. */
  value: number | null
  onChange: (seats: number | null) => void
}

/**
 * A number of seats, or nothing. Invalid input stays as typed while the field is open, with an error, and is rejected on
 * save.
 */
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

/** Stands for "3-" and "1e", which a number input shows and gives as '', no limit. No day can have it. */
const UNREADABLE = '0'

export function SeatsInput({ value, onValueChange }: SeatsInputProps) {
  const input = useRef<HTMLInputElement>(null)
  const [isUnreadable, setUnreadable] = useState(false)
  // Discarded: to React the input was empty all along.
  useLayoutEffect(() => {
    if (value === '' && input.current?.validity.badInput) input.current.value = ''
  }, [value])
  return (
    <TextInput
      ref={input}
      value={isUnreadable && value === UNREADABLE ? '' : value}
      // Not onChange, which a first "-" does not cause.
      onInput={({ currentTarget: { validity, value } }) => {
        setUnreadable(validity.badInput)
        onValueChange(validity.badInput ? UNREADABLE : value)
      }}
      type="number"
      inputMode="numeric"
      min={1}
      max={MAX_SEATS}
      step={1}
      onWheel={(event) => event.currentTarget.blur()}
    />
  )
}
