import { textsOf } from '../language/language'
import { ApiError } from '../lib/api-client'
import { verifyEmail } from './account.api'
import { readVerificationToken } from './recovery-link'
import { signInMessages, verificationFailed } from './sign-in-messages'
import { en } from './texts/verification.en'

/** Confirms the address that the link in the URL was emailed to, and toasts the outcome. */
export async function verifyEmailLink(location: { search: string; hash: string }): Promise<void> {
  const t = textsOf(en)
  const link = readVerificationToken(location)
  if (link === null) return
  if (link === 'invalid') return verificationFailed(t.invalid)
  try {
    await verifyEmail(link.token)
    signInMessages.success(t.verified.title, t.verified.text)
  } catch (error) {
    const hasMessage = error instanceof ApiError && error.hasServerMessage
    verificationFailed(hasMessage ? error.message : undefined)
  }
}
