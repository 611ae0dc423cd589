import { TEMPLATE_LABELS } from '@aftercare/domain/mail/mail-templates'
import type { Mail } from '@aftercare/server/api'

/** By template. */
const LABELS: Record<string, string> = {
  ...TEMPLATE_LABELS,
  verification: 'Email verification',
  recovery: 'Password reset',
  invitation: 'Invitation',
  'account-invitation': 'Invitation to choose a password',
  'family-invitation': 'Invitation to a family',
  'guest-confirmation': 'Guest confirms their email',
  'family-invited': 'Someone was invited to a family',
  'family-joined': 'Someone joined a family',
  'account-exists': 'Sign-up with an existing address',
  'email-changed': 'Email address changed',
  'password-changed': 'Password changed',
  'account-erasure': 'Before a family is forgotten',
  'child-changed': "Child's details changed",
  'seat-opened': 'Seat opened',
  'registration-changed': 'Registration changed: parent',
  'registration-changed-admin': 'Registration changed: admin notification',
  'registration-cancelled': 'Registration cancelled',
  'cancellation-requested': 'Asked to cancel',
  'cancellation-declined': 'Request to cancel declined',
  'registration-restored': 'Cancellation undone',
  'dropin-withdrawn': 'Drop-in withdrawn: parent',
  'dropin-withdrawn-admin': 'Drop-in withdrawn: admin notification',
  'dropin-approved': 'Drop-in approved',
  'dropin-declined': 'Drop-in not accepted',
  'family-message': 'Message to families',
  'two-factor': 'Two-step sign-in',
} satisfies Record<Mail['template'], string>

export const mailLabel = (template: string): string => LABELS[template] ?? template
