import { LogOut } from 'lucide-react'
import { useAuth } from '../lib/auth-provider'
import { Callout } from '../ui/feedback/callout'

/** On the sign-in pages: explains why the user was redirected there, and that no input is lost. */
export function SessionEnded() {
  const { sessionExpired } = useAuth()
  return (
    <div role="status" className={sessionExpired ? 'mb-4' : undefined}>
      {sessionExpired && (
        <Callout tone="warning" icon={<LogOut aria-hidden="true" />}>
          Your session has ended, or you signed out in another tab. Sign in to pick up where you left off.
        </Callout>
      )}
    </div>
  )
}
