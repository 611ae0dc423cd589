import { useEffect } from 'react'
import { toast } from './toast'

/** By message: the toast that says it, and how many places of the page have failed with it. */
const shown = new Map<string, { id: string; places: number }>()

/**
 * Says that something did not load; the place of the data itself offers another try. Two tables that fail with the
 * same message say it once, for as long as one of them has it to say.
 */
export function useErrorToast(failed: boolean, message: string): void {
  useEffect(() => {
    if (!failed) return
    const said = shown.get(message) ?? { id: toast.error('Error', message), places: 0 }
    said.places += 1
    shown.set(message, said)
    return () => {
      said.places -= 1
      if (said.places > 0) return
      shown.delete(message)
      toast.dismiss(said.id)
    }
  }, [failed, message])
}
