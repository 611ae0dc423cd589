import type { ReactNode } from 'react'
import { cx } from './cx'

/** The column that a parent page's contents stand in; only the landing page reaches to the edges. */
export function PageWrap({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <div className={cx('mx-auto max-w-6xl px-4 pt-5 pb-12 desk:px-8 desk:pt-8', className)}>{children}</div>
  )
}
