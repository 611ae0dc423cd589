import { ProfileForm } from '../../features/profile/profile-form'
import { SessionsCard } from '../../features/sessions/sessions-card'
import { PageHeader } from '../../ui/page-header'

const WORDS = {
  phoneLabel: 'Phone',
  loadFailed: 'Failed to load profile data',
  saved: 'Your profile has been updated successfully',
  saveFailed: 'Failed to update profile',
  reset: 'Reset',
}

export function AdminProfilePage() {
  return (
    <>
      <PageHeader title="My Profile" />
      <ProfileForm portal="staff" words={WORDS} />
      <SessionsCard portal="staff" />
    </>
  )
}
