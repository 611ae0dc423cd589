import { isolate } from '@aftercare/domain/lib/isolate'
import { useEffect } from 'react'
import { useProgram } from '../program'

/** Names the browser's tab: the screen first, because tabs cut the end off. */
export function usePageTitle(title?: string): void {
  const { name } = useProgram()
  useEffect(() => {
    document.title = title ? `${isolate(title)} | ${name}` : name
  }, [title, name])
}
