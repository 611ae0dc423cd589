import { ADMIN_PASSWORD_WORDS } from '@aftercare/domain/auth/passwords'
import type { RecoveryTokens } from '../../auth/auth.api'
import { useAuth } from '../../auth/auth-provider'
import { wordsOf } from '../../auth/error-words'
import { NewPasswordForm } from '../../auth/new-password-form'
import { signInMessages } from '../../auth/sign-in-messages'

const FAILED = 'Failed to update password. Please try again.'

type AdminPasswordViewProps = { tokens: RecoveryTokens; onDone: () => void; onInvalid: () => void }

export function AdminPasswordView({ tokens, onDone, onInvalid }: AdminPasswordViewProps) {
  const { setPasswordByLink } = useAuth()

  const update = async (password: string) => {
    try {
      const { error } = await setPasswordByLink(tokens, password)
      if (!error) {
        signInMessages.success('Password updated successfully', 'You can now sign in with your new password.')
        onDone()
        return
      }
      signInMessages.error('Password update failed', wordsOf(error, FAILED))
      if (error.code === 'invalid-link') onInvalid()
    } catch {
      signInMessages.error('Password update failed', FAILED)
    }
  }

  return (
    <>
      <h2 className="mb-4 text-lg">Choose a new password</h2>
      <NewPasswordForm words={ADMIN_PASSWORD_WORDS} submitLabel="Update Password" onSubmit={update} />
    </>
  )
}
