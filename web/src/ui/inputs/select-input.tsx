import { Select as Base } from '@base-ui/react/select'
import { Check, ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../cx'
import { useFieldControl, useFieldLabelId } from './field'

export type SelectOption<Value extends string> = { value: Value; label: ReactNode; disabled?: boolean }

export type SelectInputProps<Value extends string> = {
  options: readonly SelectOption<Value>[]
  value: Value | null
  onValueChange: (value: Value) => void
  placeholder?: string
  disabled?: boolean
  /** Only outside a Field. */
  'aria-label'?: string
  'aria-labelledby'?: string
  className?: string
}

/** A select; inside a Field it has its label. */
export function SelectInput<Value extends string>(props: SelectInputProps<Value>) {
  const { id, ...control } = useFieldControl()
  const labelId = useFieldLabelId()
  return (
    <Base.Root
      items={props.options}
      value={props.value}
      disabled={props.disabled}
      onValueChange={(next) => {
        if (next !== null) props.onValueChange(next)
      }}
    >
      <Base.Trigger
        id={id}
        aria-label={props['aria-label']}
        aria-labelledby={props['aria-labelledby'] ?? labelId}
        {...control}
        className={cx('kit-input kit-input-select', props.className)}
      >
        <Base.Value placeholder={props.placeholder} className="truncate" />
        <Base.Icon className="text-muted">
          <ChevronDown className="size-4.5" />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={6} alignItemWithTrigger={false} className="z-60 outline-none">
          <Base.Popup className="max-h-(--available-height) min-w-(--anchor-width) overflow-y-auto rounded-control border border-line bg-raised p-1 shadow-raised outline-none">
            {props.options.map((option) => (
              <Base.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled}
                className="flex min-h-tap cursor-default items-center gap-2 rounded-sm py-1.5 pr-3 pl-2 select-none data-disabled:text-muted data-highlighted:bg-accent-soft data-highlighted:text-accent-ink dense:lg:min-h-9 dense:text-sm"
              >
                <span className="grid size-5 flex-none place-items-center">
                  <Base.ItemIndicator>
                    <Check className="size-4" />
                  </Base.ItemIndicator>
                </span>
                <Base.ItemText>{option.label}</Base.ItemText>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
