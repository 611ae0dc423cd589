import { useSyncExternalStore } from 'react'

export type ThemeChoice = 'light' | 'dark' | 'system'

/** The key is shared with public/theme.js, which applies the choice before the first paint. */
const key = 'aftercare.theme'
const listeners = new Set<() => void>()

function readChoice(): ThemeChoice {
  const attribute = document.documentElement.dataset.theme
  return attribute === 'light' || attribute === 'dark' ? attribute : 'system'
}

export function setTheme(choice: ThemeChoice): void {
  const root = document.documentElement
  root.dataset.themeSwitching = ''
  if (choice === 'system') delete root.dataset.theme
  else root.dataset.theme = choice
  try {
    if (choice === 'system') localStorage.removeItem(key)
    else localStorage.setItem(key, choice)
  } catch {
    // Storage is blocked: the choice is for this page only.
  }
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      delete root.dataset.themeSwitching
    }),
  )
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useTheme(): ThemeChoice {
  return useSyncExternalStore(subscribe, readChoice)
}
