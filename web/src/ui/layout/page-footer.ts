import { useLayoutEffect } from 'react'

/** The footer of printed pages, which only CSS can render: sets the custom property that holds it. */
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
