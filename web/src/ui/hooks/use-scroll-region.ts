import { type RefObject, useEffect, useState } from 'react'

const controls = 'a[href], button, input, select, textarea, [tabindex="0"]'

/**
 * The props that let the keyboard reach and scroll an area: only while it scrolls, and only when nothing inside
 * can take the focus and scroll it anyway.
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
