import { useEffect } from 'react'
import { toast } from '../../ui/toast'

/** Said as soon as the link has been looked at, before anything is typed. */
export function useInvalidLinkToast(isInvalid: boolean): void {
  useEffect(() => {
    if (!isInvalid) return
    toast.error('Invalid reset link', 'The password reset link is invalid or has expired.')
  }, [isInvalid])
}
