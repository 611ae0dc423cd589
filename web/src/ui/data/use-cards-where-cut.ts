import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { NARROW, useMediaQuery } from '../hooks/use-media-query'

/** From here on tables scroll rather than become cards. */
const DESKTOP_PX = 1024

/**
 * Whether a list's rows are cards: always on phones, and on tablets where its table would be cut at the right, which
 * depends on the names and amounts in it. A wider window tries the table again.
 */
export function useCardsWhereCut(list: RefObject<HTMLElement | null>): boolean {
  const isNarrow = useMediaQuery(NARROW)
  const [cutAtPx, setCutAtPx] = useState(0)
  const isCut = useMediaQuery(`(width <= ${cutAtPx}px)`)
  const measure = () => {
    const area = list.current?.querySelector('table')?.parentElement
    if (area && window.innerWidth < DESKTOP_PX && area.scrollWidth > area.clientWidth)
      setCutAtPx(window.innerWidth)
  }
  // After every render, before it is painted: the rows may have changed.
  useLayoutEffect(measure)
  useEffect(() => {
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  })
  return isNarrow || isCut
}
