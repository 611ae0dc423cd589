import { type ReactNode, useRef } from 'react'
import { useTexts } from '../../language/language'
import { cx } from '../cx'
import { useDialogFocusFallback } from '../hooks/use-dialog-focus-fallback'
import { useScrollRegion } from '../hooks/use-scroll-region'
import { en } from '../texts/en'

/** The scrollable part of a dialog or drawer, between header and footer. */
export function ScrollBody({ children, className }: { children: ReactNode; className?: string }) {
  const area = useRef<HTMLDivElement>(null)
  const regionProps = useScrollRegion(area, useTexts(en).contents)
  useDialogFocusFallback(area)
  return (
    // Browsers make a scrollable element without controls focusable, so it needs a name.
    <div ref={area} tabIndex={-1} {...regionProps} className={cx('kit-scroll', className)}>
      <div>{children}</div>
    </div>
  )
}
