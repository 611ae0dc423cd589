import { type ReactNode, useRef } from 'react'
import { cx } from '../cx'
import { useDialogFocusFallback } from '../hooks/use-dialog-focus-fallback'
import { useScrollRegion } from '../hooks/use-scroll-region'

/** The part of a dialog or drawer that scrolls between its head and its foot. */
export function ScrollBody({ children, className }: { children: ReactNode; className?: string }) {
  const area = useRef<HTMLDivElement>(null)
  const stop = useScrollRegion(area, 'Contents')
  useDialogFocusFallback(area)
  return (
    // Named or no stop at all: browsers make one of whatever scrolls and has no other.
    <div ref={area} tabIndex={-1} {...stop} className={cx('kit-scroll', className)}>
      <div>{children}</div>
    </div>
  )
}
