import { signOut } from '../lib/auth.api'
import { endSession, hideScreen, loadPageWithToast, setSession } from '../lib/auth-store'
import type { FlashToast } from '../lib/flash-toast'
import { forgetBoard } from '../lib/offline-board'

const signOutAnyway = () => signOut().catch(() => undefined)

/** Ends the session of a user who may not see the page, even if the request fails, and clears the offline board. */
export async function denyAccess(accountId: string, url: string, message: FlashToast) {
  await Promise.all([forgetBoard(accountId), endSession(signOutAnyway)])
  hideScreen()
  loadPageWithToast(url, message)
}

/** The same without leaving the page: the link could not be verified. */
export async function dropSession() {
  await endSession(signOutAnyway)
  setSession(null, { isExpected: true })
}
