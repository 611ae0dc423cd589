import { useState } from 'react'
import { PasswordCard } from '../../features/profile/password-card'
import { ProfileForm } from '../../features/profile/profile-form'
import { SessionsCard } from '../../features/sessions/sessions-card'
import { useUser } from '../../lib/auth-provider'
import { PageHeader } from '../../ui/layout/page-header'
import { useTwoFactor } from '../two-factor/two-factor.api'
import { TwoFactorCard } from '../two-factor/two-factor-card'
import { ShortcutsCard } from './shortcuts-card'

const TEXTS = {
  phoneLabel: 'Phone',
  loadFailed: 'Failed to load profile data',
  saved: 'Your profile has been updated successfully',
  saveFailed: 'Failed to update profile',
  reset: 'Reset',
}

export default function AdminProfilePage() {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const wasRedirected = useWasRedirectedHere()
  // Only the recovery codes are printed.
  const beside = codes ? 'print:hidden' : undefined
  const parts = [
    <div key="profile" className={beside}>
      <ProfileForm portal="staff" texts={TEXTS} />
    </div>,
    <TwoFactorCard key="two-factor" codes={codes} onCodes={setCodes} />,
    <div key="password" className={beside}>
      <PasswordCard />
    </div>,
    <div key="sessions" className={beside}>
      <SessionsCard portal="staff" />
    </div>,
    <div key="shortcuts" className={beside}>
      <ShortcutsCard />
    </div>,
  ]
  const [profile, twoFactor, ...others] = parts
  return (
    <>
      <PageHeader />
      <div className="grid gap-4">{wasRedirected ? [twoFactor, profile, ...others] : parts}</div>
    </>
  )
}

/** Required two-factor setup comes first, and stays first once it is done. */
function useWasRedirectedHere(): boolean {
  const { data } = useTwoFactor(useUser().id)
  const [wasRedirected, setRedirected] = useState(false)
  if (data?.is_required && !data.is_on && !wasRedirected) setRedirected(true)
  return wasRedirected
}
