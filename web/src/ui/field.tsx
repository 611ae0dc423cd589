import { Field as Base } from '@base-ui/react/field'
import { TriangleAlert } from 'lucide-react'
import {
  createContext,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type TextareaHTMLAttributes,
  useContext,
} from 'react'
import { cx } from './cx'

const Required = createContext(false)

export type FieldProps = {
  label: ReactNode
  children: ReactNode
  /** Shown under the control, with an icon; also marks the control as invalid. */
  error?: string
  description?: ReactNode
  /** Adds the asterisk and tells screen readers; the form itself decides what it refuses. */
  required?: boolean
  hideLabel?: boolean
  className?: string
}

/** Label above, control, description and error below, all tied together for screen readers. */
export function Field({ label, children, error, description, required, hideLabel, className }: FieldProps) {
  return (
    <Required value={required ?? false}>
      <Base.Root invalid={Boolean(error)} className={className}>
        <Base.Label className={cx('mb-1.5 block text-sm font-semibold', hideLabel && 'sr-only')}>
          {label}
          {required && (
            <span aria-hidden="true" className="text-danger">
              {' '}
              *
            </span>
          )}
        </Base.Label>
        {children}
        {description && (
          <Base.Description className="mt-1.5 text-sm text-muted">{description}</Base.Description>
        )}
        <Base.Error
          match={Boolean(error)}
          className="mt-1.5 flex items-center gap-1.5 text-sm font-medium text-danger"
        >
          <TriangleAlert aria-hidden="true" className="size-4 flex-none" />
          {error}
        </Base.Error>
      </Base.Root>
    </Required>
  )
}

/** Whether the field around a control is marked as required. */
export function useFieldRequired(): true | undefined {
  return useContext(Required) || undefined
}

export type TextInputProps = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'value' | 'onChange' | 'defaultValue'
> & {
  value: string
  onValueChange?: (value: string) => void
  ref?: Ref<HTMLInputElement>
}

export function TextInput({ value, onValueChange, className, ...rest }: TextInputProps) {
  const required = useFieldRequired()
  return (
    <Base.Control
      aria-required={required}
      {...rest}
      value={value}
      onValueChange={(next) => onValueChange?.(next)}
      className={cx('kit-input', className)}
    />
  )
}

export type TextAreaProps = Omit<
  TextareaHTMLAttributes<HTMLTextAreaElement>,
  'value' | 'onChange' | 'defaultValue'
> & {
  value: string
  onValueChange?: (value: string) => void
  ref?: Ref<HTMLTextAreaElement>
}

export function TextArea({ value, onValueChange, className, ref, ...rest }: TextAreaProps) {
  const required = useFieldRequired()
  return (
    <Base.Control
      value={value}
      onValueChange={(next) => onValueChange?.(next)}
      render={
        <textarea
          rows={3}
          aria-required={required}
          {...rest}
          ref={ref}
          className={cx('kit-input kit-input-area', className)}
        />
      }
    />
  )
}
