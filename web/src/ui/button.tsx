import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from 'react'
import { Link, type LinkProps } from '../router/router'
import { cx } from './cx'
import { Spinner } from './spinner'

export type ButtonKind = 'primary' | 'quiet' | 'plain' | 'danger' | 'danger-quiet'

type Look = { kind?: ButtonKind; block?: boolean; className?: string }

/** The looks of a button for something that is not one; staff sizes follow from the admin area around it. */
export function buttonClass({ kind = 'primary', block, className }: Look, disabled = false): string {
  const look = disabled ? 'off' : kind
  return cx('kit-button', `kit-button-${look}`, block && 'kit-button-block', className)
}

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  Look & {
    /** Shows a spinner and ignores further presses, Enter in its form too; the words and the focus stay. */
    busy?: boolean
    icon?: ReactNode
    ref?: Ref<HTMLButtonElement>
  }

export function Button({ kind, block, busy = false, icon, className, children, ...rest }: ButtonProps) {
  const disabled = rest.disabled && !busy
  return (
    <button
      type="button"
      {...rest}
      disabled={disabled}
      // Not disabled, which would take the focus away.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? ignore : rest.onClick}
      className={buttonClass({ kind, block, className }, disabled)}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}

const ignore = (event: MouseEvent) => event.preventDefault()

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
