import { useState } from 'react'
import { ProfileForm } from '../../features/profile/profile-form'
import { SessionsCard } from '../../features/sessions/sessions-card'
import { PageHeader } from '../../ui/page-header'
import { TwoStepCard } from './two-step/two-step-card'

const WORDS = {
  phoneLabel: 'Phone',
  loadFailed: 'Failed to load profile data',
  saved: 'Your profile has been updated successfully',
  saveFailed: 'Failed to update profile',
  reset: 'Reset',
}

export function AdminProfilePage() {
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  // Of recovery codes nothing else is printed.
  const beside = codes ? 'print:hidden' : undefined
  return (
    <>
      <PageHeader title="My Profile" />
      <div className={beside}>
        <ProfileForm portal="staff" words={WORDS} />
      </div>
      <TwoStepCard codes={codes} onCodes={setCodes} />
      <div className={beside}>
        <SessionsCard portal="staff" />
      </div>
    </>
  )
}
