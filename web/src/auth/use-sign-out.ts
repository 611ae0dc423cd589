import { useCallback, useState } from 'react'
import { textsOf } from '../language/language'
import { signOut } from '../lib/auth-store'
import { runAfterBlockers } from '../lib/navigation-blocker'
import { scopedToast } from '../lib/scoped-toast'
import { en } from '../lib/texts/en'
import { en as ui } from '../ui/texts/en'

const toast = scopedToast('signing out')

/** Toasts a failure. */
export const signOutTo = (url: string): Promise<void> =>
  signOut(url)
    .then(({ error }) => {
      if (error) throw error
    })
    .catch(() => toast.error(textsOf(ui).error, textsOf(en).signOutFailed))

/** Sign Out. Asks first when there are unsaved changes. */
export function useSignOut(leaveTo: string): () => void {
  const [isBusy, setBusy] = useState(false)
  return useCallback(() => {
    if (isBusy) return
    runAfterBlockers(() => {
      setBusy(true)
      void signOutTo(leaveTo).finally(() => setBusy(false))
    })
  }, [leaveTo, isBusy])
}
