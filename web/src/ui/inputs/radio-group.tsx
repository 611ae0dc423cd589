import { type ReactNode, useId } from 'react'
import { cx } from '../cx'

export type RadioOption<Value extends string> = {
  value: Value
  label: ReactNode
  description?: ReactNode
  disabled?: boolean
  /** Before the label of a tool. */
  media?: ReactNode
  /** The key that chooses it. */
  shortcut?: string
}

export type RadioGroupProps<Value extends string> = {
  label: ReactNode
  options: readonly RadioOption<Value>[]
  value: Value | null
  onValueChange: (value: Value) => void
  required?: boolean
  /** Rows by default; `tools` are buttons side by side, whose label is for screen readers. */
  variant?: 'rows' | 'tools'
}

/** Radio buttons; the whole row or tool is clickable. */
export function RadioGroup<Value extends string>(props: RadioGroupProps<Value>) {
  const labelId = useId()
  const isTools = props.variant === 'tools'
  const Option = isTools ? Tool : OptionRow
  return (
    <div>
      <div id={labelId} className={isTools ? 'sr-only' : 'mb-1.5 block text-sm font-semibold'}>
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
        className={isTools ? 'flex flex-wrap gap-2' : 'grid gap-2'}
      >
        {props.options.map((option) => (
          <Option
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

type OptionProps = {
  /** Groups the radios for the browser's arrow keys. */
  name: string
  option: RadioOption<string>
  checked: boolean
  onCheck: () => void
}

function OptionRow({ name, option, checked, onCheck }: OptionProps) {
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
        <span id={labelId} className="block leading-snug font-semibold wrap-anywhere">
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

/** The radio covers the tool, so that its focus ring is around it. With forced colors its transparent border is seen. */
const Tool = ({ name, option, checked, onCheck }: OptionProps) => (
  <label
    title={option.shortcut && `Key ${option.shortcut}`}
    className="relative flex min-h-10 items-center gap-2 rounded-control border border-line-strong bg-surface py-1 pr-2.5 pl-2 font-semibold hover:bg-surface-inset has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent-ink has-checked:shadow-[inset_0_0_0_1px_var(--accent)] coarse:min-h-tap"
  >
    <input
      type="radio"
      name={name}
      checked={checked}
      onChange={onCheck}
      aria-keyshortcuts={option.shortcut}
      className="absolute inset-0 cursor-pointer appearance-none rounded-control border border-transparent checked:border-2"
    />
    {option.media}
    {option.label}
    {option.description && <span className="text-note font-medium">{option.description}</span>}
  </label>
)
