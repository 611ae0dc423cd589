import type { ReactNode } from 'react'
import { cx } from '../cx'

type DescriptionListProps = {
  /** `stacked`: each value under its label; `inline`: beside it, in two columns. */
  variant?: 'stacked' | 'inline'
  /** The grid of a stacked list. */
  className?: string
  /** `<Description>`s. */
  children: ReactNode
}

/** Values under their labels. */
export function DescriptionList({ variant = 'stacked', className, children }: DescriptionListProps) {
  return <dl className={cx('kit-descriptions', `kit-descriptions-${variant}`, className)}>{children}</dl>
}

type DescriptionProps = { label: ReactNode; className?: string; children: ReactNode }

export function Description({ label, className, children }: DescriptionProps) {
  return (
    <div className={className}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
