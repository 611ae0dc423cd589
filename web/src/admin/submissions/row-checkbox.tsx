import { CheckboxInput } from '../../ui/inputs/checkbox'

type RowCheckboxProps = {
  label: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** A checkbox small enough for a dense row, with a larger hit area. */
export function RowCheckbox({ label, checked, disabled, onChange }: RowCheckboxProps) {
  return (
    <label className="-mx-2 grid size-8 place-items-center coarse:size-tap">
      <CheckboxInput
        small
        aria-label={label}
        checked={checked}
        disabled={disabled}
        onCheckedChange={onChange}
      />
    </label>
  )
}
