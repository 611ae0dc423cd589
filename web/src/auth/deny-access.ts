import { signOut } from '../lib/auth.api'
import {
  clearSessionAndHideUi,
  endSession,
  forgetAccount,
  loadPageWithToast,
  setSession,
} from '../lib/auth-store'
import type { FlashToast } from '../lib/flash-toast'

const signOutAnyway = () => signOut().catch(() => undefined)

/** Ends the session of a user who may not see the page, even if the request fails, and clears the offline board. */
export async function denyAccess(accountId: string, url: string, message: FlashToast) {
  await Promise.all([forgetAccount(accountId), endSession(signOutAnyway)])
  clearSessionAndHideUi()
  loadPageWithToast(url, message)
}

/** The same without leaving the page: the link could not be verified. */
export async function dropSession() {
  await endSession(signOutAnyway)
  setSession(null, { isExpected: true })
}
