export const en = {
  id: 'profile' as const,
  phoneLabel: 'Phone Number',
  loadFailed: 'Failed to load profile data.',
  saved: 'Profile updated successfully.',
  saveFailed: 'Failed to update profile.',
}
