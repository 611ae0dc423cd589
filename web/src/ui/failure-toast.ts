import { useEffect } from 'react'
import { toast } from './toast'

/** Says once per failure that something did not load; the place of the data itself offers another try. */
export function useFailureToast(failed: boolean, message: string, title = 'Error'): void {
  useEffect(() => {
    if (!failed) return
    const id = toast.error(title, message)
    return () => toast.dismiss(id)
  }, [failed, message, title])
}
