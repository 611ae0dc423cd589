import { LogOut } from 'lucide-react'
import { useTexts } from '../language/language'
import { useAuth } from '../lib/auth-provider'
import { Callout } from '../ui/feedback/callout'
import { en } from './texts/en'

/** On the sign-in pages: explains why the user was redirected there, and that no input is lost. */
export function SessionEnded() {
  const t = useTexts(en)
  const { sessionExpired } = useAuth()
  return (
    <div role="status" className={sessionExpired ? 'mb-4' : undefined}>
      {sessionExpired && (
        <Callout tone="warning" icon={<LogOut />}>
          {t.sessionEnded}
        </Callout>
      )}
    </div>
  )
}
