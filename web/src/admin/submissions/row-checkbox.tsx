import { CheckboxInput } from '../../ui/inputs/checkbox'

type RowTickProps = {
  label: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** A tick box small enough for a dense row; the space around it is pressed too. */
export function RowCheckbox({ label, checked, disabled, onChange }: RowTickProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control
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
