import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useIsHydrated } from '../hooks/use-is-hydrated'
import { lazyWithRetry } from '../lazy-with-retry'

export const loadToastRegion = () => import('./toast-region')

/** After the page itself: toasts that are shown before wait for it. */
const ToastRegion = lazyWithRetry(loadToastRegion, (m) => m.ToastRegion, { renderError: () => null })

/** Rendered once, around the whole app. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const isHydrated = useIsHydrated()
  return (
    <>
      {children}
      {isHydrated && createPortal(<ToastRegion />, document.body)}
    </>
  )
}
