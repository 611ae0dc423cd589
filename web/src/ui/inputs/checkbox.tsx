import { Check } from 'lucide-react'
import { type ReactNode, type Ref, useId, useImperativeHandle, useRef } from 'react'
import { cx } from '../cx'
import { useInputBeforeHydration } from './field'

export type CheckboxProps = {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  label: ReactNode
  /** A second line in the row. */
  description?: ReactNode
  /** Between box and label: an avatar, an icon. */
  media?: ReactNode
  disabled?: boolean
  /** The id of the error message; marks it as invalid. */
  errorId?: string
  boxRef?: Ref<HTMLInputElement>
  /** `row` has a border and shows its state by border and fill (children); `plain` is a line of text (agreement). */
  variant?: 'plain' | 'row'
  className?: string
}

/** The whole row is clickable, at least 44 px high. */
export function Checkbox(props: CheckboxProps) {
  const descriptionId = useId()
  const labelId = useId()
  const framed = props.variant === 'row'
  return (
    <label
      className={cx(
        framed ? 'kit-check-row' : 'kit-check',
        props.disabled && 'kit-check-disabled',
        props.className,
      )}
    >
      <CheckboxInput
        checked={props.checked}
        onCheckedChange={props.onCheckedChange}
        disabled={props.disabled}
        aria-labelledby={labelId}
        aria-describedby={cx(props.description ? descriptionId : null, props.errorId) || undefined}
        aria-invalid={props.errorId !== undefined || undefined}
        ref={props.boxRef}
      />
      {props.media}
      <span className={cx('min-w-0 flex-1', !framed && 'self-center')}>
        <span id={labelId} className={cx('block leading-snug wrap-anywhere', framed && 'font-semibold')}>
          {props.label}
        </span>
        {props.description && (
          <span id={descriptionId} className="block text-note leading-snug text-muted wrap-anywhere">
            {props.description}
          </span>
        )}
      </span>
    </label>
  )
}

type CheckboxInputProps = {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  disabled?: boolean
  /** Small enough for a dense row. */
  small?: boolean
  'aria-label'?: string
  'aria-labelledby'?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
  ref?: Ref<HTMLInputElement>
}

/** The native checkbox, styled. */
export function CheckboxInput({ onCheckedChange, small, ref, ...rest }: CheckboxInputProps) {
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => input.current as HTMLInputElement)
  useInputBeforeHydration(input, rest.checked, (element) => element.checked, onCheckedChange)
  return (
    <span className={cx('relative grid flex-none', small ? 'size-5' : 'size-7 dense:size-6')}>
      <input
        ref={input}
        type="checkbox"
        {...rest}
        onChange={(event) => onCheckedChange(event.target.checked)}
        className={cx(
          'peer size-full appearance-none border-2 border-line-strong bg-surface transition-colors duration-(--fast) checked:border-accent checked:bg-accent aria-invalid:border-danger disabled:cursor-not-allowed disabled:border-line disabled:bg-surface-inset disabled:checked:bg-surface-inset',
          small ? 'rounded-xs' : 'rounded-sm dense:rounded-xs',
        )}
      />
      <Check
        className={cx(
          'pointer-events-none absolute inset-0 m-auto hidden stroke-3 text-on-accent peer-checked:block peer-disabled:text-muted',
          small ? 'size-3.5' : 'size-4.5',
        )}
      />
    </span>
  )
}
