import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { cx } from '../cx'

export type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'> & {
  /** The accessible name: there is no visible text. */
  label: string
  icon: ReactNode
  danger?: boolean
  ref?: Ref<HTMLButtonElement>
}

export function IconButton({ label, icon, danger, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={cx('kit-icon-button', danger && 'kit-icon-button-danger', className)}
    >
      {icon}
    </button>
  )
}
