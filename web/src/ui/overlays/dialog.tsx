import type { ComponentType, ReactNode, RefObject } from 'react'
import { lazyWithRetry } from '../lazy-with-retry'
import { loadDialogs, whileOpen } from './load-dialogs'

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** Beside the title, for a badge. */
  titleAside?: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons, Cancel left of the action; sticky at the bottom. */
  footer?: ReactNode
  width?: 'narrow' | 'normal' | 'wide'
  /** The initial focus; by default the first control of the contents. */
  initialFocus?: RefObject<HTMLElement | null>
  /** Where the focus goes on close, where the trigger is gone by then; `true` for the trigger, `false` for nowhere. */
  finalFocus?: () => HTMLElement | null | boolean
  /** False: a click outside doesn't close it, so that nothing typed is lost. */
  dismissible?: boolean
  /** A request is pending: the dialog cannot be closed. */
  loading?: boolean
}

/** A bottom sheet on phones, a centred dialog on desktops. */
export const Dialog: ComponentType<DialogProps> = lazyWithRetry(loadDialogs, (m) => m.DialogView, whileOpen)
