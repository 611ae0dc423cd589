import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Link, type LinkProps } from '../../router/router'
import { cx } from '../cx'
import { Spinner } from '../feedback/spinner'
import { useRestoreFocus } from '../hooks/use-restore-focus'

export type ButtonKind = 'primary' | 'quiet' | 'plain' | 'danger' | 'danger-quiet'

type Look = { kind?: ButtonKind; block?: boolean; className?: string }

/** The looks of a button for something that is not one; staff sizes follow from the admin area around it. */
export function buttonClass({ kind = 'primary', block, className }: Look, disabled = false): string {
  const look = disabled ? 'off' : kind
  return cx('kit-button', `kit-button-${look}`, block && 'kit-button-block', className)
}

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  Look & {
    /** Shows a spinner and blocks further presses; the words stay, and the focus comes back. */
    busy?: boolean
    icon?: ReactNode
    ref?: Ref<HTMLButtonElement>
  }

export function Button({ kind, block, busy = false, icon, className, children, ...rest }: ButtonProps) {
  const disabled = rest.disabled || busy
  useRestoreFocus(busy)
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled}
      aria-busy={busy || undefined}
      className={buttonClass({ kind, block, className }, rest.disabled && !busy)}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}

/** A link to another screen that looks like a button. */
export function ButtonLink({
  kind,
  block,
  icon,
  className,
  children,
  ...rest
}: LinkProps & Look & { icon?: ReactNode }) {
  return (
    <Link {...rest} className={buttonClass({ kind, block, className })}>
      {icon}
      {children}
    </Link>
  )
}
