import type { ReactNode } from 'react'
import { cx } from './cx'

const tones = {
  info: 'bg-info-soft text-info-ink',
  sun: 'bg-sun-soft text-sun-ink',
  danger: 'bg-danger-soft text-danger-ink',
  success: 'bg-success-soft text-success-ink',
}

/** A remark in the page that stays: a hint, a warning, an allergy. */
export function Note({
  tone = 'info',
  icon,
  children,
  className,
}: {
  tone?: keyof typeof tones
  icon?: ReactNode
  children: ReactNode
  className?: string
}) {
  return (
    <div
      className={cx(
        'flex items-start gap-2.5 rounded-control px-3.5 py-3 text-sm leading-snug [&>svg]:size-5 [&>svg]:flex-none',
        tones[tone],
        className,
      )}
    >
      {icon}
      <div className="min-w-0">{children}</div>
    </div>
  )
}
