import { useLayoutEffect } from 'react'

/** The footer of printed pages, which only CSS can render: sets the custom property that holds it. */
export function usePageFooter(property: `--${string}`, text: string | undefined): void {
  useLayoutEffect(() => {
    if (text === undefined) return
    const { style } = document.documentElement
    style.setProperty(property, JSON.stringify(text))
    return () => {
      style.removeProperty(property)
    }
  }, [property, text])
}
