import { isolate } from '@aftercare/domain/lib/isolate'
import { createContext, useContext, useEffect } from 'react'
import { useProgram } from '../program'

/** The title that the route table has for the page. */
export const RouteTitleContext = createContext<string | null>(null)

/**
 * Names the browser's tab: the screen first, because tabs cut the end off. Only a title that depends on data is given;
 * all others come from the route table.
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
