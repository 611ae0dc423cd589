import { importWithRetry } from '../lazy-with-retry'

export const loadDialogs = () => import('./dialogs.lazy')

type OpenProps = { open: boolean; onOpenChange: (open: boolean) => void }

export const whileOpen = {
  isOpen: ({ open }: OpenProps) => open,
  close: ({ onOpenChange }: OpenProps) => onOpenChange(false),
}

/** For a page that may go offline. An error here is ignored: it is shown when a dialog is needed. */
export function preloadDialogs(): void {
  importWithRetry(loadDialogs).catch(() => undefined)
}

const INTERACTIONS = ['pointermove', 'pointerdown', 'keydown', 'touchstart'] as const

/**
 * Preloads them on the first interaction: pages without one load less, and a click on a button need not wait for the
 * network.
 */
export function preloadOnInteraction(): void {
  const preload = () => {
    for (const type of INTERACTIONS) window.removeEventListener(type, preload)
    preloadDialogs()
  }
  for (const type of INTERACTIONS) window.addEventListener(type, preload, { passive: true })
}
