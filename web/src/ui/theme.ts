import { useSyncExternalStore } from 'react'

export type ThemeChoice = 'light' | 'dark' | 'system'

function readChoice(): ThemeChoice {
  const attribute = document.documentElement.dataset.theme
  return attribute === 'light' || attribute === 'dark' ? attribute : 'system'
}

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

/** The choice, which public/theme.js applies and stores. */
export const useTheme = (): ThemeChoice => useSyncExternalStore(subscribe, readChoice, () => 'system')
