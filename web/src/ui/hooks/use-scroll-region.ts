import { type RefObject, useEffect, useState } from 'react'

const controls = 'a[href], button, input, select, textarea, [tabindex="0"]'

/**
 * Props that make a scrollable area focusable by keyboard: only while it overflows, and only when nothing inside is
 * focusable.
 */
export function useScrollRegion(ref: RefObject<HTMLElement | null>, label: string) {
  const [needed, setNeeded] = useState(false)
  useEffect(() => {
    const area = ref.current
    if (!area) return
    const measure = () => {
      const scrolls = area.scrollWidth > area.clientWidth || area.scrollHeight > area.clientHeight
      setNeeded(scrolls && area.querySelector(controls) === null)
    }
    const observer = new ResizeObserver(measure)
    observer.observe(area)
    for (const child of area.children) observer.observe(child)
    return () => observer.disconnect()
  }, [ref])
  return needed ? { role: 'region', 'aria-label': label, tabIndex: 0 } : {}
}
