import type { ReactNode } from 'react'
import { cx } from '../cx'

/** A permanent remark in the page: a hint, a warning, an allergy. */
export function Callout({
  tone = 'info',
  icon,
  children,
  className,
}: {
  tone?: 'info' | 'warning' | 'danger' | 'success'
  icon?: ReactNode
  children: ReactNode
  className?: string
}) {
  return (
    <div className={cx('kit-note', `kit-tone-${tone}`, className)}>
      {icon}
      <div className="min-w-0 wrap-anywhere">{children}</div>
    </div>
  )
}
