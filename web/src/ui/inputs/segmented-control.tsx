import type { ReactNode } from 'react'
import { cx } from '../cx'

export type SegmentedControlProps<Value extends string> = {
  label: string
  options: readonly { value: Value; label: ReactNode }[]
  value: Value
  onValueChange: (value: Value) => void
  className?: string
}

/** A row of options that filters what is below; one is always selected. */
export function SegmentedControl<Value extends string>(props: SegmentedControlProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own frame and legend
    <div role="group" aria-label={props.label} className={cx('kit-segmented', props.className)}>
      {props.options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === props.value}
          onClick={() => props.onValueChange(option.value)}
          className="min-h-tap border-r border-line px-2.75 text-sm font-semibold whitespace-nowrap text-muted -outline-offset-2 last:border-r-0 hover:bg-surface-inset aria-pressed:bg-accent aria-pressed:text-on-accent dense:min-h-8.5 dense:coarse:min-h-tap"
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
