import { isolate } from '@aftercare/domain/lib/isolate'
import { createContext, useContext, useEffect } from 'react'
import { useProgram } from '../program'

/** The page's title in the route table. */
export const RouteTitleContext = createContext<string | null>(null)

/**
 * Sets the document title, page first, because tabs cut off the end. Pass a title only where it depends on data; all
 * others come from the route table.
 */
export function usePageTitle(title?: string): string | null {
  const { name } = useProgram()
  const routeTitle = useContext(RouteTitleContext)
  const shown = title ?? routeTitle
  useEffect(() => {
    document.title = shown ? `${isolate(shown)} | ${name}` : name
  }, [shown, name])
  return shown
}
