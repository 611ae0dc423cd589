import { Switch as Base } from '@base-ui/react/switch'

/** On or off at once. Give it the words of its row or column as `label`. */
export function Switch({
  label,
  checked,
  onCheckedChange,
  disabled,
}: {
  label: string
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  disabled?: boolean
}) {
  return (
    <Base.Root
      aria-label={label}
      checked={checked}
      onCheckedChange={(next) => onCheckedChange(next)}
      disabled={disabled}
      className="relative inline-flex h-6 w-10 flex-none cursor-pointer rounded-full bg-line-strong align-middle transition-colors duration-(--fast) before:absolute before:-inset-2.5 data-checked:bg-accent data-disabled:cursor-not-allowed data-disabled:opacity-60"
    >
      <Base.Thumb className="m-0.75 size-4.5 rounded-full bg-surface transition-[translate] duration-(--fast) ease-press data-checked:translate-x-4" />
    </Base.Root>
  )
}
