import { TriangleAlert } from 'lucide-react'
import {
  createContext,
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type RefObject,
  type TextareaHTMLAttributes,
  useContext,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTexts } from '../../language/language'
import { cx } from '../cx'
import { useIsHydrated } from '../hooks/use-is-hydrated'
import { en } from './texts/en'

type ControlProps = {
  id?: string
  'aria-required'?: true
  'aria-invalid'?: true
  'aria-describedby'?: string
  'data-invalid'?: ''
}

type FieldContextValue = ControlProps & {
  labelId?: string
  /** The control's own error, which takes precedence: the form's was about an earlier text. */
  setTooLong?: (error: string | undefined) => void
}

const FieldContext = createContext<FieldContextValue>({})

export type FieldProps = {
  label: ReactNode
  children: ReactNode
  /** Shown under the control, with an icon; also marks the control as invalid. */
  error?: string
  description?: ReactNode
  /** Adds the asterisk and aria-required; validation is the form's. */
  required?: boolean
  hideLabel?: boolean
  className?: string
}

/** Label above, control, description and error below, associated for screen readers. */
export function Field({
  label,
  children,
  description,
  required,
  hideLabel,
  className,
  ...props
}: FieldProps) {
  const id = useId()
  const [tooLong, setTooLong] = useState<string>()
  const error = tooLong ?? props.error
  const describedBy = [description && `${id}-description`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <FieldContext
      value={{
        id,
        labelId: `${id}-label`,
        setTooLong,
        'aria-required': required || undefined,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
        'data-invalid': error ? '' : undefined,
      }}
    >
      <div className={className}>
        <label
          id={`${id}-label`}
          htmlFor={id}
          className={cx('mb-1.5 block text-sm font-semibold', hideLabel && 'sr-only')}
        >
          {label}
          {required && (
            <span aria-hidden="true" className="text-danger">
              {' '}
              *
            </span>
          )}
        </label>
        {children}
        {description && (
          <p id={`${id}-description`} className="mt-1.5 text-sm text-muted">
            {description}
          </p>
        )}
        {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      </div>
    </FieldContext>
  )
}

/** Also for groups of controls that are no field. */
export const FieldError = ({ children, ...rest }: { id?: string; role?: 'alert'; children: ReactNode }) => (
  <div
    {...rest}
    data-field-error=""
    className="mt-1.5 flex items-center gap-1.5 text-sm font-medium text-danger wrap-anywhere"
  >
    <TriangleAlert className="size-4 flex-none" />
    {children}
  </div>
)

/** The props that associate a control with its field. */
export function useFieldControl(): ControlProps {
  const { labelId: _, setTooLong: __, ...control } = useContext(FieldContext)
  return control
}

/**
 * Instead of the browser's maxlength, which cuts off a pasted text without a word: the field keeps it and says how much
 * is too much, and its Form is not sent. Counted as the rules count it.
 */
function useMaxLength(value: string, maxLength: number | undefined): { 'data-too-long'?: '' } {
  const t = useTexts(en)
  const { setTooLong } = useContext(FieldContext)
  const { length } = value.trim()
  const isTooLong = maxLength !== undefined && length > maxLength
  const error = isTooLong ? t.tooLong(length, maxLength) : undefined
  useLayoutEffect(() => {
    setTooLong?.(error)
    return () => setTooLong?.(undefined)
  }, [error, setTooLong])
  return isTooLong ? { 'data-too-long': '' } : {}
}

/** Takes over what was entered, or filled in by the browser, before React hydrated the server's page. */
export function useInputBeforeHydration<Input extends Element, Value>(
  ref: RefObject<Input | null>,
  value: Value,
  read: (input: Input) => Value,
  onChange: ((value: Value) => void) | undefined,
): void {
  const isHydrating = useRef(!useIsHydrated())
  const takeOver = useEffectEvent(() => {
    if (!isHydrating.current || !ref.current) return
    const entered = read(ref.current)
    if (entered !== value) onChange?.(entered)
  })
  useLayoutEffect(() => takeOver(), [])
}

/** For controls that no `<label>` can name. */
export function useFieldLabelId(): string | undefined {
  return useContext(FieldContext).labelId
}

export type TextInputProps = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'value' | 'onChange' | 'defaultValue'
> & {
  value: string
  onValueChange?: (value: string) => void
  ref?: Ref<HTMLInputElement>
}

export function TextInput({ onValueChange, className, ref, maxLength, ...rest }: TextInputProps) {
  const input = useRef<HTMLInputElement>(null)
  useImperativeHandle(ref, () => input.current as HTMLInputElement)
  useInputBeforeHydration(input, rest.value, (element) => element.value, onValueChange)
  return (
    <input
      ref={input}
      {...useFieldControl()}
      {...useMaxLength(rest.value, maxLength)}
      {...rest}
      onChange={(event) => onValueChange?.(event.target.value)}
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

export function TextArea({ onValueChange, className, ref, maxLength, ...rest }: TextAreaProps) {
  const input = useRef<HTMLTextAreaElement>(null)
  useImperativeHandle(ref, () => input.current as HTMLTextAreaElement)
  useInputBeforeHydration(input, rest.value, (element) => element.value, onValueChange)
  return (
    <textarea
      ref={input}
      rows={3}
      {...useFieldControl()}
      {...useMaxLength(rest.value, maxLength)}
      {...rest}
      onChange={(event) => onValueChange?.(event.target.value)}
      className={cx('kit-input kit-input-area', className)}
    />
  )
}
