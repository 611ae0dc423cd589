import type { ReactNode } from 'react'
import { onFirstUse } from '../on-first-use'

export type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description: ReactNode
  confirmLabel: string
  cancelLabel?: string
  /** Danger for what cannot be undone. */
  kind?: 'danger' | 'primary'
  busy?: boolean
  onConfirm: () => void
}

/** Asks before something that cannot be undone. The caller closes it when the work is done. */
export const ConfirmDialog = onFirstUse<ConfirmDialogProps>((views) => views.ConfirmDialogView)
