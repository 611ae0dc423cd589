import { PARENT_PASSWORD_WORDS } from '@aftercare/domain/auth/passwords'
import type { RecoveryTokens } from '../../auth/auth.api'
import { useAuth } from '../../auth/auth-provider'
import { wordsOf } from '../../auth/error-words'
import { NewPasswordForm } from '../../auth/new-password-form'
import { signInMessages } from '../../auth/sign-in-messages'
import { usePageTitle } from '../../ui/layout/page-title'

const FAILED = 'Failed to update password. Please try again.'

type UpdatePasswordViewProps = { tokens: RecoveryTokens; onDone: () => void; onInvalid: () => void }

export function UpdatePasswordView({ tokens, onDone, onInvalid }: UpdatePasswordViewProps) {
  usePageTitle('Update Your Password')
  const { setPasswordByLink } = useAuth()

  const update = async (password: string) => {
    try {
      const { error } = await setPasswordByLink(tokens, password)
      if (!error) {
        signInMessages.success(
          'Password Updated',
          'Your password has been successfully updated. You can now sign in.',
        )
        onDone()
        return
      }
      signInMessages.error('Password Update Failed', wordsOf(error, FAILED))
      if (error.code === 'invalid-link') onInvalid()
    } catch {
      signInMessages.error('Password Update Failed', FAILED)
    }
  }

  return (
    <>
      <h1 className="mb-4 text-xl">Update Your Password</h1>
      <NewPasswordForm words={PARENT_PASSWORD_WORDS} submitLabel="Update Password" onSubmit={update} />
    </>
  )
}
