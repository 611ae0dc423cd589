import { LogOut } from 'lucide-react'
import { useAuth } from '../lib/auth-provider'
import { Callout } from '../ui/feedback/callout'

/** On the sign-in pages, for whoever was led there without their doing: why, and that nothing typed is lost. */
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
