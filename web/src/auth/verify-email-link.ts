import { ApiError } from '../lib/api-client'
import { verifyEmail } from './account.api'
import { readVerificationToken } from './recovery-link'
import { signInMessages, verificationFailed } from './sign-in-messages'

/** Confirms the address that the link in the URL was emailed to, and toasts the outcome. */
export async function verifyEmailLink(location: { search: string; hash: string }): Promise<void> {
  const link = readVerificationToken(location)
  if (link === null) return
  if (link === 'invalid') return verificationFailed('The verification link is invalid or has expired.')
  try {
    await verifyEmail(link.token)
    signInMessages.success('Email Verified', 'Your email has been confirmed. You can now sign in.')
  } catch (error) {
    const hasMessage = error instanceof ApiError && error.hasServerMessage
    verificationFailed(hasMessage ? error.message : undefined)
  }
}
