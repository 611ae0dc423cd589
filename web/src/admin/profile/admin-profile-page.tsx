import { useState } from 'react'
import { ProfileForm } from '../../features/profile/profile-form'
import { SessionsCard } from '../../features/sessions/sessions-card'
import { useUser } from '../../lib/auth-provider'
import { PageHeader } from '../../ui/layout/page-header'
import { useTwoFactor } from '../two-factor/two-factor.admin.api'
import { TwoFactorCard } from '../two-factor/two-factor-card'
import { ShortcutsCard } from './shortcuts-card'

const WORDS = {
  phoneLabel: 'Phone',
  loadFailed: 'Failed to load profile data',
  saved: 'Your profile has been updated successfully',
  saveFailed: 'Failed to update profile',
  reset: 'Reset',
}

export default function AdminProfilePage() {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const isLed = useIsLedHere()
  // Of recovery codes nothing else is printed.
  const beside = codes ? 'print:hidden' : undefined
  const parts = [
    <div key="profile" className={beside}>
      <ProfileForm portal="staff" words={WORDS} />
    </div>,
    <TwoFactorCard key="two-step" codes={codes} onCodes={setCodes} />,
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
      <div className="grid gap-4">{isLed ? [twoFactor, profile, ...others] : parts}</div>
    </>
  )
}

/** What somebody was led here for stands on top, and does not move away when it is done. */
function useIsLedHere(): boolean {
  const { data } = useTwoFactor(useUser().id)
  const [isLed, setLed] = useState(false)
  if (data?.is_required && !data.is_on && !isLed) setLed(true)
  return isLed
}
