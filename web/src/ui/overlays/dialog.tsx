import type { ComponentType, ReactNode, RefObject } from 'react'
import { lazyWithRetry } from '../lazy-with-retry'
import { loadDialogs, whileOpen } from './load-dialogs'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** Stands beside the title, for a badge. */
  titleAside?: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons, cancel left of the action; sticks to the lower edge. */
  footer?: ReactNode
  width?: 'narrow' | 'normal' | 'wide'
  /** What gets the focus first; by default the first control of the contents. */
  initialFocus?: RefObject<HTMLElement | null>
  /** What gets the focus after it, where the button that opened it is gone then; `true` for that button. */
  finalFocus?: () => HTMLElement | null | true
  /** False: a click outside doesn't close it, so that nothing typed is lost. */
  dismissible?: boolean
  /** Something is being sent: its outcome is waited for, so nothing closes the dialog meanwhile. */
  loading?: boolean
}

/** A bottom sheet on phones, a centred box on desktops. */
export const Dialog: ComponentType<DialogProps> = lazyWithRetry(loadDialogs, (m) => m.DialogView, whileOpen)
