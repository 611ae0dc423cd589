import { Checkbox } from '@base-ui/react/checkbox'
import { Check } from 'lucide-react'

type RowTickProps = {
  label: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** A tick box small enough for a dense row; the space around it is pressed too. */
export function RowTick({ label, checked, disabled, onChange }: RowTickProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is the control
    <label className="-mx-2 grid size-8 place-items-center coarse:size-tap">
      <Checkbox.Root
        aria-label={label}
        checked={checked}
        disabled={disabled}
        onCheckedChange={(next) => onChange(next)}
        className="grid size-5 place-items-center rounded-xs border-2 border-line-strong bg-surface text-on-accent data-checked:border-accent data-checked:bg-accent data-disabled:border-line"
      >
        <Checkbox.Indicator>
          <Check aria-hidden="true" className="size-3.5 stroke-3" />
        </Checkbox.Indicator>
      </Checkbox.Root>
    </label>
  )
}
