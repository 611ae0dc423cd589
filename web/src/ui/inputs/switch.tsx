/** Switches at once; dimmed until it is saved. `label` is the text of its row or column. */
export function Switch({
  label,
  checked,
  loading = false,
  onCheckedChange,
}: {
  label: string
  checked: boolean
  loading?: boolean
  onCheckedChange: (checked: boolean) => void
}) {
  return (
    <span className="relative inline-flex h-6 w-10 flex-none align-middle">
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a native checkbox has its own checked state
        role="switch"
        aria-label={label}
        aria-busy={loading || undefined}
        checked={checked}
        onChange={(event) => onCheckedChange(event.target.checked)}
        className="peer size-full cursor-pointer appearance-none rounded-full bg-line-strong transition-colors duration-(--fast) before:absolute before:-inset-2.5 checked:bg-accent aria-busy:opacity-60"
      />
      <span
        aria-hidden="true"
        className="pointer-events-none absolute top-0.75 left-0.75 size-4.5 rounded-full bg-surface transition-[translate] duration-(--fast) ease-press peer-checked:translate-x-4"
      />
    </span>
  )
}
