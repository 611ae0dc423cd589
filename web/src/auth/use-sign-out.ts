import { useCallback, useState } from 'react'
import { useAuth } from '../lib/auth-provider'
import { runAfterBlockers } from '../lib/navigation-blocker'
import { scopedToast } from '../lib/scoped-toast'

const toast = scopedToast('signing out')

/** Sign Out. Asks first when there are unsaved changes. */
export function useSignOut(leaveTo: string): () => void {
  const { signOut } = useAuth()
  const [isBusy, setBusy] = useState(false)
  return useCallback(() => {
    if (isBusy) return
    runAfterBlockers(() => {
      setBusy(true)
      signOut(leaveTo)
        .then(({ error }) => {
          if (error) throw error
        })
        .catch(() => toast.error('Error', 'Failed to sign out. Please try again.'))
        .finally(() => setBusy(false))
    })
  }, [signOut, leaveTo, isBusy])
}
