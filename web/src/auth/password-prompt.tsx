import { useEffect } from 'react'
import { useAuth } from '../lib/auth-provider'
import { answerPasswordPrompt, useIsPasswordNeeded } from '../lib/password-prompt'
import { lazyWithRetry } from '../ui/lazy-with-retry'

const PasswordDialog = lazyWithRetry(
  () => import('./password-dialog'),
  (m) => m.PasswordDialog,
  { close: ({ onClose }) => onClose() },
)

/** Asks for the password when a request needs it, wherever that is. */
export function PasswordPrompt() {
  const isNeeded = useIsPasswordNeeded()
  const { user } = useAuth()
  const isSignedOut = user === null
  useEffect(() => {
    if (isSignedOut) answerPasswordPrompt(false)
  }, [isSignedOut])
  if (!isNeeded || !user) return null
  return (
    <PasswordDialog
      email={user.email}
      onEntered={() => answerPasswordPrompt(true)}
      onClose={() => answerPasswordPrompt(false)}
    />
  )
}
