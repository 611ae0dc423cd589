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
 * For code that a click needs: pages that nobody touches load less, and the click need not wait for the network. Returns
 * a function that stops.
 */
export function onFirstInteraction(preload: () => void): () => void {
  const stop = () => {
    for (const type of INTERACTIONS) window.removeEventListener(type, start)
  }
  const start = () => {
    stop()
    preload()
  }
  for (const type of INTERACTIONS) window.addEventListener(type, start, { passive: true })
  return stop
}
