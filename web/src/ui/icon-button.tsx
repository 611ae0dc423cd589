import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { cx } from './cx'

export type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'> & {
  /** What it does, in words: there is no visible text. */
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
      className={cx(
        'inline-grid size-tap flex-none place-items-center rounded-control transition-colors duration-(--fast)',
        'hover:bg-sunken disabled:cursor-not-allowed disabled:text-muted disabled:hover:bg-transparent [&_svg]:size-5',
        'staff:size-control-staff staff:rounded-cell staff:[&_svg]:size-4.5 staff:coarse:size-tap',
        danger && 'text-danger hover:bg-danger-soft',
        className,
      )}
    >
      {icon}
    </button>
  )
}
