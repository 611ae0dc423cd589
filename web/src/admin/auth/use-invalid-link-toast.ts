import { useEffect } from 'react'
import { signInMessages } from '../../auth/sign-in-messages'

/** Said as soon as the link has been looked at, before anything is typed. */
export function useInvalidLinkToast(isInvalid: boolean): void {
  useEffect(() => {
    if (!isInvalid) return
    signInMessages.error('Invalid reset link', 'The password reset link is invalid or has expired.')
  }, [isInvalid])
}
