import { useCallback, useState } from 'react'
import { toast } from '../ui/toast'
import { useAuth } from './auth-provider'

/** The Sign Out of both headers, with its words. */
export function useSignOut(leaveTo: '/' | '/admin/login'): () => void {
  const { signOut } = useAuth()
  const [isBusy, setBusy] = useState(false)
  return useCallback(() => {
    if (isBusy) return
    setBusy(true)
    signOut(leaveTo)
      .then(({ error }) => {
        if (error) throw error
        toast.success('Signed out', 'You have been signed out successfully.')
      })
      .catch(() => toast.error('Error', 'Failed to sign out. Please try again.'))
      .finally(() => setBusy(false))
  }, [signOut, leaveTo, isBusy])
}
