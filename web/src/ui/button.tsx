import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Link, type LinkProps } from 'react-router'
import { cx } from './cx'
import { Spinner } from './spinner'

export type ButtonKind = 'primary' | 'quiet' | 'plain' | 'danger' | 'danger-quiet'

type Look = { kind?: ButtonKind; block?: boolean; className?: string }

const kinds: Record<ButtonKind, string> = {
  primary: 'border-transparent bg-accent px-5 text-on-accent hover:bg-accent-hover',
  quiet: 'border-line-strong bg-surface px-5 text-text hover:bg-sunken',
  plain: 'border-transparent px-3 text-accent hover:bg-accent-soft',
  danger: 'border-transparent bg-danger px-5 text-on-danger hover:bg-danger-hover',
  'danger-quiet': 'border-danger bg-surface px-5 text-danger hover:bg-danger-soft',
}

const shared =
  'inline-flex min-h-control items-center justify-center gap-2 rounded-control border-2 text-center ' +
  'font-strong no-underline transition-[background-color,translate] duration-(--fast) ease-press active:translate-y-px ' +
  'disabled:active:translate-y-0 [&_svg]:size-5 [&_svg]:flex-none ' +
  'staff:min-h-control-staff staff:rounded-cell staff:border staff:px-3.5 staff:text-sm staff:[&_svg]:size-4.5 ' +
  'staff:coarse:min-h-tap'

const off = 'cursor-not-allowed border-transparent bg-sunken px-5 text-muted'

/** The looks of a button for something that is not one; staff sizes follow from the admin area around it. */
function buttonClass({ kind = 'primary', block, className }: Look, disabled = false): string {
  return cx(shared, disabled ? off : kinds[kind], block && 'w-full', className)
}

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  Look & {
    /** Shows a spinner and blocks further presses; the words stay. */
    busy?: boolean
    icon?: ReactNode
    ref?: Ref<HTMLButtonElement>
  }

export function Button({ kind, block, busy = false, icon, className, children, ...rest }: ButtonProps) {
  const disabled = rest.disabled || busy
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
