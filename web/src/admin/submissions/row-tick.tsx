type RowTickProps = {
  label: string
  checked: boolean
  disabled?: boolean
  onChange: (checked: boolean) => void
}

/** A tick box small enough for a dense row; the space around it is pressed too. */
export function RowTick({ label, checked, disabled, onChange }: RowTickProps) {
  return (
    <label className="-mx-2 grid size-8 place-items-center coarse:size-tap">
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4.5 accent-accent"
      />
    </label>
  )
}
