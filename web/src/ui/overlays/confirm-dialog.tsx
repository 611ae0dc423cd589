import type { ComponentType, ReactNode } from 'react'
import { lazyWithRetry } from '../lazy-with-retry'
import { loadDialogs, whileOpen } from './load-dialogs'

export type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description: ReactNode
  /** Below the description: what has to be ticked first. */
  children?: ReactNode
  /** Until that is done. */
  disabled?: boolean
  confirmLabel: string
  cancelLabel?: string
  /** Danger for what cannot be undone. */
  variant?: 'danger' | 'primary'
  loading?: boolean
  onConfirm: () => void
}

/** Asks before something that cannot be undone. The caller closes it when that is done. */
export const ConfirmDialog: ComponentType<ConfirmDialogProps> = lazyWithRetry(
  loadDialogs,
  (m) => m.ConfirmDialogView,
  whileOpen,
)
