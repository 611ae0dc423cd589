import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Link, type LinkProps } from '../../router/router'
import { cx } from '../cx'
import { Spinner } from '../feedback/spinner'
import { useRestoreFocus } from '../hooks/use-restore-focus'

export type ButtonVariant = 'primary' | 'quiet' | 'plain' | 'danger' | 'danger-quiet'

type ButtonStyle = { variant?: ButtonVariant; block?: boolean; className?: string }

/** Button styles for something that is not one; staff sizes follow from the admin area around it. */
export function buttonClass(
  { variant = 'primary', block, className }: ButtonStyle,
  disabled = false,
): string {
  const style = disabled ? 'disabled' : variant
  return cx('kit-button', `kit-button-${style}`, block && 'kit-button-block', className)
}

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  ButtonStyle & {
    /** Shows a spinner and disables the button; the focus is restored afterwards. */
    loading?: boolean
    icon?: ReactNode
    ref?: Ref<HTMLButtonElement>
  }

export function Button({ variant, block, loading = false, icon, className, children, ...rest }: ButtonProps) {
  const disabled = rest.disabled || loading
  useRestoreFocus(loading)
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled}
      aria-busy={loading || undefined}
      className={buttonClass({ variant, block, className }, rest.disabled && !loading)}
    >
      {loading ? <Spinner /> : icon}
      {children}
    </button>
  )
}

/** A link to another screen that looks like a button. */
export function ButtonLink({
  variant,
  block,
  icon,
  className,
  children,
  ...rest
}: LinkProps & ButtonStyle & { icon?: ReactNode }) {
  return (
    <Link {...rest} className={buttonClass({ variant, block, className })}>
      {icon}
      {children}
    </Link>
  )
}
