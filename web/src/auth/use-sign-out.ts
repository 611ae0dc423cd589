import { useCallback, useState } from 'react'
import { useAuth } from '../lib/auth-provider'
import { runAfterBlockers } from '../lib/navigation-blocker'
import { scopedToast } from '../lib/scoped-toast'

const say = scopedToast('signing out')

/** The Sign Out of both headers, with its words. Whoever holds something unsaved asks first. */
export function useSignOut(leaveTo: '/' | '/admin/login'): () => void {
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
        .catch(() => say.error('Error', 'Failed to sign out. Please try again.'))
        .finally(() => setBusy(false))
    })
  }, [signOut, leaveTo, isBusy])
}
