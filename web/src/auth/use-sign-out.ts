import { useCallback, useState } from 'react'
import { textsOf } from '../language/language'
import { useAuth } from '../lib/auth-provider'
import { runAfterBlockers } from '../lib/navigation-blocker'
import { scopedToast } from '../lib/scoped-toast'
import { en } from '../lib/texts/en'
import { en as ui } from '../ui/texts/en'

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
        .catch(() => toast.error(textsOf(ui).error, textsOf(en).signOutFailed))
        .finally(() => setBusy(false))
    })
  }, [signOut, leaveTo, isBusy])
}
