import type { ReactNode } from 'react'
import { onFirstUse } from '../on-first-use'

export type DrawerProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  titleAside?: ReactNode
  description?: ReactNode
  children: ReactNode
  footer?: ReactNode
  side?: 'right' | 'left'
  /** `false` for details beside a list that stays usable: no scrim, and it starts under the admin header. */
  modal?: boolean
  width?: 'menu' | 'detail'
}

/** A panel at the side: the navigation on phones, the detail of a submission for staff. */
export const Drawer = onFirstUse<DrawerProps>((views) => views.DrawerView)
