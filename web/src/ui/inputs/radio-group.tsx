import { type ReactNode, useId } from 'react'
import { cx } from '../cx'

export type RadioOption<Value extends string> = {
  value: Value
  label: ReactNode
  description?: ReactNode
  disabled?: boolean
}

export type RadioGroupProps<Value extends string> = {
  label: ReactNode
  options: readonly RadioOption<Value>[]
  value: Value | null
  onValueChange: (value: Value) => void
  required?: boolean
}

/** Radio buttons as rows; the whole row is clickable. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const labelId = useId()
  return (
    <div>
      <div id={labelId} className="mb-1.5 block text-sm font-semibold">
        {props.label}
        {props.required && (
          <span aria-hidden="true" className="text-danger">
            {' '}
            *
          </span>
        )}
      </div>
      <div
        role="radiogroup"
        aria-labelledby={labelId}
        aria-required={props.required || undefined}
        className="grid gap-2"
      >
        {props.options.map((option) => (
          <OptionRow
            key={option.value}
            name={labelId}
            option={option}
            checked={option.value === props.value}
            onCheck={() => props.onValueChange(option.value)}
          />
        ))}
      </div>
    </div>
  )
}

type OptionRowProps = {
  /** Groups the radios for the browser's arrow keys. */
  name: string
  option: RadioOption<string>
  checked: boolean
  onCheck: () => void
}

function OptionRow({ name, option, checked, onCheck }: OptionRowProps) {
  const labelId = useId()
  const descriptionId = useId()
  return (
    <label
      className={cx(
        'flex min-h-14 items-center gap-3 rounded-control border-2 px-3.5 py-2 dense:min-h-tap',
        option.disabled
          ? 'cursor-not-allowed border-transparent bg-surface-inset text-muted'
          : 'border-line bg-surface has-checked:border-accent has-checked:bg-accent-soft',
      )}
    >
      <input
        type="radio"
        name={name}
        checked={checked}
        onChange={onCheck}
        disabled={option.disabled}
        aria-labelledby={labelId}
        aria-describedby={option.description ? descriptionId : undefined}
        className="size-6 flex-none appearance-none rounded-full border-2 border-line-strong bg-surface checked:border-[7px] checked:border-accent disabled:border-line disabled:bg-surface-inset"
      />
      <span className="min-w-0">
        <span id={labelId} className="block leading-snug font-strong wrap-anywhere">
          {option.label}
        </span>
        {option.description && (
          <span id={descriptionId} className="block text-note leading-snug wrap-anywhere">
            {option.description}
          </span>
        )}
      </span>
    </label>
  )
}
