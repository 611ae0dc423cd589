import { type ReactNode, useRef } from 'react'
import { cx } from './cx'
import { useScrollStop } from './use-scroll-stop'

/** The part of a dialog or drawer that scrolls between its head and its foot. */
export function ScrollBody({ children, className }: { children: ReactNode; className?: string }) {
  const area = useRef<HTMLDivElement>(null)
  const stop = useScrollStop(area, 'Contents')
  return (
    <div ref={area} {...stop} className={cx('kit-scroll', className)}>
      <div>{children}</div>
    </div>
  )
}
