import { useLayoutEffect } from 'react'

/** Words under every page, where only the style sheet can write: they are the value of one of its properties. */
export function usePageFooter(property: `--${string}`, words: string | undefined): void {
  useLayoutEffect(() => {
    if (words === undefined) return
    const { style } = document.documentElement
    style.setProperty(property, JSON.stringify(words))
    return () => {
      style.removeProperty(property)
    }
  }, [property, words])
}
