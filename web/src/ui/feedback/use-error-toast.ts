import { useEffect } from 'react'
import { textsOf } from '../../language/language'
import { en } from '../texts/en'
import { toast } from './toast'

/** By message: its toast, and how many components show it. */
const shown = new Map<string, { id: string; count: number }>()

/**
 * Shows a toast while loading has failed; the component itself offers a retry. Components that fail with the same message
 * share one toast.
 */
export function useErrorToast(failed: boolean, message: string): void {
  useEffect(() => {
    if (!failed) return
    const entry = shown.get(message) ?? { id: toast.error(textsOf(en).error, message), count: 0 }
    entry.count += 1
    shown.set(message, entry)
    return () => {
      entry.count -= 1
      if (entry.count > 0) return
      shown.delete(message)
      toast.dismiss(entry.id)
    }
  }, [failed, message])
}
