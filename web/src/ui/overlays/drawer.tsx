import type { ComponentType, ReactNode } from 'react'
import { lazyWithRetry } from '../lazy-with-retry'
import { loadDialogs, whileOpen } from './load-dialogs'

export type DrawerProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  titleAside?: ReactNode
  description?: ReactNode
  children: ReactNode
  footer?: ReactNode
  side?: 'right' | 'left'
  /** `false` for details beside a list that stays usable: no backdrop, and it starts below the admin header. */
  modal?: boolean
  width?: 'menu' | 'detail'
}

/** A panel at the side: the navigation on phones, the detail of a submission for staff. */
export const Drawer: ComponentType<DrawerProps> = lazyWithRetry(loadDialogs, (m) => m.DrawerView, whileOpen)
