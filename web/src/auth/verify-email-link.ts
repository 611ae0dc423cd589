import { textsOf } from '../language/language'
import { ApiError } from '../lib/api-client'
import { getAuthState } from '../lib/auth-store'
import { runAfterBlockers } from '../lib/navigation-blocker'
import { verifyEmail } from './account.api'
import { readVerificationToken } from './recovery-link'
import { signInMessages, verificationFailed } from './sign-in-messages'
import { en } from './texts/verification.en'
import { signOutTo } from './use-sign-out'

const signOutAction = (label: string) => ({
  label,
  run: () => runAfterBlockers(() => void signOutTo('/auth')),
})

/** Confirms the address that the link in the URL was emailed to, and toasts the outcome. */
export async function verifyEmailLink(location: { search: string; hash: string }): Promise<void> {
  const { invalid, verified: t } = textsOf(en)
  const link = readVerificationToken(location)
  if (link === null) return
  if (link === 'invalid') return verificationFailed(invalid)
  try {
    const { email } = await verifyEmail(link.token)
    const signedIn = getAuthState().session?.user.email
    if (signedIn === undefined) signInMessages.success(t.title, t.text)
    else if (signedIn === email) signInMessages.success(t.title, t.signedIn)
    else signInMessages.success(t.title, t.other(email, signedIn), signOutAction(t.signOut))
  } catch (error) {
    const hasMessage = error instanceof ApiError && error.hasServerMessage
    verificationFailed(hasMessage ? error.message : undefined)
  }
}
