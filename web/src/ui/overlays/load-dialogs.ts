import { importWithRetry } from '../lazy-with-retry'

export const loadDialogs = () => import('./dialogs.lazy')

type OpenProps = { open: boolean; onOpenChange: (open: boolean) => void }

export const whileOpen = {
  isOpen: ({ open }: OpenProps) => open,
  close: ({ onOpenChange }: OpenProps) => onOpenChange(false),
}

/** For a page that may lose the network. What fails here fails again, and is shown, when it is needed. */
export function preloadDialogs(): void {
  importWithRetry(loadDialogs).catch(() => undefined)
}

const INTERACTIONS = ['pointermove', 'pointerdown', 'keydown', 'touchstart'] as const

/**
 * Preloads them once somebody uses the page: a page that is only looked at stays light, and whoever is about to click
 * a button does not wait, nor need the network then.
 */
export function preloadOnInteraction(): void {
  const preload = () => {
    for (const type of INTERACTIONS) window.removeEventListener(type, preload)
    preloadDialogs()
  }
  for (const type of INTERACTIONS) window.addEventListener(type, preload, { passive: true })
}
