import { useEffect } from 'react'
import { toast } from './toast'

/** Says once per failure that something did not load; the place of the data itself offers another try. */
export function useFailureToast(failed: boolean, message: string): void {
  useEffect(() => {
    if (!failed) return
    const id = toast.error('Error', message)
    return () => toast.dismiss(id)
  }, [failed, message])
}
