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
  colourBar(choice)
  try {
    if (choice === 'system') localStorage.removeItem(key)
    else localStorage.setItem(key, choice)
  } catch {
    // Storage is blocked: the choice holds for this page only.
  }
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      delete root.dataset.themeSwitching
    }),
  )
  for (const listener of listeners) listener()
}

/** The bar that the browser or the phone draws over the page goes with the page, not with the system. */
function colourBar(choice: ThemeChoice): void {
  for (const bar of document.querySelectorAll<HTMLMetaElement>('[data-bar]')) {
    const { bar: theme } = bar.dataset
    if (choice === 'system') bar.media = `(prefers-color-scheme: ${theme})`
    else bar.media = theme === choice ? 'all' : 'not all'
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useTheme(): ThemeChoice {
  return useSyncExternalStore(subscribe, readChoice)
}
