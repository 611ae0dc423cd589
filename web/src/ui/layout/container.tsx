import type { ReactNode } from 'react'
import { cx } from '../cx'

/** The column that a parent page's contents stand in; only the landing page reaches to the edges. */
export function Container({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={cx('kit-page', className)}>{children}</div>
}
