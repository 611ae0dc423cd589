import type { ReactNode } from 'react'
import { cx } from '../cx'

/** The content column of the parent pages; only the landing page is full width. */
export function Container({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={cx('kit-page', className)}>{children}</div>
}
